import { Refusal, type RefusalType } from '@croupier/contract/refusals'
import { useState } from 'react'

/** Made with the browser's own chance; `randomUUID` is missing on plain HTTP. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** After these the page does not know whether it happened, so the next try must be the same one. */
const unknown: readonly RefusalType[] = [
  'BillingUnavailable',
  'BillingServiceError',
  'UnknownError',
  'InternalServerError',
  'ApplicationUnavailable',
  'ApplicationDisabled',
  'TooManyRequests',
  // This try was turned away at the door: what became of the one before it is as unknown as it was.
  'Authorization',
]

const isDefinite = (error: unknown): boolean => Refusal.is(error) && !unknown.includes(error.type)

type Intent = { print: string; key: string }
type IntentStore = { read: () => Intent | null; write: (intent: Intent | null) => void }

function inMemory(): IntentStore {
  let intent: Intent | null = null
  return {
    read: () => intent,
    write: (next) => {
      intent = next
    },
  }
}

/**
 * One key per intent: made before the first try and kept until a definite answer, so that pressing again after a
 * silence is the same deposit, payout or code. Another amount or another method is another intent. A store keeps it for
 * longer than the form stands.
 */
export function openIntent({ read, write }: IntentStore = inMemory()) {
  return async function keyed<T>(body: object, work: (key: string) => Promise<T>): Promise<T> {
    const print = JSON.stringify(body)
    const before = read()
    const intent = before?.print === print ? before : { print, key: newKey() }
    write(intent)
    try {
      const answer = await work(intent.key)
      write(null)
      return answer
    } catch (error) {
      if (isDefinite(error)) write(null)
      throw error
    }
  }
}

/** For as long as the form stands. */
export const useIntentKey = () => useState(() => openIntent())[0]
