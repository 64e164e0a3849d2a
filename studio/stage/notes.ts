import { type GameNote, hello, type PageNote, readPageNote } from '@croupier/contract/game-notes'

export type Notes = { tell: (note: GameNote) => void; onNote: (listener: (note: PageNote) => void) => void }

/** Only the page that launched the game gets the port: the browser compares its origin with `home`. */
export function openNotes(home: string): Notes {
  const channel = new MessageChannel()
  const listeners: ((note: PageNote) => void)[] = []
  channel.port1.onmessage = ({ data }) => {
    const note = readPageNote(data)
    if (note) for (const listener of listeners) listener(note)
  }
  if (window.parent !== window) window.parent.postMessage({ type: hello }, home, [channel.port2])
  return {
    tell: (note) => channel.port1.postMessage(note),
    onNote: (listener) => listeners.push(listener),
  }
}

const touches = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const
const leastMs = 1000

/** The page around cannot see what is done in the frame. */
export function tellTouches(notes: Pick<Notes, 'tell'>, page: Pick<EventTarget, 'addEventListener'>): void {
  let toldAt = Number.NEGATIVE_INFINITY
  const tell = ({ timeStamp }: Event) => {
    if (timeStamp - toldAt < leastMs) return
    toldAt = timeStamp
    notes.tell({ type: 'active' })
  }
  for (const touch of touches) page.addEventListener(touch, tell, { passive: true, capture: true })
}
