import type { Output } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'
import type { Launch } from './launch.ts'

type RoundsMethod = 'rounds.open' | 'rounds.play' | 'rounds.act' | 'rounds.getBalance'

/** Longer than any honest answer; afterwards the same call is asked again. */
const mostMs = 20_000

export type Caller = <M extends RoundsMethod>(method: M, params: Record<string, string>) => Promise<Output<M>>

/** The frame has no cookie: what it may do hangs on its token, which travels in the body. */
export const callerOf =
  ({ home, token, locale }: Launch): Caller =>
  async (method, params) => {
    const query = new URLSearchParams({ v: '1', locale })
    const answer = await fetch(`${home}/api/${method}?${query}`, {
      method: 'POST',
      body: new URLSearchParams({ ...params, token: token ?? '' }),
      signal: AbortSignal.timeout(mostMs),
    })
    const envelope = await answer.json()
    if (answer.ok && envelope?.result === 1) return envelope.data
    throw Refusal.fromWire(envelope?.error, answer.status)
  }

/** Resolves after so long, or as soon as the browser says that it is online again. */
export const restOrOnline = (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
  })

/** Made before the first try, so that every further one is the same round. Pages without TLS have no randomUUID. */
export function newRound(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
