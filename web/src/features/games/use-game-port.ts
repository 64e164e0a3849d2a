import { type GameNote, hello, type PageNote, readGameNote } from '@croupier/contract/game-notes'
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react'

/**
 * The talk with the game in its frame. A game of ours has no origin, so its window is what it is known by: it says
 * hello with a port, and from then on the port is the only way either of them speaks.
 */
export function useGamePort(
  frame: RefObject<HTMLIFrameElement | null>,
  onNote: (note: GameNote) => void,
  /** The first thing that the game is told. */
  greeting: () => PageNote,
) {
  const port = useRef<MessagePort | null>(null)
  const hear = useEffectEvent(onNote)
  const greet = useEffectEvent(greeting)
  useEffect(() => {
    const onHello = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow) return
      const [given] = event.ports
      const { data } = event
      if (!given || typeof data !== 'object' || data === null || !('type' in data) || data.type !== hello) return
      port.current?.close()
      port.current = given
      given.onmessage = ({ data: said }: MessageEvent<unknown>) => {
        const note = readGameNote(said)
        if (note) hear(note)
      }
      given.postMessage(greet())
    }
    window.addEventListener('message', onHello)
    return () => {
      window.removeEventListener('message', onHello)
      port.current?.close()
      port.current = null
    }
  }, [frame])
  return useCallback((note: PageNote) => port.current?.postMessage(note), [])
}
