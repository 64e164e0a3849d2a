type Listener = () => void

/** Those who listen, each to something with a number: of hundreds only those hear of a frame whom it is about. */
export function createListeners() {
  const known = new Map<number, Set<Listener>>()
  return {
    join(id: number, listener: Listener): () => void {
      const own = known.get(id) ?? new Set()
      known.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && known.get(id) === own) known.delete(id)
      }
    },
    tell(ids: Iterable<number>): void {
      for (const id of new Set(ids)) for (const listener of known.get(id) ?? []) listener()
    },
  }
}
