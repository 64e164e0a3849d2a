import { isNumber } from './rules.ts'
import type { Gateway } from './send-letter.ts'

type Options = { url: string; token: string; patienceMs?: number }

/** `POST` of `{"to", "text"}` with a bearer token; any 2xx answer means that the gateway has taken it over. */
export const openSms = ({ url, token, patienceMs = 10_000 }: Options): Gateway => ({
  async send({ id, to, text }) {
    if (!isNumber(to)) throw new Error('not one number to send to')
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `letter-${id}`,
      },
      body: JSON.stringify({ to, text }),
      // Elsewhere another server would have the token.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
  },
  close: () => {},
})
