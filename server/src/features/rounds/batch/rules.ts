import { toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { WalletReason } from '@croupier/contract/wallet-refusals'
import type { SeenPack, Use } from '../../freespins/freespins.ts'
import type { PlayerPurse, PurseName, Transfer } from '../../wallet/wallet.ts'
import { type Call, wrong } from './read-call.ts'

export type Mode = 'real' | 'demo'
export type Session = {
  provider: string
  playerId: bigint
  game: string
  mode: Mode
  currency: string
  isExpired: boolean
}

export type Round = {
  playerId: bigint
  game: string
  mode: Mode
  currency: string
  staked: bigint
  won: bigint
  /** Bets that stand. */
  bets: number
  isClosed: boolean
}

/** What a stake may be paid from. */
export const stakePurses = ['main', 'bonus', 'fun'] as const satisfies readonly PlayerPurse[]

/** Which purse paid how much of a stake: one of the player's, or the house's budget for promotions. */
export type Part = {
  kind: (typeof stakePurses)[number] | 'promotions'
  amount: bigint
  /** The pack whose spin it was, where a provider named one. */
  pack?: bigint
}

export type Action = {
  kind: Call['kind'] | 'tombstone'
  round: string
  staked: bigint
  won: bigint
  shortfall: bigint
  split: readonly Part[]
  isRolledBack: boolean
}

/** What one call may look at, as it stands after all calls before it. */
export type Sight = {
  nowMs: number
  isPlayer: boolean
  session: Session | undefined
  /** The operator closed the game, its studio or everything. */
  isGameClosed: boolean
  round: Round | undefined
  /** Under the call's own id, and under the id that a rollback means. */
  action: Action | undefined
  meant: Action | undefined
  /** The pack that a free spin names. */
  pack: SeenPack | undefined
  balanceOf: (kind: PlayerPurse, currency: string) => bigint
  /** The gate of the house: null is a yes. */
  ask: (wish: { want: 'stake' | 'offer'; amountMinor: bigint }) => Refusal | null
}

/** What becomes of a call that is agreed to. */
export type Step = {
  transfers: Transfer[]
  round: Round | undefined
  action: Action
  /** The action that a rollback meant, as it stands now. */
  meant?: Action
  /** Where the answer's balance is read. */
  purse: PurseName
  /** What it means for a pack of free spins. */
  use?: Use
}

export type Decision = Refusal | 'known' | Step

const freshMs = 60_000
const mostMinor = 2n ** 63n - 1n

/**
 * What becomes of one call. The id is looked at first: whoever asks again gets what was said the first time, however
 * late. Then time, and then what the kind of call asks for. A no leaves nothing behind, so the same id may try again.
 */
export function decideCall(call: Call, sight: Sight): Decision {
  if (sight.action?.kind === 'tombstone') return rolledBack()
  if (sight.action) return 'known'
  if (Math.abs(sight.nowMs - call.sentAtMs) > freshMs) {
    return new Refusal('Authorization:TIMESTAMP', {
      message: 'x-timestamp is more than 60 seconds away from our clock',
    })
  }
  if (!sight.isPlayer) return wrong('player', 'UNKNOWN')
  const mismatch = sight.round && mismatchOf(call, sight.round)
  if (mismatch) return refuse('ROUND_MISMATCH', mismatch, 'Not what this round began with')
  if (call.kind === 'rollback') return rollBack(call, sight)
  return call.kind === 'win' ? win(call, sight) : bet(call, sight)
}

const refuse = (reason: WalletReason, field: string, message: string, data?: Record<string, unknown>) =>
  new Refusal(`InvalidParameter:${reason}`, { message, fields: { [field]: [reason] }, ...(data && { data }) })

const rolledBack = () => refuse('ROLLED_BACK', 'transaction', 'It was rolled back before it came')

function mismatchOf(call: Call, fixed: Pick<Round, 'playerId' | 'game' | 'currency'>): string | null {
  if (fixed.playerId !== call.playerId) return 'player'
  if (fixed.game !== call.game) return 'game'
  return fixed.currency === call.currency ? null : 'currency'
}

const gamePurse = ({ provider, currency }: Call, kind: 'main' | 'receivable' = 'main'): PurseName => ({
  playerId: null,
  owner: `game:${provider}`,
  kind,
  currency,
})

const playerPurse = ({ playerId, currency }: Call, kind: PlayerPurse): PurseName => ({ playerId, kind, currency })

const promotions = (currency: string): PurseName => ({ playerId: null, owner: 'promotions', kind: 'main', currency })

const spendable = (mode: Mode): (typeof stakePurses)[number] => (mode === 'demo' ? 'fun' : 'main')

const newRound = ({ playerId, game, mode, currency }: Session): Round => ({
  playerId,
  game,
  mode,
  currency,
  staked: 0n,
  won: 0n,
  bets: 0,
  isClosed: false,
})

const refOf = ({ provider, round }: Call) => `round:${provider}:${round}`

/** Also a bet together with its win, and a free spin, whose stake is the pack's. */
function bet(call: Call, { session, isGameClosed, round, pack, balanceOf, ask }: Sight): Decision {
  if (!session || session.provider !== call.provider) return wrong('token', 'UNKNOWN')
  const mismatch = mismatchOf(call, session)
  if (mismatch) return refuse('SESSION_MISMATCH', mismatch, 'Not what the game was launched with')
  if (session.isExpired) return refuse('SESSION_EXPIRED', 'token', 'The game has to be launched again')
  if (round && round.mode !== session.mode) return refuse('ROUND_MISMATCH', 'token', 'Not what this round began with')
  if (round?.isClosed) return refuse('ROUND_CLOSED', 'round', 'The round is over')
  if (isGameClosed) return refuse('GAME_CLOSED', 'game', 'The game takes no stakes now')
  const noPack = call.pack === undefined ? null : refusePack(call, session.mode, pack)
  if (noPack) return noPack
  const { won, currency, isFree = false } = call
  const staked = call.pack === undefined ? call.staked : (pack?.stake ?? 0n)
  const isDemo = session.mode === 'demo'
  // Play money has no limits, but who is shut out is shut out. A free spin risks nothing of the player's.
  const no = ask({ want: isDemo ? 'offer' : 'stake', amountMinor: isFree ? 0n : staked })
  if (no) return no
  const kind = spendable(session.mode)
  const available = balanceOf(kind, currency)
  if (!isFree && staked > available) {
    const data = { available_amount: toWire(available, currency) }
    return refuse('INSUFFICIENT_FUNDS', 'amount', 'The balance is smaller than the stake', data)
  }
  const before = round ?? newRound(session)
  const after = { ...before, staked: before.staked + staked, won: before.won + won, bets: before.bets + 1 }
  if (isTooMuch(after)) return wrong('amount', 'INVALID')
  const purse = playerPurse(call, kind)
  const ref = refOf(call)
  const payer = isFree ? promotions(currency) : purse
  return {
    transfers: [
      ...some({ from: payer, to: gamePurse(call), amount: staked, reason: 'stake', ref }),
      ...some({ from: gamePurse(call), to: purse, amount: won, reason: 'win', ref }),
    ],
    round: { ...after, isClosed: call.isClosed },
    action: {
      ...actionOf(call),
      staked,
      split: staked > 0n ? [{ kind: isFree ? 'promotions' : kind, amount: staked, ...packIn(call) }] : [],
    },
    purse,
    ...(call.pack !== undefined && { use: { id: call.pack, spins: 1, won } }),
  }
}

const packIn = ({ pack }: Call) => (pack === undefined ? {} : { pack })

/** A pack of somebody else, or of another game, is one that nobody knows. */
function refusePack({ playerId, game, currency }: Call, mode: Mode, pack: SeenPack | undefined): Refusal | null {
  const isMeant =
    pack && mode === 'real' && pack.playerId === playerId && pack.game === game && pack.currency === currency
  if (!isMeant || pack.state === 'removed')
    return refuse('PACK_UNKNOWN', 'pack', 'No such pack for this player and game')
  if (pack.state === 'used') return refuse('PACK_USED', 'pack', 'All its spins were used')
  return pack.state === 'expired' ? refuse('PACK_EXPIRED', 'pack', 'Its time is over') : null
}

/** The money is the player's: nothing is asked but that there is a bet it can belong to. */
function win(call: Call, { round }: Sight): Decision {
  if (!round || round.bets === 0) return refuse('NO_BET', 'round', 'There is no bet in this round')
  const after = { ...round, won: round.won + call.won, isClosed: round.isClosed || call.isClosed }
  if (isTooMuch(after)) return wrong('amount', 'INVALID')
  const purse = playerPurse(call, spendable(round.mode))
  return {
    transfers: some({ from: gamePurse(call), to: purse, amount: call.won, reason: 'win', ref: refOf(call) }),
    round: after,
    action: actionOf(call),
    purse,
  }
}

function rollBack(call: Call, { round, meant, balanceOf }: Sight): Decision {
  if (call.reference === call.transaction || meant?.kind === 'rollback') {
    return refuse('NOT_ROLLABLE', 'reference', 'Only bets and wins are rolled back')
  }
  if (meant && meant.round !== call.round) return refuse('ROUND_MISMATCH', 'round', 'It belongs to another round')
  const kind = spendable(round?.mode ?? (call.currency === 'FUN' ? 'demo' : 'real'))
  const purse = playerPurse(call, kind)
  const told = { transfers: [], round, action: actionOf(call), purse }
  // Remembered: what it means may still come, and must not count then.
  if (!meant) return { ...told, meant: { ...actionOf(call), kind: 'tombstone', isRolledBack: true } }
  if (!round || meant.kind === 'tombstone' || meant.isRolledBack) return told
  const { staked, won, split } = meant
  const ref = refOf(call)
  const back = split.map(
    ({ kind, amount }): Transfer => ({
      from: gamePurse(call),
      to: kind === 'promotions' ? promotions(call.currency) : playerPurse(call, kind),
      amount,
      reason: 'rollback',
      ref,
    }),
  )
  const had =
    balanceOf(kind, call.currency) + split.reduce((sum, part) => sum + (part.kind === kind ? part.amount : 0n), 0n)
  const shortfall = won > had ? won - had : 0n
  return {
    transfers: [
      ...back,
      ...some({ from: purse, to: gamePurse(call), amount: won - shortfall, reason: 'rollback', ref }),
      // What is gone is the provider's to collect; the player never owes.
      ...some({
        from: gamePurse(call, 'receivable'),
        to: gamePurse(call),
        amount: shortfall,
        reason: 'rollback',
        ref,
      }),
    ],
    round: {
      ...round,
      staked: round.staked - staked,
      won: round.won - won,
      bets: round.bets - (meant.kind === 'win' ? 0 : 1),
      isClosed: round.isClosed || call.isClosed,
    },
    action: { ...actionOf(call), shortfall },
    meant: { ...meant, isRolledBack: true },
    purse,
    ...spinBack(meant),
  }
}

/** A spin that did not count is the player's to make again, while the pack lives. */
function spinBack({ split, won }: Action): Pick<Step, 'use'> {
  const pack = split.find((part) => part.pack !== undefined)?.pack
  return pack === undefined ? {} : { use: { id: pack, spins: -1, won: -won } }
}

const isTooMuch = ({ staked, won }: Pick<Round, 'staked' | 'won'>) => staked > mostMinor || won > mostMinor

const some = (transfer: Transfer): Transfer[] => (transfer.amount > 0n ? [transfer] : [])

const actionOf = ({ kind, round, staked, won }: Call): Action => ({
  kind,
  round,
  staked,
  won,
  shortfall: 0n,
  split: [],
  isRolledBack: false,
})
