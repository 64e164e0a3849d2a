import type { CashOutWorth } from '@croupier/contract/bet-record'
import { editedBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import { z } from 'zod'
import { tellPlayers } from '../../../db/announce.ts'
import { fundStake, ownTerms } from '../../funding/funding.ts'
import { holdStake, noChanges, writeChanges } from '../changes.ts'
import { betRefusal, decideBet, decideWaiting, type SeenLeg, type TakenBet } from '../decide.ts'
import type { AskJob } from '../desk.ts'
import { readAsked } from '../open-bets.ts'
import { factsFor, takeBet } from '../run-bets.ts'
import type { EditWord } from '../sign-quote.ts'
import { laneOf } from '../work-store.ts'
import {
  addCashOut,
  type DueCashOut,
  endCashOut,
  findCashOut,
  findCashOutById,
  linkEdited,
  type RunningRow,
  writeCashed,
} from './cash-out-store.ts'
import { type CashOutNo, type CashOutOffer, decideCashOut, decideWaited } from './decide-rules.ts'
import { exposureLess, movementOfCashOut } from './pay.ts'
import { leastOf } from './quote-rules.ts'
import {
  type CashOutHouse,
  expired,
  type HeldBet,
  keptNo,
  noOf,
  ownBet,
  saidOf,
  stopsNow,
  withBet,
} from './run-cash-out.ts'
import type { MarketStops } from './worth-rules.ts'

/** A bet is bought back at its value and another one is sold at the prices of now: both, or nothing. */

/** What is asked for beside the quote; of a wait it is kept. */
const intoAsked = z.object({ key: z.string(), sessionId: z.string(), hash: z.string(), asked: editedBet })
type Into = Pick<AskJob, 'sessionId' | 'hash'> & { key: string; asked: EditWord['asked'] }

/** The bet that comes instead, in the money of the one that goes. No bonus has a word in it. */
export function jobOf({ keys }: Pick<CashOutHouse, 'keys'>, bet: RunningRow, into: Into): AskJob | Refusal {
  const { key, asked, hash, sessionId } = into
  const read = readAsked(keys, { ...asked, key, currency: bet.currency, mode: bet.mode })
  return read instanceof Refusal ? read : { kind: 'ask', playerId: bet.playerId, sessionId, ...read, hash }
}

/** The desk as it is once the old bet is gone: its risk, its value in the purse, and what limits count of it. */
export async function freeOld({ tx, desk, bet, said }: HeldBet, value: bigint) {
  const { movement, shortfall } = await movementOfCashOut(tx, bet, { part: bet.stakeOpen, value })
  const { playerId, mode, currency } = bet
  const freed = mode === 'real' ? exposureLess(bet, bet.stakeOpen, said) : []
  for (const each of freed) desk.addExposure(each)
  desk.addBalance(playerId, mode === 'real' ? 'main' : 'fun', currency, value + shortfall)
  if (mode === 'real')
    desk.gates.note({ playerId, kind: 'return', amountMinor: value, key: `bet:${bet.id}:${bet.steps + 1}` })
  return { movement, shortfall, freed }
}

/**
 * The new one as it would be taken. What is decided of the old one is in its value and stays behind; what was decided
 * since that was said is not in it, so the player is told the value of now.
 */
export function judgeNew(
  { desk, bet, worth }: HeldBet,
  job: AskJob,
  { said, decide }: { said: CashOutWorth | null; decide: NewDecision },
): TakenBet | CashOutNo {
  if (decidedIn(said) !== decidedIn('made' in worth ? worth.made : null)) return 'changed'
  const seen = desk.see(job.legs, bet.mode)
  return decide(factsFor(desk, job, seen), seen)
}

const decidedIn = (worth: CashOutWorth | null): string =>
  (worth?.results ?? []).map(({ place, part, revision }) => `${place}/${part}/${revision}`).join()

type NewDecision = (facts: ReturnType<typeof factsFor>, seen: readonly (SeenLeg | null)[]) => TakenBet | Refusal

type Freed = Awaited<ReturnType<typeof freeOld>>

/** Two movements in one batch: the value into the player's purse, the new stake out of it. */
async function exchange(
  held: HeldBet,
  job: AskJob,
  { taken, value, freed }: { taken: TakenBet; value: bigint; freed: Freed },
) {
  const { tx, desk, bet } = held
  const { playerId, currency, mode } = bet
  const funded = fundStake(job.stake, (kind) => desk.balanceOf(playerId, kind, currency), ownTerms(mode))
  if (funded.kind === 'short') throw new Error('a stake was covered and is not')
  const betId = desk.nextId()
  const changes = noChanges()
  changes.movements.push(freed.movement, holdStake({ id: betId, playerId, currency }, funded.parts))
  changes.exposure.push(...freed.freed)
  // It has waited already, with the bet that it comes from.
  const now = { ...taken, delaySeconds: 0 }
  takeBet(desk, job, { taken: now, betId, parts: funded.parts, bonusId: null, isFreeBet: false }, changes)
  await writeCashed(tx, {
    ...{ betId: bet.id, n: bet.steps + 1, part: bet.stakeOpen, value, isFull: true, shortfall: freed.shortfall },
    ...{ actor: 'player', reason: 'edit' },
  })
  await writeChanges(tx, changes, laneOf(playerId))
  await linkEdited(tx, { from: bet.id, into: betId })
  await desk.gates.write()
  return betId
}

export type EditAsk = { playerId: bigint; betId: bigint; into: Into; offer: CashOutOffer; expiresMs: number }
export type EditSaid = { isPending: boolean; into: bigint | null }

/** The same key with the same quote is answered as before. */
export async function askEdit(house: CashOutHouse, ask: EditAsk): Promise<EditSaid> {
  const { playerId, betId, into, offer, expiresMs } = ask
  const job = jobOf(house, await ownBet(house, playerId, betId), into)
  if (job instanceof Refusal) throw job
  return withBet(house, { playerId, betId, more: job }, async (held) => {
    const { tx, desk, bet, worth } = held
    const known = desk.knownBet(playerId, into.key)
    if (known && !known.bodyHash.equals(into.hash)) throw betRefusal('KEY_CONFLICT')
    if (known) return { isPending: false, into: known.id }
    const waits = await findCashOut(tx, bet.id, into.hash)
    if (waits) return { isPending: saidOf(waits).isPending, into: null }
    if (expiresMs <= desk.nowMs) throw expired(bet)
    const now = held.isWaiting ? ({ cause: 'PENDING' } as const) : worth
    const sold = decideCashOut(bet, now, { offer, part: null, minimum: leastOf(bet) })
    if (sold === 'changed' || sold instanceof Refusal) throw noOf(house, held, sold)
    const freed = await freeOld(held, offer.value)
    const taken = judgeNew(held, job, { said: offer.worth, decide: (facts) => decideBet(job.asked, facts) })
    if (taken === 'changed' || taken instanceof Refusal) throw noOf(house, held, taken)
    const delaySeconds = Math.max(sold.delaySeconds, taken.delaySeconds)
    const row = {
      betId: bet.id,
      hash: into.hash,
      kind: 'edit',
      steps: bet.steps,
      nowMs: desk.nowMs,
      delaySeconds,
    } as const
    const stops = [...sold.stops, ...stopsOf(taken.legs)]
    await addCashOut(tx, { ...row, ...sold, delaySeconds, stops, intoAsked: kept(into) })
    if (delaySeconds === 0)
      return { isPending: false, into: await exchange(held, job, { taken, value: offer.value, freed }) }
    await tellPlayers(tx, [playerId], 'bets')
    return { isPending: true, into: null }
  })
}

const kept = ({ key, sessionId, hash, asked }: Into): z.input<typeof intoAsked> => ({
  ...{ key, sessionId: String(sessionId), hash: hash.toString('hex'), asked },
})

const stopsOf = (legs: readonly SeenLeg[]): MarketStops[] =>
  legs.flatMap(({ parts }) => parts.map(({ marketId, stops }) => ({ market: String(marketId), stops })))

/** An edit whose wait is over: both are judged once more. */
export async function decideDueEdit(house: CashOutHouse, due: DueCashOut): Promise<void> {
  const { id, playerId, betId } = due
  const { sessionId, hash, ...rest } = intoAsked.parse(due.intoAsked)
  const into = { ...rest, sessionId: BigInt(sessionId), hash: Buffer.from(hash, 'hex') }
  const job = jobOf(house, await ownBet(house, playerId, betId), into)
  const more = job instanceof Refusal ? undefined : job
  await withBet(house, { playerId, betId, more }, async (held) => {
    const { tx, desk, bet, worth } = held
    const waited = await findCashOutById(tx, id)
    if (waited?.state !== 'pending' || desk.nowMs < waited.decideMs) return
    const refuse = async (no: CashOutNo) => {
      await endCashOut(tx, id, { state: 'refused', ...keptNo(noOf(house, held, no)) })
      await tellPlayers(tx, [playerId], 'bets')
    }
    if (job instanceof Refusal) return refuse(job)
    const seen = desk.see(job.legs, bet.mode).flatMap((leg) => leg ?? [])
    const stops = new Map([...stopsNow(held), ...stopsOf(seen).map((now) => [now.market, now.stops] as const)])
    const no = decideWaited(bet, waited, { worth, nowMs: desk.nowMs, stops })
    if (no) return refuse(no)
    if (seen.length < job.legs.length) return refuse(betRefusal('PICK_UNKNOWN'))
    const freed = await freeOld(held, waited.value)
    const same = new Map(seen.flatMap(({ parts }) => parts.map((part) => [part.pick, part.stops] as const)))
    const taken = judgeNew(held, job, {
      said: waited.worth,
      decide: (facts) => decideWaiting(job.asked, { ...facts, legs: seen }, same),
    })
    if (taken === 'changed' || taken instanceof Refusal) return refuse(taken)
    await endCashOut(tx, id, { state: 'paid' })
    await exchange(held, job, { taken, value: waited.value, freed })
  })
}
