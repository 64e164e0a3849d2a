import type { JackpotLevel } from '@croupier/contract/games'
import { studioGame } from '@croupier/studio/games'
import type { Tx } from '../../../context.ts'
import { activePacks, type Pack, type Use, usePacks } from '../../freespins/freespins.ts'
import { addDues, hitOf, potOf, potSeed, winPot } from '../../jackpots/jackpots.ts'
import type { Transfer } from '../../wallet/wallet.ts'
import type { Play } from '../own/rules.ts'
import { drawsOf } from '../own/seeds.ts'

type Pot = NonNullable<ReturnType<typeof potOf>>
type Hit = { play: Play; pot: Pot; level: Pot['levels'][number] }
export type Prize = { round: string; pot: string; level: JackpotLevel; won: bigint; transfers: readonly Transfer[] }

/** What stands beside a round: free spins that pay its stake, and the pot it feeds and may win. */
export async function openExtras(tx: Tx, playerIds: readonly bigint[]) {
  const packs = playerIds.length === 0 ? [] : await activePacks(tx, playerIds)
  const uses = new Map<bigint, Use>()
  const dues = new Map<string, { pot: string; currency: string; staked: bigint }>()
  const hits: Hit[] = []

  const packFor = ({ playerId, game, currency, mode }: Pick<Play, 'playerId' | 'game' | 'currency' | 'mode'>) =>
    packs.find(
      (pack) =>
        mode === 'real' &&
        pack.playerId === playerId &&
        pack.game === game &&
        pack.currency === currency &&
        pack.remaining > 0,
    ) ?? null

  function use(id: bigint, spins: number, won: bigint) {
    const before = uses.get(id) ?? { id, spins: 0, won: 0n }
    uses.set(id, { id, spins: before.spins + spins, won: before.won + won })
  }

  return {
    /** The pack that is used first. */
    packFor,
    leftOf: (place: Parameters<typeof packFor>[0]): number => packFor(place)?.remaining ?? 0,

    spin(pack: Pack) {
      pack.remaining -= 1
      use(pack.id, 1, 0n)
    },

    /** What a round of a pack gave. */
    noteWin(packId: bigint, won: bigint) {
      if (won > 0n) use(packId, 0, won)
    },

    /** Real stakes of the player's own feed the pot and may win it, by a chance of their own in the round's stream. */
    noteStake(play: Play) {
      const pot = potOf(studioGame(play.game)?.about.jackpot ?? '')
      if (!pot || play.mode !== 'real' || play.packId !== null) return
      const { stake, currency, serverSeed, clientSeed, nonce } = play
      const name = `${pot.id}/${currency}`
      dues.set(name, { pot: pot.id, currency, staked: (dues.get(name)?.staked ?? 0n) + stake })
      const level = hitOf(pot, { stake, currency, draws: drawsOf(serverSeed, potSeed(clientSeed), nonce) })
      if (level) hits.push({ play, pot, level })
    },

    /** The pots that were hit are emptied before anything is written. One hit of a level at a time: two run alone. */
    async takePots(): Promise<Prize[]> {
      const nameOf = ({ pot, level, play }: Hit) => `${pot.id}/${level.sysname}/${play.currency}`
      if (new Set(hits.map(nameOf)).size < hits.length) throw new Error('one level of a pot was hit twice at once')
      // One order for everybody, or two crowds could wait for each other.
      hits.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
      const prizes: Prize[] = []
      for (const { play, pot, level } of hits) {
        if (play.playerId === null) throw new Error('a guest has no pot')
        const { round, currency, playerId } = play
        const { won, transfers } = await winPot(tx, { pot, level, playerId, round, currency })
        if (won > 0n) prizes.push({ round, pot: pot.id, level: level.sysname, won, transfers })
      }
      return prizes
    },

    async write(): Promise<void> {
      await Promise.all([
        uses.size > 0 ? usePacks(tx, [...uses.values()]) : null,
        dues.size > 0 ? addDues(tx, [...dues.values()]) : null,
      ])
    },
  }
}
