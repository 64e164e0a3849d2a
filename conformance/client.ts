import { createHmac } from 'node:crypto'
import { request } from 'node:http'

export type Said = Record<string, unknown>

export type Reply = {
  status: number
  /** The bytes as they came. */
  text: string
  data: Record<string, unknown>
  /** `ROUND_CLOSED`, `amount:INVALID`, or the type of the error. */
  reason: string
  /** What a no says beside its reason. */
  noted: Record<string, unknown>
}

export type Client = ReturnType<typeof openClient>

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function reasonOf(error: unknown): string {
  if (!isRecord(error)) return ''
  const data = isRecord(error.error_data) ? error.error_data : {}
  if (typeof data.reason === 'string') return data.reason
  const fields = isRecord(error.invalid_parameters) ? Object.entries(error.invalid_parameters) : []
  return fields.map(([name, reasons]) => `${name}:${String(reasons)}`).join() || String(error.type ?? '')
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** A provider that signs as docs/wallet-protocol.md says, and can also do it wrong. */
export function openClient({ url, provider, secret }: { url: string; provider: string; secret: string }) {
  const sign = (timestamp: string, body: string) =>
    createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

  const headersFor = (body: string, changed: Record<string, string>) => {
    const timestamp = changed['x-timestamp'] ?? String(Date.now())
    return {
      'content-type': 'application/json',
      'x-provider': provider,
      'x-timestamp': timestamp,
      'x-signature': sign(timestamp, body),
      ...changed,
    }
  }

  async function send(call: string, body: string, changed: Record<string, string> = {}): Promise<Reply> {
    const answer = await fetch(`${url}/wallet/v1/${call}`, {
      method: 'POST',
      headers: headersFor(body, changed),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    })
    const text = await answer.text()
    const { data, error } = parsed(text)
    const noted = isRecord(error) && isRecord(error.error_data) ? error.error_data : {}
    return { status: answer.status, text, data: isRecord(data) ? data : {}, reason: reasonOf(error), noted }
  }

  return {
    sign,
    send,
    say: (call: string, said: Said, changed?: Record<string, string>) => send(call, JSON.stringify(said), changed),

    /** Says everything and hangs up: whether it was heard is not known. */
    sayAndHangUp: (call: string, said: Said): Promise<void> =>
      new Promise((done) => {
        const body = JSON.stringify(said)
        const options = {
          method: 'POST',
          headers: { ...headersFor(body, {}), 'content-length': Buffer.byteLength(body) },
        }
        const asked = request(`${url}/wallet/v1/${call}`, options)
        asked.on('error', () => done())
        asked.end(body, () => {
          asked.destroy()
          done()
        })
      }),
  }
}
