import type { ReactNode } from 'react'
import type { NoticeKind } from './notice.tsx'

export type ToastOptions = {
  kind?: NoticeKind
  title: string
  text?: string
  action?: { text: string; onClick: () => void }
  /** 0 keeps it until it is closed. */
  timeoutMs?: number
  /** Drawn instead of title and text. */
  component?: (props: { close: () => void }) => ReactNode
  /** Called once, when it stands on the page. */
  onOpened?: () => void
  /** A toast with the id of one that is shown takes its place. */
  id?: string
}

export type Toast = Required<Pick<ToastOptions, 'id' | 'kind' | 'title' | 'timeoutMs'>> &
  Pick<ToastOptions, 'text' | 'action' | 'component' | 'onOpened'>

const most = 3
const none: readonly Toast[] = []

let shown = none
let count = 0
const listeners = new Set<() => void>()
const wasOpened = new WeakSet<Toast>()

function set(next: readonly Toast[]) {
  shown = next
  for (const tell of listeners) tell()
}

/** Shows a short message. Callable from anywhere in the browser. Returns its id. */
export function toast({ kind = 'info', timeoutMs = 5000, id, ...rest }: ToastOptions): string {
  const added: Toast = { ...rest, kind, timeoutMs, id: id ?? `toast-${++count}` }
  set([...shown.filter((each) => each.id !== added.id), added].slice(-most))
  return added.id
}

/** Said by the card of a toast. One that was replaced before it could be seen was never opened. */
export function noteOpened(opened: Toast): void {
  if (!shown.includes(opened) || wasOpened.has(opened)) return
  wasOpened.add(opened)
  opened.onOpened?.()
}

export function dismissToast(id: string): void {
  if (shown.some((each) => each.id === id)) set(shown.filter((each) => each.id !== id))
}

export const toasts = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  now: () => shown,
  onServer: () => none,
}
