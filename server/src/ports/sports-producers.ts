import type { JointAnswer, JointQuestion, ProofAnswer, ProofQuestion } from '@croupier/sportsbook/feed'

/** `NOT_NOW`: it does not sell these at this moment. `PART`: it cannot price one of them together with others. */
export type JointSaid = JointAnswer | 'NOT_NOW' | 'PART' | 'NO_ANSWER'

/** What may be asked of those who tell of sports events. Which of them answer is up to them. */
export type SportsProducers = {
  joint: (producer: string, question: JointQuestion) => Promise<JointSaid>
  /** What a simulated match was drawn from; null where that is not told. */
  proof: (producer: string, question: ProofQuestion) => Promise<ProofAnswer | null>
}
