import type { Reason } from './fields/definition.ts'
import { email } from './fields/email.ts'

/** What a message to support is about, in the order of the form. */
export const feedbackTopics = [
  'account',
  'payments',
  'bonuses',
  'games',
  'sports',
  'limits',
  'complaint',
  'other',
] as const
export type FeedbackTopic = (typeof feedbackTopics)[number]

export const feedbackLength = { min: 10, max: 4000 }

/** As it is kept and counted: one kind of line end, nothing that cannot be seen, no empty edges. */
export const tidyFeedback = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\n\P{C}]/gu, '')
    .trim()

/** What is wrong with the words of a message. */
export function feedbackTextReason(text: string): Reason | null {
  const { length } = tidyFeedback(text)
  if (length === 0) return 'REQUIRED'
  if (length < feedbackLength.min) return 'TOO_SHORT'
  return length > feedbackLength.max ? 'TOO_LONG' : null
}

/** Who has an address with us is answered there; all others say where. */
export const feedbackContactReason = (contact: string, hasEmail: boolean): Reason | null =>
  hasEmail ? null : email(contact.trim())

type Feedback = { topic: string; text: string; contact: string }

/** What is wrong with a message, by field: the form and the house ask the same. */
export function feedbackReasons(
  { topic, text, contact }: Feedback,
  hasEmail: boolean,
): Partial<Record<keyof Feedback, Reason>> {
  const isTopic = feedbackTopics.some((each) => each === topic)
  const reasons = {
    topic: isTopic ? null : ('REQUIRED' as const),
    text: feedbackTextReason(text),
    contact: feedbackContactReason(contact, hasEmail),
  }
  return Object.fromEntries(Object.entries(reasons).filter(([, reason]) => reason !== null))
}
