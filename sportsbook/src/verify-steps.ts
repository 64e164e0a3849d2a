import type { BetRecord, RecordedStep } from './bet-record.ts'
import { compare, type Difference, firstOf, msOf, wordsThen } from './bet-words.ts'
import { partOfValue } from './cash-out.ts'
import { type BetShape, judgeBet, type LegWord } from './judge.ts'
import type { Result } from './result.ts'
import { mayCorrect } from './rules/void-rules.ts'
import { worthDifference } from './verify-worth.ts'

/** The steps of a bet's money, walked from the first to the last. */

/** How it stands before a step. */
type Standing = { stakeOpen: bigint; returned: bigint; boost: bigint; cashed: bigint; state: BetRecord['bet']['state'] }

export const shapeOf = ({ bet }: BetRecord, stakeOpen: bigint): BetShape => ({
  ...{ kind: bet.kind, sizes: bet.sizes, bankers: bet.bankers, boostBp: bet.boost_bp },
  ...{ stakeOpen, isFree: bet.is_free_bet },
})

export function stepDifference(record: BetRecord): Difference | null {
  const { bet, steps } = record
  const stake = BigInt(bet.stake)
  const taken = bet.state === 'pending' ? 'pending' : 'open'
  let standing: Standing = { stakeOpen: stake, returned: 0n, boost: 0n, cashed: 0n, state: taken }
  const found = firstOf(steps, (step, at) => {
    const where = `steps[${at}]`
    const next = takeStep(record, step, { standing, where })
    if ('where' in next) return next
    standing = next
    return (
      compare(`${where}.n`, at + 1, step.n) ??
      compare(`${where}.ledger_key`, `${bet.id}:${at + 1}`, step.ledger_key) ??
      (at === 0 ? compare(`${where}.kind`, 'held', step.kind) : null)
    )
  })
  if (found) return found
  const stakeOpen = standing.state === 'refused' ? 0n : standing.stakeOpen
  return (
    (steps.length === 0 ? { where: 'steps', own: 'held', said: 'nothing' } : null) ??
    compare('bet.state', standing.state, bet.state) ??
    compare('bet.stake_open', stakeOpen, bet.stake_open) ??
    compare('bet.cashed', standing.cashed, bet.cashed) ??
    compare('bet.returned', standing.returned, bet.returned) ??
    compare('bet.boost', standing.boost, bet.boost)
  )
}

type Place = { standing: Standing; where: string }

function takeStep(record: BetRecord, step: RecordedStep, { standing, where }: Place): Standing | Difference {
  const paid = step.kind === 'cashed' ? 0n : standing.returned
  const before = compare(`${where}.returned_before`, paid, step.returned_before)
  if (before) return before
  switch (step.kind) {
    case 'held':
      return (
        compare(`${where}.part`, record.bet.stake, step.part) ??
        compare(`${where}.returned_after`, 0, step.returned_after) ??
        standing
      )
    case 'released':
      return compare(`${where}.part`, record.bet.stake, step.part) ?? { ...standing, state: 'refused' }
    case 'reopened':
      return (
        compare(`${where}.returned_after`, 0, step.returned_after) ??
        compare(`${where}.returned_before`, 0, step.returned_before) ?? { ...standing, boost: 0n, state: 'open' }
      )
    case 'cashed':
      return cashStep(record, step, { standing, where })
    case 'settled':
    case 'corrected':
      return settleStep(record, step, { standing, where })
  }
}

/** The results that it went by had been said, and they come to this money. */
function settleStep(record: BetRecord, step: RecordedStep, { standing, where }: Place): Standing | Difference {
  const then = msOf(step.at)
  const unsaid = firstOf(step.legs, ({ place, part, win, back, of, revision }, at) => {
    const leg = record.legs.find((each) => each.place === place && each.part === part)
    const words = leg ? wordsThen(record, leg, { revision, then }) : []
    const isSaid = words.some(([a, b, c]) => a * of === win * c && b * of === back * c)
    return isSaid ? null : { where: `${where}.legs[${at}]`, own: textsOf(words), said: [win, back, of].join(' ') }
  })
  if (unsaid) return unsaid
  const kind = standing.state === 'settled' ? 'corrected' : 'settled'
  const judged = judgeBet(shapeOf(record, standing.stakeOpen), wordsOf(record, step))
  if (judged.kind === 'undecided') return { where: `${where}.kind`, own: 'undecided', said: step.kind }
  const { returned } = judged
  const change = returned + judged.boost - standing.returned - standing.boost
  return (
    compare(`${where}.kind`, kind, step.kind) ??
    compare(`${where}.part`, standing.stakeOpen, step.part) ??
    compare(`${where}.returned_after`, returned, step.returned_after) ??
    compare(`${where}.boost`, judged.boost, step.boost) ??
    lateDifference(record, step, { change, where }) ?? { ...standing, returned, boost: judged.boost, state: 'settled' }
  )
}

const textsOf = (results: readonly Result[]) => results.map((result) => result.join(' ')).join(', ') || 'nothing'

/** Against the player only within three days of the first settlement. */
function lateDifference(
  { steps }: BetRecord,
  step: RecordedStep,
  { change, where }: { change: bigint; where: string },
): Difference | null {
  const first = steps.find(({ kind }) => kind === 'settled')
  if (step.kind !== 'corrected' || change >= 0n || !first) return null
  const hours = (msOf(step.at) - msOf(first.at)) / 3_600_000
  return mayCorrect(change, hours) ? null : { where: `${where}.at`, own: 'too late', said: step.at }
}

const wordsOf = ({ legs }: BetRecord, step: RecordedStep): LegWord[] =>
  legs.map(({ place, part, price, subset_prices: subsetPrices }) => {
    const said = step.legs.find((each) => each.place === place && each.part === part)
    return {
      ...{ place, part, price, subsetPrices, revision: said?.revision ?? 0 },
      result: said ? [said.win, said.back, said.of] : null,
    }
  })

/** What was bought back left the bet; where its chances were kept, its value comes out again. */
function cashStep(record: BetRecord, step: RecordedStep, { standing, where }: Place): Standing | Difference {
  const part = BigInt(step.part)
  if (part < 1n || part > standing.stakeOpen)
    return { where: `${where}.part`, own: `1 - ${standing.stakeOpen}`, said: step.part }
  const stakeOpen = standing.stakeOpen - part
  return (
    valueDifference(record, step, { standing, where }) ?? {
      ...{ ...standing, stakeOpen, cashed: standing.cashed + BigInt(step.returned_after) },
      state: stakeOpen === 0n ? 'cashed' : 'open',
    }
  )
}

function valueDifference(record: BetRecord, step: RecordedStep, { standing, where }: Place): Difference | null {
  const at = record.cash_outs.findIndex((each) => each.step === step.n)
  const sale = record.cash_outs[at]
  if (!sale) return { where: 'cash_outs', own: `step ${step.n}`, said: 'nothing' }
  const place = `cash_outs[${at}]`
  const then = msOf(step.at)
  const value = partOfValue(BigInt(sale.whole), BigInt(sale.part), standing.stakeOpen)
  return (
    (sale.worth &&
      worthDifference(record, sale.worth, {
        ...{ where: place, stake: standing.stakeOpen, whole: sale.whole, then },
      })) ??
    compare(`${place}.value`, value, sale.value) ??
    compare(`${where}.part`, sale.part, step.part) ??
    compare(`${where}.returned_after`, sale.value, step.returned_after)
  )
}
