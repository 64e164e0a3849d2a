import { createHmac } from 'node:crypto'

export type Reply =
  | { kind: 'yes'; data: Record<string, unknown> }
  | { kind: 'no'; type: string; reason: string }
  /** No answer: it may have been booked, or not. */
  | { kind: 'unknown' }

type Options = { url: string; provider: string; secret: string; timeoutMs?: number }

export type Wallet = ReturnType<typeof openWallet>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The operator's wallet, by docs/wallet-protocol.md and nothing else. */
export function openWallet({ url, provider, secret, timeoutMs = 8_000 }: Options) {
  return {
    async send(call: string, body: string): Promise<Reply> {
      const timestamp = String(Date.now())
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      try {
        const answer = await fetch(`${url}/wallet/v1/${call}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-provider': provider,
            'x-timestamp': timestamp,
            'x-signature': signature,
          },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (answer.status >= 500 || answer.status === 429) return { kind: 'unknown' }
        return read(JSON.parse(await answer.text()))
      } catch {
        return { kind: 'unknown' }
      }
    },
  }
}

function read(said: unknown): Reply {
  if (!isRecord(said)) return { kind: 'unknown' }
  if (said.result === 1 && isRecord(said.data)) return { kind: 'yes', data: said.data }
  const { error } = said
  if (!isRecord(error)) return { kind: 'unknown' }
  const data = isRecord(error.error_data) ? error.error_data : {}
  return { kind: 'no', type: textOf(error.type).replace(/Exception$/, ''), reason: textOf(data.reason) }
}

export function moneyIn(value: unknown): string {
  return isRecord(value) ? textOf(value.amount) : ''
}
