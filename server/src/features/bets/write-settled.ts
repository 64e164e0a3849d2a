import { currencyOf, toWire, writeMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import type { Context, Tx } from '../../context.ts'
import { tellPlayers } from '../../db/announce.ts'
import { addNotices } from '../account/account.ts'
import { noteUses } from '../limits/limits.ts'
import { exposureOf } from './decide.ts'
import { countedOf, useChange } from './settle-money.ts'
import { isVoidResult, type LegRecord } from './settle-rules.ts'
import { type ExposureChange, giveExposure, markReviews, type SettlingStep, writeSteps } from './settle-store.ts'
import type { BetView } from './settle-view.ts'
import { laneOf } from './work-store.ts'

/** Who settles, and the words of a ruling; without words it was a result. */
export type SettlingContext = Pick<Context, 'announce'> & { actor: string; reason: string }

/** A step whose money has moved, or moves in this transaction. */
export type DoneStep = { view: BetView; step: SettlingStep }

/** Everything but the money: how the bets stand, what limits count, what the house risks, and who is told. */
export async function writeDone(tx: Tx, done: readonly DoneStep[], ctx: SettlingContext): Promise<void> {
  if (done.length === 0) return
  await writeSteps(
    tx,
    done.map(({ step }) => step),
    ctx,
  )
  await noteUses(tx, usesOf(done))
  await giveExposure(tx, done.flatMap(exposureOfStep))
  await addNotices(
    tx,
    'betCorrected',
    done.flatMap((each) => noticeOf(each, ctx)),
    true,
  )
  await tellPlayers(tx, [...new Set(done.map(({ view }) => view.bet.playerId))], 'bets')
  await announceSteps(tx, done, ctx)
}

/** Bets that keep what they were paid until the next word, or whose next word has come: no step, but the page says so. */
export async function writeReviews(tx: Tx, views: readonly BetView[]): Promise<void> {
  const reviews = views.flatMap(({ bet, act }) =>
    act.kind === 'review' ? [{ betId: bet.id, playerId: bet.playerId, isUnderReview: act.isUnderReview }] : [],
  )
  await markReviews(tx, reviews)
  await tellPlayers(tx, [...new Set(reviews.map(({ playerId }) => playerId))], 'bets')
}

const isVoidRecord = (legs: readonly LegRecord[]) => legs.every(({ win, back, of }) => isVoidResult([win, back, of]))

/** The count of a stake bears the name of its bet; that of a return also the number of its step. */
const stakeKey = (betId: bigint) => `bet:${betId}`
const returnKey = (betId: bigint, step: number) => `bet:${betId}:${step}`

function usesOf(done: readonly DoneStep[]): Parameters<typeof noteUses>[1] {
  const uses: Parameters<typeof noteUses>[1]['uses'][number][] = []
  const drops: Parameters<typeof noteUses>[1]['drops'][number][] = []
  for (const { view, step } of done) {
    const { bet, past } = view
    const { id, playerId, stake, stakeOpen, mode } = bet
    // What was open again had given nothing, and its stake was counted all the time.
    if (mode === 'demo' || step.kind === 'reopened') continue
    const whole = { stake, isWhole: stakeOpen === stake }
    const before =
      bet.state === 'open' ? { stake, returned: 0n } : countedOf(whole, { ...bet, isVoid: isVoidRecord(past.legs) })
    const change = useChange(before, countedOf(whole, { ...step, isVoid: isVoidRecord(step.legs) }))
    if (change.dropsStake) drops.push({ playerId, key: stakeKey(id) })
    if (change.dropsReturn) drops.push({ playerId, key: returnKey(id, bet.steps) })
    if (change.stake > 0n) uses.push({ playerId, kind: 'stake', amountMinor: change.stake, key: stakeKey(id) })
    if (change.returned > 0n)
      uses.push({ playerId, kind: 'return', amountMinor: change.returned, key: returnKey(id, step.n) })
  }
  return { uses, drops }
}

/** A bet that is over risks nothing more; one that is open again does. */
function exposureOfStep({ view: { bet, legs }, step }: DoneStep): ExposureChange[] {
  if (bet.mode === 'demo' || step.kind === 'corrected') return []
  const sign = step.kind === 'reopened' ? 1n : -1n
  const lane = laneOf(bet.playerId)
  return legs.map(({ marketId, outcome, price }) => ({
    ...{ marketId, outcome, lane },
    profit: sign * exposureOf(bet.stakeOpen, price, currencyOf(bet)),
  }))
}

function noticeOf({ view: { bet }, step }: DoneStep, { reason }: SettlingContext) {
  const [before, after] = [bet.returned + bet.boost, step.returned + step.boost]
  if (step.kind !== 'corrected' || bet.mode === 'demo' || before === after) return []
  const money = (amount: bigint) => writeMoney(toWire(amount, currencyOf(bet)))
  const params = {
    ...{ bet: String(bet.id), before: money(before), after: money(after) },
    ...(reason === '' ? { reason: 'result', words: '' } : { reason: 'ruling', words: reason }),
    link: paths.betHistory({ product: 'sports', bet: String(bet.id) }),
  }
  return [{ playerId: bet.playerId, params }]
}

async function announceSteps(tx: Tx, done: readonly DoneStep[], { announce }: SettlingContext): Promise<void> {
  const told = (isReopened: boolean) =>
    done
      .filter(({ step }) => (step.kind === 'reopened') === isReopened)
      .map(({ step }) => ({ betId: String(step.betId), step: step.n }))
  const [settled, reopened] = [told(false), told(true)]
  if (settled.length > 0) await announce(tx, 'bet.settled', { bets: settled })
  if (reopened.length > 0) await announce(tx, 'bet.reopened', { bets: reopened })
}
