import { Refusal } from '@croupier/contract/refusals'
import type { Log } from '../../../log.ts'
import { parseStrictJson } from '../../../parse-json.ts'

export type ProviderCall = { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body?: string }

type Patience = { provider: string; patienceMs: number; log: Pick<Log, 'warn'> }

const mostBytes = 262_144

/** It is not known whether the provider took the call. */
export const providerUnavailable = () =>
  new Refusal('BillingUnavailable', { message: 'The payment provider does not answer' })

/** What the provider said makes no sense, so it is not known either whether it took the call. */
export const nonsense = () =>
  new Refusal('BillingServiceError', { message: 'The payment provider gave an answer that makes no sense' })

/** A clear no: nothing was taken and nothing will be. */
export const declined = (reason: string) =>
  new Refusal('BillingTransactionDeclined', { message: 'The payment provider said no', data: { reason } })

class TooLarge extends Error {}

/**
 * Speaks to a provider over HTTP. Redirects are not followed, because a signature must not travel on to another server,
 * and neither bytes nor waiting are without an end. What is not JSON or is the provider's own fault is a refusal; any
 * other answer comes back with its status.
 */
export async function call(asked: ProviderCall, patience: Patience): Promise<{ status: number; json: unknown }> {
  const { provider, log } = patience
  const { status, text } = await attempt(asked, patience)
  const json = parseStrictJson(text)
  const isAway = status === 429 || (status >= 502 && status <= 504)
  const isSense = json !== undefined && status < 500 && (status < 300 || status >= 400)
  if (isAway || !isSense) log.warn({ provider, status }, 'the payment provider failed')
  if (isAway) throw providerUnavailable()
  if (!isSense) throw nonsense()
  return { status, json }
}

async function attempt({ method, url, headers, body }: ProviderCall, { provider, patienceMs, log }: Patience) {
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: answer.status, text: await readText(answer) }
  } catch (error) {
    log.warn({ provider, reason: error instanceof Error ? error.name : 'unknown' }, 'the payment provider failed')
    throw error instanceof TooLarge ? nonsense() : providerUnavailable()
  }
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > mostBytes) throw new TooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
