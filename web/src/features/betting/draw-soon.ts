import { startTransition, useEffect, useState } from 'react'
import { createDrawQueue } from './draw-queue.ts'

const pacers = new Set<(turn: number) => void>()

const queue = createDrawQueue((some, turn) =>
  startTransition(() => {
    for (const draw of some) draw()
    for (const setTurn of pacers) setTurn(turn)
  }),
)

/** A press goes before: hundreds of prices move in a second, and nothing that a visitor does waits for them. */
export const drawSoon = queue.add

/** Stands once on the page, and is drawn with the rest: by it is known that the rest is there. */
export function DrawPace(): null {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    pacers.add(setTurn)
    return () => {
      pacers.delete(setTurn)
    }
  }, [])
  useEffect(() => queue.drawn(turn), [turn])
  return null
}
