const longPressMs = 480

/** A tap, or a finger that is held (with a mouse the other button). What was held is no tap when it is lifted. */
export function listenToPress(button: HTMLElement, { tap, hold }: { tap: () => void; hold: () => void }) {
  let pressed = 0
  let isLong = false
  const release = () => clearTimeout(pressed)
  button.addEventListener('pointerdown', ({ pointerType }) => {
    isLong = false
    if (pointerType === 'mouse') return
    pressed = window.setTimeout(() => {
      isLong = true
      hold()
    }, longPressMs)
  })
  for (const type of ['pointerup', 'pointercancel', 'pointerleave'] as const) button.addEventListener(type, release)
  button.addEventListener('click', () => {
    if (isLong) isLong = false
    else tap()
  })
  button.addEventListener('contextmenu', (event) => {
    event.preventDefault()
    if (!isLong) hold()
  })
}
