import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Progress } from '../../ui/progress.tsx'
import { round } from './amount-rules.ts'
import { type Period, usedOf } from './withdraw-rules.ts'

/** What the house pays in a day, a week and a month, and what is left of it. */
export function WithdrawPeriods({ periods }: { periods: readonly Period[] }) {
  const t = useTranslations('cashier.withdraw.periods')
  const format = useFormat()
  if (periods.length === 0) return null
  return (
    <section className="card periods" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <ul>
        {periods.map((each) => {
          const { period, limit_amount, available_amount, resets_at } = each
          const share = usedOf(each)
          const name = t(`${period}`)
          return (
            <li key={period}>
              <p className="periods-line">
                <span>{name}</span>
                <b className="num">
                  {t('left', { left: format.money(round(available_amount)), limit: format.money(round(limit_amount)) })}
                </b>
              </p>
              <Progress
                thin
                value={share}
                tone={share < 0.8 ? 'positive' : 'warning'}
                label={t('used', { period: name })}
              />
              {resets_at && (
                <p className="dim">{t.rich('resets', { date: () => <LocalTime at={resets_at} withTime /> })}</p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
