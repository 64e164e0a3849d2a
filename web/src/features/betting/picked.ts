import { useLayoutEffect, useSyncExternalStore } from 'react'
import { type SlipPick, useSlip } from './slip-store.ts'

/** What is on the slip, for pages with hundreds of prices: each of them hears only of itself. */
let picked: ReadonlySet<string> = new Set()
let toggle: (pick: SlipPick) => void = () => undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once around the prices that ask. */
export function KeepPicked(): null {
  const slip = useSlip()
  useLayoutEffect(() => {
    picked = new Set(slip.picks.map(({ pick }) => pick))
    toggle = slip.toggle
    for (const tell of listeners) tell()
  }, [slip])
  return null
}

export const useIsPicked = (pick: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => picked.has(pick),
    () => false,
  )

type TakeTap = (pick: SlipPick) => boolean
let takeTap: TakeTap | null = null

/** Asked first what a tap on a price means; true where it was not meant for the slip. Returns how to stop. */
export function takeTaps(take: TakeTap): () => void {
  takeTap = take
  return () => {
    takeTap = null
  }
}

export const togglePick = (pick: SlipPick): void => {
  if (!picked.has(pick.pick) && takeTap?.(pick)) return
  toggle(pick)
}
