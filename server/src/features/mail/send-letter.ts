import type { JobContext } from '../../context.ts'
import { markSent, takeLetter } from './store.ts'

/** What a gateway is handed. */
type Outgoing = {
  /** The same at every attempt, so that a receiver can tell a repeated letter. */
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  headers: Record<string, string>
}

/** Settles when the gateway has taken the letter over, and throws in every other case. */
export type Gateway = { send: (letter: Outgoing) => Promise<void>; close: () => void }

/** Null: there is no gateway, and letters wait for one. */
export type Gateways = { email: Gateway | null; sms: Gateway | null }

/** Safe to run twice: a letter that is sent is not sent again, unless the process ended between the two. */
export async function sendLetter({ sql }: Pick<JobContext, 'sql'>, gateways: Gateways, letterId: string) {
  const letter = await takeLetter(sql, BigInt(letterId))
  if (!letter) return
  const gateway = letter.channel === 'sms' ? gateways.sms : gateways.email
  if (!gateway) throw new Error(`no gateway for ${letter.channel}`)
  await gateway.send({
    id: String(letter.id),
    to: letter.recipient,
    subject: letter.subject,
    text: letter.text ?? '',
    html: letter.html,
    headers: headersOf(letter.headers),
  })
  await markSent(sql, letter.id)
}

const headersOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : {}
