import type { Refusal } from '@croupier/contract/refusals'
import type { Announce } from '../../../happenings.ts'
import { packsFor, type SeenPack, type Use, usePacks } from '../../freespins/freespins.ts'
import { type Companion, isCompanionCall, type MoneyCall, type Seat } from '../batch/companion.ts'
import type { Call } from '../batch/read-call.ts'
import { type Mode, refuse, type Stake, type Step } from '../batch/rules.ts'

/** Packs of free spins: a provider names the pack of a spin, an own game uses the one that ends first. */
export const freeSpinsCompanion = (announce: Announce): Companion => ({
  name: 'free spins',
  place: 'packs',
  async open(tx, calls) {
    const query = {
      ids: calls.flatMap((call) => (isCompanionCall(call) || call.pack === undefined ? [] : [call.pack])),
      playerIds: [...new Set(calls.filter(isPrepayable).map(({ playerId }) => playerId))],
    }
    const isAsked = query.ids.length + query.playerIds.length > 0
    const packs = openPacks(isAsked ? await packsFor(tx, query) : [])
    return {
      prepaidAt: packs.packAt,
      prepaid: ({ pack: id }) => {
        const pack = id === undefined ? undefined : packs.byId(id)
        if (!pack) return null
        const waiting = pack.winnings === 'bonus' ? { waitingPack: pack.id } : {}
        return { stake: pack.stake, terms: [{ kind: 'promotions', pack: pack.id }], ...waiting }
      },
      packOf: packs.byId,
      // Rounds that a spin began some calls ago: their packs are not named by the calls of this batch.
      async look({ rounds }) {
        const ids = [...rounds.values()].flatMap(({ pack }) => (pack === null || packs.byId(pack) ? [] : [pack]))
        if (ids.length > 0) packs.add(await packsFor(tx, { ids, playerIds: [] }))
      },
      check: { at: 'packs', refuse: (stake) => refusePack(stake, packs.byId) },
      took: (call, step) => packs.took(call, step),
      write: async () => {
        const uses = packs.uses()
        if (uses.length > 0) await usePacks(tx, uses)
        for (const id of packs.over()) await announce(tx, 'pack.ended', { packId: String(id) })
      },
    }
  },
})

const isPrepayable = (call: MoneyCall) => isCompanionCall(call) && call.isPrepayable === true

/** How the packs of a batch stand, spin after spin. */
function openPacks(found: readonly SeenPack[]) {
  const packs = new Map(found.map((pack) => [pack.id, pack]))
  const uses = new Map<bigint, Use>()
  const closed = new Set<bigint>()

  function use(id: bigint, spins: number, won: bigint) {
    const before = uses.get(id) ?? { id, spins: 0, won: 0n }
    uses.set(id, { id, spins: before.spins + spins, won: before.won + won })
    const pack = packs.get(id)
    if (!pack) return
    const remaining = pack.remaining - spins
    // What comes back while the batch runs is there for the next one.
    packs.set(id, { ...pack, remaining, won: pack.won + won, state: remaining === 0 ? 'used' : pack.state })
  }

  return {
    byId: (id: bigint) => packs.get(id),
    add(more: readonly SeenPack[]) {
      for (const pack of more) packs.set(pack.id, pack)
    },
    /** Nothing can be spun any more, and a round of it was closed: what it won may become a bonus. */
    over: () => [...closed].filter((id) => packs.get(id)?.state !== 'active'),

    /** The pack that is used first. */
    packAt: ({ playerId, game, currency, mode }: Seat) =>
      [...packs.values()].find(
        (pack) => pack.state === 'active' && isOf(pack, { playerId, game, currency }, mode) && pack.remaining > 0,
      ) ?? null,

    took({ kind, pack, packOfRound, won }: Call, { round, target }: Step) {
      const staked = packOfRound ?? round?.pack ?? undefined
      if (pack !== undefined) use(pack, 1, won)
      else if (staked !== undefined && won > 0n) use(staked, 0, won)
      if (round?.isClosed && round.pack !== null) closed.add(round.pack)
      if (kind !== 'rollback' || !target) return
      // A spin that did not count is the player's to make again, while the pack lives.
      const spun = target.split.find((part) => part.pack !== undefined)?.pack
      if (spun !== undefined) use(spun, -1, -target.won)
      else if (staked !== undefined && target.won > 0n) use(staked, 0, -target.won)
    },

    uses: (): Use[] => [...uses.values()],
  }
}

const isOf = (pack: SeenPack, { playerId, game, currency }: Omit<Seat, 'mode'>, mode: Mode) =>
  mode === 'real' && pack.playerId === playerId && pack.game === game && pack.currency === currency

/** A pack of another player, or of another game, is an unknown one. */
function refusePack({ call, mode }: Stake, packBy: (id: bigint) => SeenPack | undefined): Refusal | null {
  if (call.pack === undefined) return null
  const pack = packBy(call.pack)
  if (!pack || !isOf(pack, call, mode) || pack.state === 'removed') {
    return refuse('PACK_UNKNOWN', 'pack', 'No such pack for this player and game')
  }
  if (pack.state === 'used') return refuse('PACK_USED', 'pack', 'All its spins were used')
  return pack.state === 'expired' ? refuse('PACK_EXPIRED', 'pack', 'Its time is over') : null
}
