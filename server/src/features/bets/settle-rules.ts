import { hasChanged, isVoidResult, type JudgedBet, type LegRecord } from '@croupier/sportsbook/judge'
import { mayCorrect } from '@croupier/sportsbook/rules/void-rules'

export {
  type BetShape,
  hasChanged,
  isVoidResult,
  type JudgedBet,
  judgeBet,
  type LegRecord,
  type LegWord,
  resultFor,
  windowOf,
} from '@croupier/sportsbook/judge'

/** What the words of now ask for. Pure. */

/** How the bet stands until now. */
export type BetStanding = {
  state: 'open' | 'settled'
  returned: bigint
  boost: bigint
  isUnderReview: boolean
  /** What the last step went by. */
  legs: readonly LegRecord[]
  hoursSinceSettled: number
}

export type BetAct =
  | { kind: 'nothing' }
  | { kind: 'settle' | 'correct'; judged: Extract<JudgedBet, { kind: 'decided' }> }
  /** It had given nothing, and waits again. */
  | { kind: 'reopen' }
  /** No money moves: what was paid is kept until the next word, or that word has come. */
  | { kind: 'review'; isUnderReview: boolean }

/** What the words of now ask for. Asked again after it is done, the answer is nothing. */
export function actOn(bet: BetStanding, judged: JudgedBet): BetAct {
  if (bet.state === 'open') return judged.kind === 'decided' ? { kind: 'settle', judged } : { kind: 'nothing' }
  if (judged.kind === 'undecided') {
    if (gaveNothing(bet)) return { kind: 'reopen' }
    return bet.isUnderReview ? { kind: 'nothing' } : { kind: 'review', isUnderReview: true }
  }
  const difference = judged.returned + judged.boost - bet.returned - bet.boost
  const isSame = judged.returned === bet.returned && judged.boost === bet.boost && !hasChanged(bet.legs, judged.legs)
  // What is too late to be taken back stands, as if the word had not come.
  if (isSame || (difference < 0n && !mayCorrect(difference, bet.hoursSinceSettled)))
    return bet.isUnderReview ? { kind: 'review', isUnderReview: false } : { kind: 'nothing' }
  return { kind: 'correct', judged }
}

/** A free bet that was void gave no money, but it gave the free bet back. */
const gaveNothing = ({ returned, boost, legs }: BetStanding) =>
  returned + boost === 0n && !legs.every(({ win, back, of }) => isVoidResult([win, back, of]))
