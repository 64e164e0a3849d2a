import type { Currency } from '@croupier/contract/money'
import type { Refusal } from '@croupier/contract/refusals'
import { parsePick } from '@croupier/sportsbook/pick'
import type { Tx } from '../../context.ts'
import { tellPlayers } from '../../db/announce.ts'
import { type Part, transfersFrom, transfersTo } from '../funding/funding.ts'
import { sportsForBets } from '../sports/sports.ts'
import { type Movement, moveAll } from '../wallet/wallet.ts'
import { betRefusal, exposureOf, type SeenLeg } from './decide.ts'
import * as store from './store.ts'

/** What a batch has decided and has to write. */
export type BetChanges = {
  bets: store.NewBet[]
  decided: store.DecidedBet[]
  legs: store.NewLeg[]
  steps: store.NewStep[]
  movements: Movement[]
  exposure: store.NewExposure[]
  players: Set<bigint>
}

export const noChanges = (): BetChanges => ({
  ...{ bets: [], decided: [], legs: [], steps: [], movements: [], exposure: [] },
  players: new Set(),
})

/** A movement did not happen as it was decided: nothing of the batch stays, and each bet is run alone. */
class UnexpectedMove extends Error {}

/** Rows of bets first, then purses, and exposure last, which many bets share. */
export async function writeChanges(tx: Tx, changes: BetChanges, lane: number): Promise<void> {
  const { bets, legs, movements, exposure, players } = changes
  const { decided, steps } = await withClosingWords(tx, changes)
  const writes = [store.addBets(tx, bets), store.writeDecided(tx, decided)]
  writes.push(store.addLegs(tx, legs), store.addSteps(tx, steps))
  const [outcomes] = await Promise.all([moveAll(tx, movements), ...writes])
  const unexpected = outcomes.find(({ kind }) => kind !== 'moved')
  if (unexpected?.kind === 'short' && movements.length === 1) throw betRefusal('INSUFFICIENT_FUNDS')
  if (unexpected) throw new UnexpectedMove(`the money of a bet did not move: ${unexpected.kind}`)
  await Promise.all([store.addExposure(tx, exposure, lane), tellPlayers(tx, [...players], 'bets')])
}

/** Bets that waited when the operator stopped their market say why it did. */
async function withClosingWords(
  tx: Tx,
  { decided, steps }: BetChanges,
): Promise<Pick<BetChanges, 'decided' | 'steps'>> {
  const events = new Map(decided.flatMap((each) => (isStopped(each) ? [[each.id, stoppedEvent(each)] as const] : [])))
  if (events.size === 0) return { decided, steps }
  const found = await sportsForBets.closingWords(tx, [...new Set(events.values())])
  const wordsFor = (betId: bigint) => found.get(events.get(betId) ?? 0n)
  return {
    decided: decided.map((each) => {
      const words = wordsFor(each.id)
      return words === undefined || each.state === 'open' ? each : { ...each, data: { ...each.data, words } }
    }),
    steps: steps.map((step) => ({ ...step, reason: wordsFor(step.betId) ?? step.reason })),
  }
}

type RefusedBet = Extract<store.DecidedBet, { state: 'refused' }>

const isStopped = (decided: store.DecidedBet): decided is RefusedBet =>
  decided.state === 'refused' && decided.data.cause === 'OPERATOR'

const stoppedEvent = ({ data: { picks } }: RefusedBet): bigint =>
  BigInt(parsePick(String(Array.isArray(picks) ? picks[0] : ''))?.event ?? 0)

type Owned = { id: bigint; playerId: bigint; currency: string }

/** The numbered step of a bet is its key in the ledger, so no step is taken twice. */
const movementOf = ({ id, playerId }: Owned, step: number, transfers: Movement['transfers']): Movement => ({
  ...{ scope: 'bet-step', key: `${id}:${step}`, playerId, body: { slip: String(id), step }, transfers },
  answer: () => ({}),
})

const holdOf = ({ playerId, currency }: Owned) => ({ playerId, kind: 'slip_hold', currency }) as const

/** The stake into the player's own hold. */
export const holdStake = (bet: Owned, parts: readonly Part[]): Movement =>
  movementOf(bet, 1, transfersFrom(parts, bet, { to: holdOf(bet), reason: 'stake', ref: `bet:${bet.id}` }))

/** The stake back to the purses that paid it, as if it had never been staked. */
export const releaseStake = (bet: Owned, parts: readonly Part[], step: number): Movement =>
  movementOf(bet, step, transfersTo(parts, bet, { from: holdOf(bet), reason: 'rollback', ref: `bet:${bet.id}` }))

/** The legs of a bet that is open from now on. */
export const legsOfOpen = (betId: bigint, legs: readonly SeenLeg[]): store.NewLeg[] =>
  legs.flatMap(({ askedPrice, price, parts, builder }, place) =>
    parts.map(({ eventId, marketId, outcome, version, stops, isPlayed, win, back }, at) => ({
      ...{ betId, place, part: builder ? at + 1 : 0, eventId, marketId, outcome },
      ...{ priceAsked: askedPrice, price, version, stops, isLive: isPlayed, win, back },
      subsetPrices: builder && at === 0 ? builder.prices : null,
    })),
  )

/** What each leg may cost the house; a builder counts in full on every part, because each of them has to happen. */
export const exposureOfLegs = (legs: readonly store.NewLeg[], stake: bigint, currency: Currency): store.NewExposure[] =>
  legs.map(({ marketId, outcome, price }) => ({ marketId, outcome, profit: exposureOf(stake, price, currency) }))

/** A refusal as it is kept with the bet. */
export const keptRefusal = (refusal: Refusal): { reason: string; data: Record<string, unknown> } => {
  const { reason: _, ...data } = refusal.data ?? {}
  return { reason: refusal.reason ?? refusal.type, data }
}
