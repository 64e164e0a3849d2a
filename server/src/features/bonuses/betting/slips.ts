import { z } from 'zod'
import type { Tx } from '../../../context.ts'
import { tellPlayer } from '../../../db/announce.ts'
import { balancesOf, move, type PurseName } from '../../wallet/wallet.ts'
import { endBetting, issueBetting } from './machine.ts'
import { type AskedSlip, forbidsSlip, isLivingState, type SlipNo, splitStake, withSlip } from './rules.ts'
import { reversedSlip, type SlipLine, type SlipOutcome, type SlipStep, settledSlip } from './settle-rules.ts'
import { addBettingNotes, addSlip, readSlip, type SlipRow, writeSlip } from './slip-store.ts'
import * as store from './store.ts'

/**
 * What a bet asks of betting bonuses: who pays for it, what its result means, and that a result was taken back. Whoever
 * calls it holds the player's lock. The keys are those of the bet, so that twice is once.
 */

export type PaidSlip = AskedSlip & {
  playerId: bigint
  /** The one that the player chose; without one a refund that fits watches by itself. */
  bonusId: bigint | null
}

type Paid =
  | { kind: 'paid'; bonusId: bigint; own: bigint; paid: bigint }
  /** No bonus is asked for and none watches: the bet is none of ours. */
  | { kind: 'none' }
  | ({ kind: 'refused' } & SlipNo)

/** The stake moves into the hold, all of it or nothing. */
export async function payForSlip(tx: Tx, asked: PaidSlip): Promise<Paid> {
  const { playerId, slip, stake, odds, legs } = asked
  if (stake <= 0n || legs.length === 0) throw new Error('a bet has a stake and picks')
  const known = await readSlip(tx, slip)
  if (known) return again(known, asked)
  const bonus = await bonusFor(tx, asked)
  if (!bonus) return asked.bonusId === null ? { kind: 'none' } : { kind: 'refused', reason: 'UNKNOWN_BONUS', data: {} }
  const { currency } = bonus
  const no = forbidsSlip(bonus, asked)
  if (no) return { kind: 'refused', ...no }
  const split = splitStake(bonus, stake, await mainOf(tx, playerId, currency))
  if ('reason' in split) return { kind: 'refused', ...split }
  const { own, paid } = split
  await addSlip(tx, { slip, bonusId: bonus.id, playerId, currency, stake, paid, odds, legs })
  await store.writeBetting(tx, withSlip(bonus, { slip, paid }), false)
  await moveLines(tx, { slip, step: 1, playerId, currency }, [
    { from: 'main', to: 'hold', amount: own, reason: 'stake' },
    { from: 'bonus', to: 'hold', amount: paid, reason: bonus.type === 'free_bet' ? 'freebet' : 'stake' },
  ])
  await tellPlayer(tx, playerId, 'bonuses')
  return { kind: 'paid', bonusId: bonus.id, own, paid }
}

function again(known: SlipRow, { playerId, stake, bonusId }: PaidSlip): Paid {
  const isSame = known.playerId === playerId && known.stake === stake && (bonusId ?? known.bonusId) === known.bonusId
  if (!isSame) throw new Error('two bets have one name')
  return { kind: 'paid', bonusId: known.bonusId, own: known.stake - known.paid, paid: known.paid }
}

async function bonusFor(tx: Tx, asked: PaidSlip): Promise<store.BettingRow | undefined> {
  const { playerId, bonusId } = asked
  if (bonusId !== null) return store.readOwnBetting(tx, playerId, bonusId)
  const living = await store.readLivingBetting(tx, playerId)
  return living.find((bonus) => bonus.type === 'refund' && bonus.state === 'active' && !forbidsSlip(bonus, asked))
}

type Settled =
  | { kind: 'settled'; step: number }
  /** This result stands already. */
  | { kind: 'repeated' }
  | { kind: 'unknown' }
  /** A bet that was cashed out is over. */
  | { kind: 'final' }
  | { kind: 'refused'; reason: 'BONUS_NO_CASH_OUT' }

/** A bet has this result now; where it had another, that one is taken back in the same movement. */
export async function settleSlip(tx: Tx, name: string, outcome: SlipOutcome): Promise<Settled> {
  const found = await slipWithBonus(tx, name)
  if (!found) return { kind: 'unknown' }
  const { slip, bonus, main } = found
  const said = saidOf(outcome)
  if (slip.state !== 'open' && slip.outcome === said) return { kind: 'repeated' }
  if (slip.state === 'cashed' || (slip.state === 'settled' && outcome.kind === 'cashed')) return { kind: 'final' }
  if (outcome.kind === 'cashed' && bonus.type === 'free_bet') return { kind: 'refused', reason: 'BONUS_NO_CASH_OUT' }
  if (outcome.kind === 'settled' && outcome.legs.length !== slip.legs.length) throw new Error('a result for each pick')
  const step = settledSlip(bonus, slip, outcome, main)
  return { kind: 'settled', step: await write(tx, found, step, said) }
}

/** The result of a bet is taken back: it is open again. */
export async function reverseSlip(tx: Tx, name: string): Promise<Exclude<Settled, { kind: 'refused' }>> {
  const found = await slipWithBonus(tx, name)
  if (!found) return { kind: 'unknown' }
  const { slip, bonus, main } = found
  if (slip.state === 'open') return { kind: 'repeated' }
  if (slip.state === 'cashed') return { kind: 'final' }
  return { kind: 'settled', step: await write(tx, found, reversedSlip(bonus, slip, main), null) }
}

type Found = { slip: SlipRow; bonus: store.BettingRow; main: bigint }

async function slipWithBonus(tx: Tx, name: string): Promise<Found | null> {
  const slip = await readSlip(tx, name)
  const bonus = slip && (await store.readBetting(tx, slip.bonusId))
  return bonus ? { slip, bonus, main: await mainOf(tx, slip.playerId, slip.currency) } : null
}

async function write(tx: Tx, { slip, bonus }: Found, step: SlipStep, said: string | null): Promise<number> {
  const number = slip.step + 1
  const { playerId, currency } = slip
  const refundId = await refundOf(tx, { slip, bonus }, step, number)
  await writeSlip(tx, { ...step.slip, refundId }, { step: number, outcome: said })
  await store.writeBetting(tx, step.bonus, step.isUsableAgain)
  await addBettingNotes(tx, step, number)
  await moveLines(tx, { slip: slip.slip, step: number, playerId, currency }, step.lines)
  await tellPlayer(tx, playerId, 'bonuses')
  return number
}

/** A lost bet gives a bonus; one that is not lost any more takes it back, as long as it was not put into a bet. */
async function refundOf(tx: Tx, { slip, bonus }: Omit<Found, 'main'>, step: SlipStep, number: number) {
  if (step.takesRefundBack && slip.refundId !== null) {
    const given = await store.readBetting(tx, slip.refundId)
    // In a bet, or used up: what was given stays given, and is not given again.
    if (!given || !isLivingState(given.state) || given.inSlips > 0) return slip.refundId
    await endBetting(tx, given, { state: 'removed', reason: 'taken_back' })
    return null
  }
  if (step.refund === 0n) return slip.refundId
  const { playerId, currency, template, offer, version, terms } = bonus
  const type = terms.refund?.gives
  if (type === undefined || type === 'cash') throw new Error('a refund that is none')
  const sourceKey = number === 2 ? `refund:${slip.slip}` : `refund:${slip.slip}:${number}`
  const grant = { playerId, source: 'refund', sourceKey, template, currency, amount: step.refund } as const
  const { id } = await issueBetting(tx, {
    ...grant,
    terms: { ...withTerms.parse(bonus.body), type },
    ...(offer !== null && { offer }),
    ...(version !== null && { version }),
  })
  return id
}

const withTerms = z.looseObject({})

/** One written form for one result. */
const saidOf = (outcome: SlipOutcome): string =>
  outcome.kind === 'cashed'
    ? `cashed ${outcome.returned}`
    : `${outcome.returned} ${outcome.legs.map(({ win, back, of }) => `${win}/${back}/${of}`).join(' ')}`

async function mainOf(tx: Tx, playerId: bigint, currency: string): Promise<bigint> {
  const purses = await balancesOf(tx, playerId)
  return purses.find((purse) => purse.kind === 'main' && purse.currency === currency)?.balance ?? 0n
}

type Place = SlipLine['from']

function purseAt(place: Place, playerId: bigint, currency: string): PurseName {
  const houses = {
    book: { owner: 'house', kind: 'sportsbook' },
    promotions: { owner: 'promotions', kind: 'main' },
    receivable: { owner: 'house', kind: 'receivable' },
  } as const
  const own = { main: 'main', bonus: 'betting_bonus', hold: 'slip_hold' } as const
  return place === 'book' || place === 'promotions' || place === 'receivable'
    ? { playerId: null, ...houses[place], currency }
    : { playerId, kind: own[place], currency }
}

type Step = { slip: string; step: number; playerId: bigint; currency: string }

async function moveLines(tx: Tx, { slip, step, playerId, currency }: Step, lines: readonly SlipLine[]): Promise<void> {
  const transfers = lines
    .filter(({ amount }) => amount > 0n)
    .map(({ from, to, amount, reason }) => ({
      from: purseAt(from, playerId, currency),
      to: purseAt(to, playerId, currency),
      amount,
      reason,
      ref: `bet:${slip}`,
    }))
  const movement = { scope: 'bet-step', key: `${slip}:${step}`, playerId, body: { slip, step }, transfers }
  const outcome = await move(tx, { ...movement, answer: () => ({}) })
  if (outcome.kind !== 'moved') throw new Error(`the money of a bet did not move: ${outcome.kind}`)
}
