import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PeriodText } from './period-text.tsx'
import { useClaim } from './use-claim.ts'

type Props = { cashback: WireCashback; isInterval: boolean; mayAct: boolean }

/** One that can be claimed: how much, of what, as what, until when. Both answers stand side by side. */
export function ClaimCard({ cashback, isInterval, mayAct }: Props) {
  const t = useTranslations('cashback')
  const format = useFormat()
  const { isBusy, problem, claim, decline } = useClaim(cashback)
  const { amount, base, rate, pays, wagering_times, receiving_expired_at, description } = cashback
  return (
    <section className="card cashback-claim" aria-label={description}>
      <div className="cashback-claim-text">
        <p className="cashback-label">
          {description}, <PeriodText cashback={cashback} isInterval={isInterval} />
        </p>
        <p className="cashback-sum">{format.money(amount)}</p>
        <p className="muted">
          {t('of', { rate, loss: format.money(base) })}{' '}
          {pays === 'main' ? t('asCash') : t('asBonus', { times: wagering_times ?? '' })}{' '}
          {receiving_expired_at && t.rich('until', { date: () => <LocalTime at={receiving_expired_at} withTime /> })}
        </p>
      </div>
      {mayAct && (
        <div className="cashback-buttons">
          <Button size="l" busy={isBusy} onClick={decline}>
            {t('decline.open')}
          </Button>
          <Button size="l" kind="primary" busy={isBusy} onClick={claim}>
            {pays === 'main' ? t('claim') : t('claimBonus')}
          </Button>
        </div>
      )}
      {!mayAct && <Notice>{t('closed')}</Notice>}
      {problem && <Notice kind="error">{problem}</Notice>}
    </section>
  )
}
