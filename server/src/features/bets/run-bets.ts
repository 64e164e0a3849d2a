import { currencyOf } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { latestDecisionSeconds } from '@croupier/sportsbook/stated'
import type { Config } from '../../config.ts'
import type { Tx } from '../../context.ts'
import { bettingHouse, slipHooks } from '../bonuses/bonuses.ts'
import { fundStake, ownPurse, ownTerms, type Part } from '../funding/funding.ts'
import { bonusRefusal, oddsForBonus } from './bonus-bets.ts'
import {
  type BetChanges,
  exposureOfLegs,
  holdStake,
  keptRefusal,
  legsOfOpen,
  noChanges,
  releaseStake,
  writeChanges,
} from './changes.ts'
import { type BetFacts, betRefusal, decideBet, decideWaiting, type SeenLeg, type TakenBet } from './decide.ts'
import { type AskJob, type BetDesk, type BetJob, type DueJob, isOwnCurrency, openBetDesk } from './desk.ts'
import type { StoredLeg, WaitingBet } from './store.ts'

export type BetAnswer = { betId: bigint } | { refusal: Refusal }

type Batch = { tx: Tx; desk: BetDesk; lane: number }

/**
 * Many bets as one transaction: a fixed number of questions, however many bets. Every bet is decided in memory, in order,
 * each seeing what those before it did. Those that a betting bonus is in come after the others, one by one, because the
 * bonus moves their money itself.
 */
export async function runBets(
  tx: Tx,
  jobs: readonly BetJob[],
  { jurisdiction, lane }: Pick<Config, 'jurisdiction'> & { lane: number },
): Promise<BetAnswer[]> {
  const desk = await openBetDesk(tx, jobs, { jurisdiction, lane })
  const batch = { tx, desk, lane }
  const changes = noChanges()
  const answers = jobs.map((job): BetAnswer | null => {
    if (desk.isByBonus(job)) return null
    return job.kind === 'ask' ? askPlain(desk, job, changes) : endWaiting(desk, job, changes)
  })
  const isPlain = answers.every((answer) => answer !== null)
  // Where no bonus adds to it, all that limits count is known already.
  await Promise.all([writeChanges(tx, changes, lane), isPlain && desk.gates.write()])
  if (isPlain) return answers.flatMap((answer) => answer ?? [])
  for (const [at, job] of jobs.entries()) {
    if (answers[at]) continue
    answers[at] = job.kind === 'ask' ? await askWithBonus(batch, job) : await endWithBonus(batch, job)
  }
  await desk.gates.write()
  return answers.flatMap((answer) => answer ?? [])
}

// Bets that are asked for

/** What is known of a bet before the bonus that it names. */
export function factsFor(desk: BetDesk, job: AskJob, legs: BetFacts['legs']): BetFacts {
  const { playerId, stake, asked } = job
  const currency = currencyOf(asked)
  const isReal = asked.mode === 'real'
  return {
    ...{ legs, nowMs: desk.nowMs, closed: desk.closedLegs(job.legs), currency, stake, isFreeBet: false },
    // Play money has no limits, but who is shut out is shut out.
    gate: desk.gates.ask(isReal ? { playerId, want: 'stake', amountMinor: stake } : { playerId, want: 'standing' }),
    available: desk.balanceOf(playerId, ownPurse(asked.mode), currency),
    factorBp: isReal ? desk.factorOf(playerId) : 10_000,
  }
}

/** The bet of this key, or why there can be none. */
function known(desk: BetDesk, job: AskJob): BetAnswer | null {
  const { playerId, asked, hash } = job
  const found = desk.knownBet(playerId, asked.key)
  if (found) return found.bodyHash.equals(hash) ? { betId: found.id } : { refusal: betRefusal('KEY_CONFLICT') }
  if (isOwnCurrency(desk.gates, job)) return null
  const fields = { currency: ['UNKNOWN_VALUE'] }
  return { refusal: new Refusal('InvalidParameter', { message: "Not the account's currency", fields }) }
}

function askPlain(desk: BetDesk, job: AskJob, changes: BetChanges): BetAnswer {
  const before = known(desk, job)
  if (before) return before
  const { asked, playerId, stake } = job
  const taken = decideBet(asked, factsFor(desk, job, desk.see(job.legs, asked.mode)))
  if (taken instanceof Refusal) return { refusal: taken }
  const funded = fundStake(stake, (kind) => desk.balanceOf(playerId, kind, asked.currency), ownTerms(asked.mode))
  if (funded.kind === 'short') throw new Error('a stake was covered and is not')
  const betId = desk.nextId()
  changes.movements.push(holdStake({ id: betId, playerId, currency: asked.currency }, funded.parts))
  takeBet(desk, job, { taken, betId, parts: funded.parts, bonusId: null, isFreeBet: false }, changes)
  return { betId }
}

/** The bonus has the last word, and moves the stake. */
async function askWithBonus({ tx, desk, lane }: Batch, job: AskJob): Promise<BetAnswer> {
  const before = known(desk, job)
  if (before) return before
  const { asked, playerId, stake, bonusId } = job
  if (bonusId !== null && asked.mode === 'demo') return { refusal: betRefusal('FREE_BET_TERMS') }
  const own = bonusId === null ? null : await bettingHouse.read(tx, bonusId)
  const isFreeBet = own?.type === 'free_bet' && own.playerId === playerId
  const facts = factsFor(desk, job, desk.see(job.legs, asked.mode))
  const taken = decideBet(asked, { ...facts, isFreeBet, ...(bonusId !== null && { available: null }) })
  if (taken instanceof Refusal) return { refusal: taken }
  const betId = desk.nextId()
  const paid = await slipHooks.payForSlip(tx, {
    ...{ playerId, bonusId, slip: String(betId), stake, ...oddsForBonus(taken.slip, taken.legs) },
  })
  if (paid.kind === 'refused') return { refusal: bonusRefusal(paid, facts.currency) }
  const changes = noChanges()
  const parts: Part[] = [
    { kind: 'main', amount: paid.kind === 'paid' ? paid.own : stake },
    ...(paid.kind === 'paid' ? [{ kind: 'betting_bonus', amount: paid.paid, bonus: paid.bonusId } as const] : []),
  ]
  const moved = parts.filter(({ amount }) => amount > 0n)
  if (paid.kind === 'none') changes.movements.push(holdStake({ id: betId, playerId, currency: asked.currency }, moved))
  const inBonus = paid.kind === 'paid' ? paid.bonusId : null
  takeBet(desk, job, { taken, betId, parts: moved, bonusId: inBonus, isFreeBet }, changes)
  await writeChanges(tx, changes, lane)
  return { betId }
}

type PaidBet = {
  taken: TakenBet
  betId: bigint
  parts: readonly Part[]
  bonusId: bigint | null
  isFreeBet: boolean
}

/** What is decided holds for all bets after it. */
export function takeBet(
  desk: BetDesk,
  job: AskJob,
  { taken, betId, parts, bonusId, isFreeBet }: PaidBet,
  changes: BetChanges,
) {
  const { playerId, sessionId, stake, hash, asked } = job
  const { key, kind, sizes, bankers, currency, mode, policy } = asked
  const { legs, combinations, possible, delaySeconds, boostPercent } = taken
  const isWaiting = delaySeconds > 0
  changes.bets.push({
    ...{ id: betId, playerId, key, bodyHash: hash, number: desk.nextNumber(playerId), sessionId },
    ...{
      kind,
      sizes,
      bankers,
      combinations,
      currency,
      mode,
      stake,
      split: parts,
      policy,
      possible,
      bonusId,
      isFreeBet,
    },
    ...{ state: isWaiting ? 'pending' : 'open', boostBp: boostPercent * 100, rules: rulesOf(legs) },
    ...{ askedMs: desk.nowMs, decideMs: isWaiting ? desk.nowMs + delaySeconds * 1_000 : null },
    legs: legs.map(storedLeg),
  })
  changes.steps.push({ betId, n: 1, kind: 'held', actor: 'player', reason: '', part: stake })
  changes.players.add(playerId)
  for (const part of parts) desk.addBalance(playerId, part.kind, currency, -part.amount)
  // From the moment it is held: what waits counts against the limits too.
  if (mode === 'real') desk.gates.note({ playerId, kind: 'stake', amountMinor: stake, key: useKey(betId) })
  desk.remember({ id: betId, playerId, key, bodyHash: hash })
  if (!isWaiting) open(desk, { id: betId, stake, currency, mode }, legs, changes)
}

const useKey = (betId: bigint) => `bet:${betId}`

const storedLeg = ({ askedPrice, version, parts, builder }: SeenLeg): StoredLeg => ({
  ...{ price: askedPrice, version, isLive: parts.some(({ isPlayed }) => isPlayed) },
  parts: parts.map(({ pick, marketId, stops }) => ({ pick, market: String(marketId), stops })),
  ...(builder && { builder }),
})

const rulesOf = (legs: readonly SeenLeg[]): string =>
  [...new Set(legs.flatMap(({ parts }) => parts.map(({ rules }) => rules)))].sort().join()

type Opened = { id: bigint; stake: bigint; currency: string; mode: 'real' | 'demo' }

function open(desk: BetDesk, bet: Opened, legs: readonly SeenLeg[], changes: BetChanges) {
  const rows = legsOfOpen(bet.id, legs)
  changes.legs.push(...rows)
  if (bet.mode === 'demo') return
  const exposure = exposureOfLegs(rows, bet.stake, currencyOf(bet))
  changes.exposure.push(...exposure)
  for (const each of exposure) desk.addExposure(each)
}

// Bets that waited

/** Null where another node was quicker, or its time has not come. */
function judge(desk: BetDesk, job: DueJob): { bet: WaitingBet; said: TakenBet | Refusal } | null {
  const bet = desk.waiting.get(job.betId)
  if (bet?.state !== 'pending' || desk.nowMs < bet.decideMs) return null
  if (desk.nowMs > bet.decideMs + latestDecisionSeconds * 1_000) return { bet, said: betRefusal('TIMED_OUT') }
  const legs = desk.see(job.legs, bet.mode).flatMap((leg) => leg ?? [])
  if (legs.length < bet.legs.length) return { bet, said: betRefusal('PICK_UNKNOWN') }
  const stops = new Map(bet.legs.flatMap(({ parts }) => parts.map((part) => [part.pick, part.stops] as const)))
  const { playerId, stake, isFreeBet } = bet
  const facts = {
    ...{
      legs,
      nowMs: desk.nowMs,
      closed: desk.closedLegs(job.legs),
      currency: currencyOf(bet),
      stake,
      isFreeBet,
      available: null,
    },
    // Its stake is counted already, and a reality check waits until it is decided.
    gate: desk.gates.ask({ playerId, want: 'standing' }),
    factorBp: bet.mode === 'real' ? desk.factorOf(playerId) : 10_000,
  }
  return { bet, said: decideWaiting(bet, facts, stops) }
}

function endWaiting(desk: BetDesk, job: DueJob, changes: BetChanges): BetAnswer {
  const judged = judge(desk, job)
  if (!judged) return { betId: job.betId }
  const { bet, said } = judged
  if (said instanceof Refusal) {
    changes.movements.push(releaseStake(bet, bet.split, bet.steps + 1))
    refuse(desk, bet, said, changes)
  } else accept(desk, bet, said, changes)
  return { betId: bet.id }
}

/** Its bonus takes the stake back as that of a bet that is void. */
async function endWithBonus({ tx, desk, lane }: Batch, job: DueJob): Promise<BetAnswer> {
  const judged = judge(desk, job)
  if (!judged) return { betId: job.betId }
  const { bet, said } = judged
  const changes = noChanges()
  if (said instanceof Refusal) {
    const legs = bet.legs.map(() => ({ win: 0, back: 1, of: 1 }))
    const { kind } = await slipHooks.settleSlip(tx, String(bet.id), { kind: 'settled', returned: bet.stake, legs })
    if (kind !== 'settled') throw new Error(`the bonus of a bet did not give its stake back: ${kind}`)
    refuse(desk, bet, said, changes)
  } else accept(desk, bet, said, changes)
  await writeChanges(tx, changes, lane)
  return { betId: bet.id }
}

function accept(desk: BetDesk, bet: WaitingBet, taken: TakenBet, changes: BetChanges) {
  const { possible, boostPercent, legs } = taken
  changes.decided.push({
    ...{ id: bet.id, state: 'open', atMs: desk.nowMs, possible, boostBp: boostPercent * 100, rules: rulesOf(legs) },
  })
  changes.players.add(bet.playerId)
  open(desk, bet, legs, changes)
  desk.waiting.delete(bet.id)
}

function refuse(desk: BetDesk, bet: WaitingBet, refusal: Refusal, changes: BetChanges) {
  const { id, playerId, stake, mode, currency, split } = bet
  const steps = bet.steps + 1
  const kept = keptRefusal(refusal)
  changes.decided.push({ id, state: 'refused', atMs: desk.nowMs, steps, ...kept })
  changes.steps.push({ betId: id, n: steps, kind: 'released', actor: 'house', reason: kept.reason, part: stake })
  changes.players.add(playerId)
  if (mode === 'real') desk.gates.drop({ playerId, key: useKey(id) })
  for (const part of split) desk.addBalance(playerId, part.kind, currency, part.amount)
  desk.waiting.delete(id)
}
