const group = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, ',')

/** Whole numbers stay whole; fractions get two decimals. */
export function formatNumber(value: number): string {
  const [whole = '0', rest] = (Number.isInteger(value) ? String(Math.abs(value)) : Math.abs(value).toFixed(2)).split(
    '.',
  )
  return `${value < 0 ? '−' : ''}${group(whole)}${rest ? `.${rest}` : ''}`
}
