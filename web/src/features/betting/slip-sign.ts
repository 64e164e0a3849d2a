import { useFormat } from '../../i18n/format.ts'

/** The sign of a currency, on the side where the locale writes it. */
export function useSign(currency: string) {
  const format = useFormat()
  const shown = format.money({ amount: '0', currency }).replace(/[\u2066\u2069\u00a0]/g, '')
  return { text: shown.replace('0', ''), isFirst: !shown.startsWith('0') }
}
