import { type Translator, usePlainTranslations } from '../../i18n/plain-text.ts'

/** For pages that name no market. */
export function usePeriodName(sport: string) {
  const t = usePlainTranslations('markets')
  return (period: string) => periodName(period, { sport }, t)
}

/** Words that a stranger's feed uses and the house does not know: still words. */
export const readable = (word: string) => word.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

const letters: Readonly<Record<string, string>> = { h: 'h', q: 'q', p: 'p', s: 's', m: 'm', et: 'et' }

/** *First half*, *Set 1, game 5*; also of the clock, which knows overtime and shoot-outs. */
export function periodName(period: string, { sport }: { sport: string }, t: Translator): string {
  if (period === 'ft' || period === 'rt' || period === 'so') return t(`periods.${period}`, { sport })
  const [, letter = '', n = '', part, m = ''] = /^(et|ot|[hqpsm])(\d*)(?:([gr])(\d+))?$/.exec(period) ?? []
  if (part === 'g') return m === '13' ? t('periods.tieBreak', { n }) : t('periods.game', { n, m })
  if (part === 'r') return t('periods.round', { n, m })
  if (letter === 'ot') return Number(n) > 1 ? t('periods.otAgain', { n }) : t('periods.ot')
  return letters[letter] && n ? t(`periods.${letter}`, { n }) : readable(period)
}
