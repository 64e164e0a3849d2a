import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { type CSSProperties, useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { PeriodText } from './period-text.tsx'
import { exactShare, isBelowZero, isZero, lossBars } from './rules.ts'

/** The period that runs: what it would be if it ended now, and how that is computed with the player's own numbers. */
export function RunningCard({ cashback, isInterval }: { cashback: WireCashback; isInterval: boolean }) {
  const t = useTranslations('cashback')
  const format = useFormat()
  const id = useId()
  const { amount, base, rate, level, period, least, most, end_date, pays, wagering_times } = cashback
  const hasLoss = !isBelowZero(base) && !isZero(base)
  return (
    <section className="card cashback-now" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{t(`this.${period}`)}</h2>
          <p className="muted">
            {isInterval && (
              <>
                <PeriodText cashback={cashback} isInterval />.{' '}
              </>
            )}
            {t.rich('closes', { date: () => <LocalTime at={end_date} withTime /> })}
          </p>
        </div>
        <p className="cashback-estimate">
          <span className="cashback-label">{t('estimate')}</span>
          <b>{format.money(amount)}</b>
        </p>
      </header>
      <CashbackBars cashback={cashback} />
      <p className="cashback-formula">
        {hasLoss ? (
          <>
            {format.money(base)} × {rate} % = {exactShare(base, rate)} → <b>{format.money(amount)}</b>
          </>
        ) : (
          t('noLoss')
        )}
      </p>
      <p className="muted cashback-how">
        {t('how')} {t('level', { rate, level })}{' '}
        {pays === 'main' ? t('asCash') : t('asBonus', { times: wagering_times ?? '' })}{' '}
        {least && t('least', { amount: format.money(least) })} {most && t('most', { amount: format.money(most) })}
      </p>
    </section>
  )
}

function CashbackBars({ cashback }: { cashback: WireCashback }) {
  const t = useTranslations('cashback.sums')
  const format = useFormat()
  return (
    <dl className="cashback-bars">
      {lossBars(cashback).map(({ name, amount, isMinus, from, width }) => {
        const place: CSSProperties & Record<`--${string}`, string> = {
          '--from': `${(from * 100).toFixed(2)}%`,
          '--width': `${(width * 100).toFixed(2)}%`,
        }
        return (
          <div key={name} className={`cashback-bar cashback-bar-${isMinus ? 'in' : name}`}>
            <dt>{t(name)}</dt>
            <dd>
              <i style={place} />
              <b>{format.money(isMinus ? { ...amount, amount: `-${amount.amount}` } : amount)}</b>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
