import { tidyFeedback } from '@croupier/contract/support'
import type { JobContext, Tx } from '../../context.ts'
import { post } from '../mail/mail.ts'
import { lockFeedback, writeAnswer } from './store.ts'

type Post = Pick<JobContext, 'announce' | 'i18n' | 'content' | 'config'>

/** Answers a message once, by letter; who asked reads what was asked below it. */
export async function answerFeedback(ctx: Post, tx: Tx, id: bigint, words: string) {
  const feedback = await lockFeedback(tx, id)
  if (!feedback) return { kind: 'unknown' } as const
  if (feedback.answeredAt) return { kind: 'answered', at: feedback.answeredAt } as const
  const answer = tidyFeedback(words)
  await writeAnswer(tx, id, answer)
  await post(ctx, tx, {
    channel: 'email',
    to: feedback.contact,
    kind: 'feedbackAnswer',
    locale: feedback.locale,
    params: { number: String(id), at: feedback.at, quote: answer },
  })
  return { kind: 'sent', to: feedback.contact } as const
}
