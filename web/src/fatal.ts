import type { Fatal } from '@croupier/contract/boot'
import type { Refusal } from '@croupier/contract/refusals'
import { useSyncExternalStore } from 'react'

/** Some refusals end everything: the page is replaced. All other refusals belong to the caller. */
let fatal: Fatal | null = null
const listeners = new Set<() => void>()

export function fatalOf(refusal: { type: string; status: number }): Fatal | null {
  if (refusal.type === 'UserBanned') return 'userBlock'
  if (refusal.type === 'ApplicationDisabled' || refusal.type === 'ApplicationUnavailable') return 'maintenance'
  return refusal.status === 403 ? 'forbidden' : null
}

export function reportFatal(refusal: Refusal) {
  const kind = fatalOf(refusal)
  if (!kind) return
  fatal = kind
  for (const listener of listeners) listener()
}

/** Another page is asked for: if it still holds, the server says it again. */
export function forgetFatal() {
  if (fatal === null) return
  fatal = null
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFatal = (): Fatal | null =>
  useSyncExternalStore(
    subscribe,
    () => fatal,
    () => null,
  )
