type Hands = {
  main: () => void
  more: () => void
  less: () => void
  /** The stake at this place of the ladder, from 0. */
  rung: (place: number) => void
  sound: () => void
  rules: () => void
  turbo: () => void
  /** True where a move of the open round has this key. */
  move: (key: string) => boolean
  hasMoves: () => boolean
}

/** What the focused element does with the key by itself. */
const isTaken = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('input, select, textarea')) return true
  const isButton = target.closest('button, a, [role="slider"], [role="radio"]') !== null
  return isButton && (key === ' ' || key === 'Enter')
}

/** The whole game by keyboard: Space and Enter for the main button, arrows for the stake, letters for the rest. */
export function listenToKeys(hands: Hands) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('dialog[open]') || isTaken(event.target, event.key)) return
    const key = event.key.toLowerCase()
    if (hands.move(key)) return event.preventDefault()
    if (/^[1-9]$/.test(key)) return hands.rung(Number(key) - 1)
    const act = {
      ' ': hands.hasMoves() ? undefined : hands.main,
      enter: hands.hasMoves() ? undefined : hands.main,
      arrowup: hands.more,
      arrowdown: hands.less,
      m: hands.sound,
      r: hands.rules,
      t: hands.turbo,
    }[key]
    if (!act) return
    event.preventDefault()
    act()
  })
}
