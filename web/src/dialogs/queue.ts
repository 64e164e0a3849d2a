import type { PopupName } from '@croupier/contract/client-reports'
import type { ReactNode } from 'react'

export type Popup = {
  kind: 'popup'
  /** Its openings are reported by it; null where it reports itself, or where no visitor sees it. */
  name: PopupName | null
  content: ReactNode
  /** With a title the content stands in a padded body under it; without one it fills the whole popup. */
  title?: ReactNode
  size?: 'small' | 'medium' | 'large' | 'auth'
  /** No cross, and neither the overlay nor Escape closes it. */
  preventClose?: boolean
  hideClose?: boolean
  /** Cannot wait: it stands above whatever is open, which stays as it is below. */
  isUrgent?: boolean
  /** Nothing that the page asked: it stays, or goes on waiting, when the page changes, and ends with the session. */
  isNews?: boolean
}

export type Confirm = {
  kind: 'confirm'
  title: ReactNode
  content?: ReactNode
  agree?: string
  reject?: string
  /** The agreement destroys something. */
  danger?: boolean
  /** Both answers weigh the same: the player is not pushed. */
  quiet?: boolean
}

export type Curtain = {
  kind: 'curtain'
  content: ReactNode
  title?: ReactNode
  position?: 'left' | 'right' | 'bottom'
}

export type Look = Popup | Confirm | Curtain

export type Dialog = {
  id: number
  look: Look
  /** False while it leaves the screen. */
  open: boolean
}

type Entry = Dialog & { onClosed: (agreed: boolean) => void }

/** `wait` stands in line; `replace` takes the place of what is open. */
export type Turn = 'wait' | 'replace'

/**
 * One modal at a time. A confirm may stand above another dialog, because it asks about what is done there,
 * and so may what cannot wait; everything else waits until the place is free.
 */
export function createQueue() {
  let shown: readonly Entry[] = []
  let waiting: readonly Entry[] = []
  let count = 0
  const listeners = new Set<() => void>()

  function set(next: readonly Entry[]) {
    shown = next
    for (const tell of listeners) tell()
  }

  function open(look: Look, onClosed: (agreed: boolean) => void = () => {}, turn: Turn = 'wait'): number {
    const entry: Entry = { id: ++count, look, open: true, onClosed }
    if (turn === 'replace') {
      for (const each of shown) close(each.id)
      waiting = [entry, ...waiting]
    } else {
      waiting = [...waiting, entry]
    }
    promote()
    return entry.id
  }

  function promote() {
    const next = waiting.find((entry) => mayOpen(entry, shown))
    if (!next) return
    waiting = waiting.filter((entry) => entry !== next)
    set([...shown, next])
  }

  /** What stands above a dialog leaves with it. */
  function close(id: number, agreed = false) {
    const place = shown.findIndex((entry) => entry.id === id)
    const leaving =
      place < 0 ? waiting.filter((entry) => entry.id === id) : shown.slice(place).filter((entry) => entry.open)
    if (leaving.length === 0) return
    waiting = waiting.filter((entry) => !leaving.includes(entry))
    if (place >= 0) set(shown.map((entry) => (leaving.includes(entry) ? { ...entry, open: false } : entry)))
    for (const entry of leaving) entry.onClosed(agreed && entry.id === id)
  }

  /** Called when a dialog has left the screen. */
  function remove(id: number) {
    const left = shown.filter((entry) => entry.id !== id || entry.open)
    if (left.length === shown.length) return
    set(left)
    promote()
  }

  function closeAll(which: 'all' | 'asked' | 'news' = 'all') {
    for (const { id, look } of [...waiting, ...shown]) {
      const isNews = look.kind === 'popup' && look.isNews === true
      if (which === 'all' || (which === 'news') === isNews) close(id)
    }
  }

  return {
    open,
    close,
    remove,
    closeAll,
    shown: (): readonly Dialog[] => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function mayOpen(entry: Entry, shown: readonly Entry[]): boolean {
  if (shown.length === 0) return true
  if (entry.look.kind === 'popup' && entry.look.isUrgent) return shown.every((each) => each.open)
  return entry.look.kind === 'confirm' && shown.every((each) => each.open && each.look.kind !== 'confirm')
}
