import type { WireBet } from '@croupier/contract/methods/bets'
import type { WireMoney } from '@croupier/contract/money'
import { type BetStep, legState, minorOf, plusMoney, withMinor } from './my-bet-rules.ts'

/** What happened to a bet, one thing after the other. */
export type Happening =
  | { kind: 'held'; at: string; amount: WireMoney; waits: boolean }
  | { kind: 'accepted'; at: string }
  | { kind: 'refused'; at: string; amount: WireMoney; reason: string; words: string }
  | { kind: 'settled'; at: string; paid: WireMoney; how: 'returned' | 'lost' | 'void'; reason: string }
  | {
      kind: 'cashed'
      at: string
      paid: WireMoney
      part: WireMoney
      isAll: boolean
      isAuto: boolean
      into: string | null
    }
  | { kind: 'reopened'; at: string; reason: string }
  | { kind: 'corrected'; at: string; before: WireMoney; after: WireMoney; shortfall: WireMoney | null; reason: string }

const totalAfter = (step: BetStep): WireMoney => plusMoney(step.returned_after, step.boost)

/** Why the operator stopped a match or closed betting, in its own words. */
function wordsOf({ refused }: WireBet): string {
  const words = refused?.reason === 'GAME_CLOSED' ? refused.data.cause : refused?.data.words
  return typeof words === 'string' ? words : ''
}

function happeningOf(bet: WireBet, step: BetStep, before: WireMoney, isLast: boolean): Happening {
  const { kind, at, part, reason } = step
  const after = totalAfter(step)
  const paid = withMinor(after, minorOf(after) - minorOf(before))
  if (kind === 'held') return { kind, at, amount: part, waits: bet.decide_at !== null }
  if (kind === 'released')
    return { kind: 'refused', at, amount: part, reason: bet.refused?.reason ?? reason, words: wordsOf(bet) }
  if (kind === 'reopened') return { kind, at, reason }
  if (kind === 'cashed') {
    const isAll = isLast && bet.state === 'cashed'
    return { kind, at, paid, part, isAll, isAuto: reason === 'auto', into: isAll ? bet.edited_into : null }
  }
  if (kind === 'corrected') {
    const shortfall = minorOf(step.shortfall) > 0n ? step.shortfall : null
    return { kind, at, before, after, shortfall, reason }
  }
  const isVoid = bet.legs.every((leg) => legState(leg) === 'void')
  return { kind, at, paid, how: isVoid ? 'void' : minorOf(paid) > 0n ? 'returned' : 'lost', reason }
}

/** Steps are movements of money; the moment of acceptance moves none and stands between them. */
export function storyOf(bet: WireBet, steps: readonly BetStep[]): Happening[] {
  const story = steps.map((step, at) => {
    const boost = steps[at - 1]?.boost ?? withMinor(bet.stake, 0n)
    return happeningOf(bet, step, plusMoney(step.returned_before, boost), at === steps.length - 1)
  })
  if (bet.accepted_at === null) return story
  return [...story.slice(0, 1), { kind: 'accepted', at: bet.accepted_at }, ...story.slice(1)]
}
