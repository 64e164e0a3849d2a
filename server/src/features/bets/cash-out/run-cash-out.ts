import { cashOutCauses } from '@croupier/contract/bets'
import { Refusal } from '@croupier/contract/refusals'
import type { Context, Tx } from '../../../context.ts'
import { tellPlayers } from '../../../db/announce.ts'
import { askedAgain } from '../asked-rules.ts'
import { keptRefusal } from '../changes.ts'
import { type AskJob, type BetDesk, type LookJob, openBetDesk } from '../desk.ts'
import { readWords, type SaidLeg } from '../settle-view.ts'
import { laneOf } from '../work-store.ts'
import {
  addCashOut,
  type CashOutRow,
  type DueCashOut,
  endCashOut,
  findCashOut,
  findCashOutById,
  findWaitingCashOuts,
  lockRunning,
  type RunningRow,
  readRunning,
} from './cash-out-store.ts'
import {
  type CashOutNo,
  type CashOutOffer,
  cashOutRefusal,
  decideCashOut,
  decideWaited,
  type Sold,
} from './decide-rules.ts'
import { type Joints, jointsFor, legsNow, worthOfRow } from './look.ts'
import { payCashOut } from './pay.ts'
import { leastOf, offerOf } from './quote-rules.ts'
import type { RunningLeg, Worth } from './worth-rules.ts'

export type CashOutHouse = Pick<Context, 'sql' | 'begin' | 'config' | 'keys' | 'producers'>

/** A bet under its locks: its player, the events of its legs, its row. */
export type HeldBet = {
  tx: Tx
  desk: BetDesk
  bet: RunningRow
  said: readonly SaidLeg[]
  legs: readonly RunningLeg[]
  /** For a cash-out that was asked for before. */
  isWaiting: boolean
  worth: Worth
}

/** `more` is what comes instead of the bet: its events are locked with those of the bet. */
type Holding = Pick<CashOutHouse, 'config'> & { joints: Joints; more?: AskJob | LookJob | undefined }

/** In the order that every transaction locks in: player, buckets of events, row of the bet. */
async function holdBet(tx: Tx, row: RunningRow, { config, joints, more }: Holding): Promise<HeldBet> {
  const look = { kind: 'look', playerId: row.playerId, legs: row.legs.map(askedAgain) } as const
  const desk = await openBetDesk(tx, [look, ...(more ? [more] : [])], { ...config, lane: laneOf(row.playerId) })
  const bet = await lockRunning(tx, row.id)
  if (!bet) throw new Error('a bet that is gone')
  const [said = [], waiting] = await Promise.all([
    readWords(tx, [bet]).then((words) => words.get(bet.id)),
    findWaitingCashOuts(tx, [bet.id]),
  ])
  const legs = legsNow(bet, said, desk)
  const worth = worthOfRow(bet, legs, { joints, isWaiting: false })
  return { tx, desk, bet, said, legs, isWaiting: waiting.has(bet.id), worth }
}

/** Whose bet is not told: of another player's nothing is known. */
export async function ownBet({ sql }: Pick<CashOutHouse, 'sql'>, playerId: bigint, betId: bigint): Promise<RunningRow> {
  const [row] = await readRunning(sql, [betId])
  if (row?.playerId !== playerId) throw cashOutRefusal('BET_UNKNOWN')
  return row
}

/** Does something with a bet of this player while nothing else can. */
export async function withBet<T>(
  house: CashOutHouse,
  { playerId, betId, more }: { playerId: bigint; betId: bigint; more?: Holding['more'] },
  work: (held: HeldBet) => Promise<T>,
): Promise<T> {
  const row = await ownBet(house, playerId, betId)
  const joints = await jointsFor(house, row)
  return house.begin(async (tx) => work(await holdBet(tx, row, { config: house.config, joints, more })))
}

/** `changed` is told with what the bet is worth now. */
export const noOf = (house: Pick<CashOutHouse, 'keys'>, { bet, worth, desk }: HeldBet, no: CashOutNo): Refusal =>
  no === 'changed' ? cashOutRefusal('CASHOUT_CHANGED', offerOf(house, bet, { worth, nowMs: desk.nowMs })) : no

export type CashOutAsk = {
  playerId: bigint
  betId: bigint
  offer: CashOutOffer
  expiresMs: number
  /** Null is all that runs. */
  part: bigint | null
  hash: Buffer
}

export type CashOutSaid = { isPending: boolean; paid: bigint | null }

/** The same quote again is answered as before, whatever has become of the bet, and pays nothing more. */
export const askCashOut = (house: CashOutHouse, ask: CashOutAsk): Promise<CashOutSaid> =>
  withBet(house, ask, async (held) => {
    const { tx, bet, desk, isWaiting } = held
    const known = await findCashOut(tx, bet.id, ask.hash)
    if (known) return saidOf(known)
    const worth = isWaiting ? ({ cause: 'PENDING' } as const) : held.worth
    const sold =
      ask.expiresMs <= desk.nowMs
        ? expired(bet)
        : decideCashOut(bet, worth, { offer: ask.offer, part: ask.part, minimum: leastOf(bet) })
    if (sold === 'changed' || sold instanceof Refusal) throw noOf(house, held, sold)
    return sell(held, sold, { kind: 'player', hash: ask.hash })
  })

export const expired = ({ state }: RunningRow) =>
  state === 'open' ? cashOutRefusal('QUOTE_EXPIRED') : cashOutRefusal('BET_CLOSED', { state })

export function saidOf({ state, value, reason, data }: CashOutRow): CashOutSaid {
  if (state !== 'refused') return { isPending: state === 'pending', paid: state === 'paid' ? value : null }
  if (reason === 'CASHOUT_CHANGED' || reason === 'BET_CLOSED') throw cashOutRefusal(reason, data ?? {})
  if (cashOutCauses.some((cause) => cause === reason)) throw cashOutRefusal('CASHOUT_UNAVAILABLE', { cause: reason })
  throw cashOutRefusal('QUOTE_EXPIRED')
}

/** Where there is a cause that is the reason. */
export const keptNo = (no: Refusal) => {
  const { reason, data } = keptRefusal(no)
  return { reason: typeof data.cause === 'string' ? data.cause : reason, data }
}

/** At once, or after the wait of a match that is played. */
export async function sell(
  { tx, desk, bet, said }: HeldBet,
  sold: Sold,
  { kind, hash }: { kind: 'player' | 'auto'; hash: Buffer },
): Promise<CashOutSaid> {
  const isPending = sold.delaySeconds > 0
  await addCashOut(tx, { ...sold, betId: bet.id, hash, kind, steps: bet.steps, nowMs: desk.nowMs })
  if (isPending) await tellPlayers(tx, [bet.playerId], 'bets')
  else
    await payCashOut(tx, { desk, bet, said }, { ...sold, actor: actorOf(kind), reason: kind === 'auto' ? 'auto' : '' })
  return { isPending, paid: isPending ? null : sold.value }
}

const actorOf = (kind: CashOutRow['kind']) => (kind === 'auto' ? 'house' : 'player')

/** How often each market of its legs was stopped. */
export const stopsNow = ({ legs }: Pick<HeldBet, 'legs'>): Map<string, number> =>
  new Map(legs.flatMap(({ parts }) => parts.map(({ marketId, now }) => [String(marketId), now?.stops ?? -1])))

/** A cash-out whose wait is over. Two nodes that find the same one decide it once. */
export const decideDueCashOut = (house: CashOutHouse, { id, betId, playerId }: DueCashOut): Promise<void> =>
  withBet(house, { playerId, betId }, async (held) => {
    const { tx, desk, bet, said } = held
    const waited = await findCashOutById(tx, id)
    if (waited?.state !== 'pending' || desk.nowMs < waited.decideMs) return
    const no = decideWaited(bet, waited, { worth: held.worth, nowMs: desk.nowMs, stops: stopsNow(held) })
    if (no) {
      await endCashOut(tx, id, { state: 'refused', ...keptNo(noOf(house, held, no)) })
      await tellPlayers(tx, [playerId], 'bets')
      return
    }
    await endCashOut(tx, id, { state: 'paid' })
    const { part, value, kind } = waited
    await payCashOut(
      tx,
      { desk, bet, said },
      { part, value, actor: actorOf(kind), reason: kind === 'auto' ? 'auto' : '' },
    )
  })
