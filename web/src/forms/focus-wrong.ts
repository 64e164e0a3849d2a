/** Brings the first wrong field into view and gives it the focus; what stands above it stays readable. */
export function focusFirstWrong(form: HTMLElement | null) {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!wrong) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const shown = wrong.closest('.field, .check') ?? wrong
  shown.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'center' })
  wrong.focus({ preventScroll: true })
}
