/** Smooth unless the visitor wants no motion; the place gets the focus, so that the keyboard goes on from there. */
export function scrollToPart(id: string) {
  const part = document.getElementById(id)
  if (!part) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' })
  part.tabIndex = -1
  part.focus({ preventScroll: true })
}
