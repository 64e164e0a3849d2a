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
