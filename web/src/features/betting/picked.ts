import { startTransition, useLayoutEffect, useSyncExternalStore } from 'react'
import { type SlipPick, slipKeeper, useToggle } from './slip-store.ts'

let known: readonly SlipPick[] = []
let picked: ReadonlySet<string> = new Set()
let toggle: (pick: SlipPick) => void = () => undefined

/** What is on the slip, for pages with hundreds of prices: each of them is drawn only for its own sake, and at once. */
function pickedNow(): ReadonlySet<string> {
  const { picks } = slipKeeper.now()
  if (picks !== known) picked = new Set(picks.map(({ pick }) => pick))
  known = picks
  return picked
}

/** Stands once around the prices that ask. */
export function KeepToggle(): null {
  const wanted = useToggle()
  useLayoutEffect(() => {
    toggle = wanted
  }, [wanted])
  return null
}

export const useIsPicked = (pick: string): boolean =>
  useSyncExternalStore(
    slipKeeper.subscribe,
    () => pickedNow().has(pick),
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

/** The price looks pressed at once; the slip is drawn when that has been painted. */
export const togglePick = (pick: SlipPick): void => {
  if (!pickedNow().has(pick.pick) && takeTap?.(pick)) return
  startTransition(() => toggle(pick))
}
