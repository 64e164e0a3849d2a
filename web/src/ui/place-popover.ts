const gap = 6

/**
 * Hangs a popover from its button where the styles cannot: from the nearer side of the screen, towards the larger half.
 * Written through the object model, which a strict style policy allows.
 */
export function placePopover(popover: HTMLElement, button: HTMLElement) {
  if (CSS.supports('position-area', 'block-end')) return
  const at = button.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const fromLeft = at.left + at.right < width
  const below = at.top + at.bottom < height
  popover.style.left = fromLeft ? `${at.left}px` : 'auto'
  popover.style.right = fromLeft ? 'auto' : `${width - at.right}px`
  popover.style.top = below ? `${at.bottom + gap}px` : 'auto'
  popover.style.bottom = below ? 'auto' : `${height - at.top + gap}px`
}
