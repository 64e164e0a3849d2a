/** What must be over before a reality check may cover the page. */
const holds = new Set<symbol>()

/** While a bet is decided its countdown stays in view. Returns how to let go. */
export function holdReality(): () => void {
  const hold = Symbol('hold')
  holds.add(hold)
  return () => holds.delete(hold)
}

export const isRealityHeld = (): boolean => holds.size > 0
