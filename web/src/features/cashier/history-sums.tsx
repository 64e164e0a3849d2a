import type { Output } from '@croupier/contract/contract'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'

type Totals = Output<'cashier.getdepositsettings'>['totals']

/** Net deposits are the house's view; a player asks what came back: more paid in than out is below zero. */
function resultOf({ net: { amount, currency } }: Totals) {
  if (!/[1-9]/.test(amount)) return { amount, currency }
  return { amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`, currency }
}

/** What was paid in and out, and the difference: a plain figure, never in red. */
export function HistorySums({ totals }: { totals: Totals }) {
  const t = useTranslations('cashier.sums')
  const format = useFormat()
  const { paid_in, paid_out } = totals
  const net = resultOf(totals)
  return (
    <dl className="sums">
      <div className="card">
        <dt>{t('in')}</dt>
        <dd className="num">{format.money(paid_in)}</dd>
      </div>
      <div className="card">
        <dt>{t('out')}</dt>
        <dd className="num">{format.money(paid_out)}</dd>
      </div>
      <div className="card">
        <dt>{t('net')}</dt>
        <dd className={cx('num', isGain(net.amount) && 'is-gain')}>{format.signedMoney(net)}</dd>
      </div>
    </dl>
  )
}
