import type { Call } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'
import { verbOf } from '@croupier/contract/verbs'
import { data, type RouterContextProvider } from 'react-router'
import { bootContext } from './boot.ts'
import { fatalOf, reportFatal } from './fatal.ts'
import { logProblem } from './ui/log-problem.ts'

/** For loaders: the API in process. A refusal becomes an error page with its own status. */
export const serverCall =
  (context: Readonly<RouterContextProvider>): Call =>
  async (name, params) => {
    try {
      return await context.get(bootContext).call(name, params)
    } catch (error) {
      if (Refusal.is(error)) throw data({ refusal: error.type }, { status: error.status })
      throw error
    }
  }

/** Nested values as bracket names; nulls are dropped. */
function fill(form: FormData | URLSearchParams, name: string, value: unknown) {
  if (value === null || value === undefined) return
  if (value instanceof Blob) {
    if (form instanceof FormData) form.append(name, value)
  } else if (typeof value === 'object')
    for (const [key, item] of Object.entries(value)) fill(form, `${name}[${key}]`, item)
  else form.append(name, String(value))
}

/** Longer than any honest answer: then the page says that it takes too long. */
const mostMs = 30_000

const isFramed = () => window.self !== window.top

const wordsOf = ({ type, reason, status, message }: Refusal) =>
  [type, reason, `status ${status}`, message].filter(Boolean).join(', ')

type AskProof = () => Promise<boolean>
let askProof: AskProof | null = null

/** Who asks a player without a password to prove once more who is there. Returns how to stop. */
export function provideProof(ask: AskProof): () => void {
  askProof = ask
  return () => {
    askProof = null
  }
}

/**
 * For the browser: the API over HTTP, with the same types and the same refusals. What wants a proof first is asked for
 * again after it, so no form has to know of it.
 */
export const call: Call = async (name, params) => {
  try {
    return await ask(name, params)
  } catch (error) {
    if (!Refusal.is(error) || error.reason !== 'STEP_UP_NEEDED' || !(await askProof?.())) throw error
    return ask(name, params)
  }
}

const ask: Call = async (name, params) => {
  const query = new URLSearchParams({ v: '1', locale: document.documentElement.lang })
  if (isFramed()) query.set('_non_strict', '1')
  const body = verbOf(name) === 'POST' ? new FormData() : null
  for (const [key, value] of Object.entries(params)) fill(body ?? query, key, value)
  const signal = AbortSignal.timeout(mostMs)
  const answer = await fetch(`/api/${name}?${query}`, body ? { method: 'POST', body, signal } : { signal }).catch(
    (fault: unknown) => {
      logProblem(name, fault)
      throw fault
    },
  )
  const envelope = await answer.json().catch(() => null)
  if (answer.ok && envelope?.result === 1) return envelope.data
  const refusal = Refusal.fromWire(envelope?.error, answer.status)
  if (fatalOf(refusal)) reportFatal(refusal)
  else logProblem(name, wordsOf(refusal))
  throw refusal
}
