import { feedbackLength, tidyFeedback } from '@croupier/contract/support'
import { answerFeedback, listFeedback } from '../features/support/support.ts'
import type { Command, RunCommand } from './command.ts'
import { withTexts } from './with-texts.ts'

const mostShown = 50

type Feedback = Awaited<ReturnType<typeof listFeedback>>[number]

const indented = (text: string) => text.split('\n').map((line) => `    ${line}`)

const linesOf = ({ id, at, playerId, topic, text, contact, locale, answer, answeredAt }: Feedback): string[] => [
  `${id}  ${at.toISOString()}  ${topic}  ${playerId === null ? 'guest' : `player ${playerId}`}  ${contact}  ${locale}`,
  ...indented(text),
  ...(answeredAt ? [`  answered ${answeredAt.toISOString()}`, ...indented(answer ?? '')] : []),
]

const list =
  (isAll: boolean): RunCommand =>
  async ({ db }) => {
    const found = await listFeedback(db.sql, isAll, mostShown)
    return { lines: found.length > 0 ? found.flatMap(linesOf) : ['Nothing waits for an answer.'], code: 0 }
  }

const answer =
  (id: bigint, words: string): RunCommand =>
  (site) =>
    withTexts(site, async (ctx) => {
      const done = await ctx.begin((tx) => answerFeedback(ctx, tx, id, words))
      if (done.kind === 'sent') return { lines: [`Message ${id} is answered to ${done.to}.`], code: 0 }
      const why = done.kind === 'unknown' ? `There is no message ${id}.` : `It was answered ${done.at.toISOString()}.`
      return { lines: [why], code: 1 }
    })

const readAnswer: Command['read'] = ({ words: [id = '', ...words] }) => {
  const text = tidyFeedback(words.join(' '))
  if (!/^\d{1,18}$/.test(id) || text.length === 0 || text.length > feedbackLength.max) return null
  return answer(BigInt(id), text)
}

export const feedbackCommands: Command[] = [
  {
    form: 'feedback list [all]',
    about: 'messages to support that wait for an answer, oldest first; all: the newest, answered ones too',
    read: ({ words: [which] }) => (which === undefined || which === 'all' ? list(which === 'all') : null),
  },
  {
    form: 'feedback answer <id> <word> [words…]',
    about: 'answers a message once, by letter, in the words that follow',
    read: readAnswer,
  },
]
