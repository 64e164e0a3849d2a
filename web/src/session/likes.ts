/** What a page begins with, in the browser as on the server: another empty one would have all tiles drawn twice. */
export const noWishes: ReadonlyMap<string, boolean> = new Map()

/**
 * Hearts that were pressed and are not yet what the server says. A heart answers at once; the last press counts,
 * however many were made while the first was on its way.
 */
export function createLikes(send: (sysname: string, isLiked: boolean) => Promise<unknown>) {
  let wishes = noWishes
  const sending = new Set<string>()
  const listeners = new Set<() => void>()

  function set(next: ReadonlyMap<string, boolean>) {
    wishes = next
    for (const tell of listeners) tell()
  }

  function forget(sysname: string) {
    set(new Map([...wishes].filter(([name]) => name !== sysname)))
  }

  return {
    /**
     * Settles once the server knows, and `reload` has brought its answer. A press while another is on its way is
     * taken along by that one. Throws what the server said, and then the heart is as it was.
     */
    async wish(sysname: string, isLiked: boolean, reload: () => Promise<unknown>): Promise<void> {
      set(new Map([...wishes, [sysname, isLiked]]))
      if (sending.has(sysname)) return
      sending.add(sysname)
      try {
        let known: boolean | undefined
        for (let wanted = wishes.get(sysname); wanted !== undefined && wanted !== known; wanted = wishes.get(sysname)) {
          await send(sysname, wanted)
          known = wanted
          // Whatever was pressed meanwhile is sent first; one reading at the end is enough.
          if (wishes.get(sysname) === known) await reload()
        }
      } finally {
        sending.delete(sysname)
        forget(sysname)
      }
    },
    now: () => wishes,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What the server says, with the wishes laid over it. */
export function likedWith(known: readonly string[], wishes: ReadonlyMap<string, boolean>): ReadonlySet<string> {
  const liked = new Set(known)
  for (const [sysname, isLiked] of wishes) {
    if (isLiked) liked.add(sysname)
    else liked.delete(sysname)
  }
  return liked
}
