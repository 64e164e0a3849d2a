import { toWire } from '@croupier/contract/money'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import type { SlipView } from './slip-view.ts'

type Props = { view: SlipView /** The return itself stands elsewhere. */; isBeside?: boolean }

/** From the price to what comes back, line by line, so that it can be followed. */
export function SlipSums({ view, isBeside = false }: Props) {
  const t = useTranslations('slip.sums')
  const format = useFormat()
  const { currency, possible, stake, totalPrice, entry } = view
  const money = (minor: bigint) => format.money(toWire(minor, currency))
  return (
    <dl className="slip-sums">
      {totalPrice && <Line label={t('price')} value={totalPrice} />}
      {entry === 'each' && stake.total !== null && <Line label={t('total')} value={money(stake.total)} />}
      {possible && possible.boost > 0n && (
        <>
          <Line label={t('atPrice')} value={money(possible.returned)} />
          <Line
            kind="boost"
            label={t('boost', { count: view.legs, percent: possible.percent })}
            value={money(possible.boost).replace('\u2066', '\u2066+')}
          />
        </>
      )}
      {possible?.oneLost && (
        <Line
          label={t('oneLost')}
          value={t('range', { least: money(possible.oneLost[0]), most: money(possible.oneLost[1]) })}
        />
      )}
      {!isBeside && <ReturnLine view={view} />}
    </dl>
  )
}

/** The one line that is always in view. */
export const SlipReturns = ({ view }: { view: SlipView }) => (
  <dl className="slip-sums">
    <ReturnLine view={view} />
  </dl>
)

function ReturnLine({ view: { currency, possible, totalPrice, shape, legs } }: { view: SlipView }) {
  const t = useTranslations('slip.sums')
  const format = useFormat()
  if (!possible && !totalPrice && shape.kind === 'multiple') return null
  const whole = possible && format.money(toWire(possible.returned + possible.boost, currency))
  return <Line kind="returns" label={t('returns', { count: legs })} value={whole ?? '–'} />
}

/** What one pick more would change, and what it would cost. */
export function BoostNext({ view: { boost } }: { view: SlipView }) {
  const t = useTranslations('slip.sums')
  if (!boost?.next) return null
  return <p className="slip-fine slip-next">{t('next', { count: boost.next.more, percent: boost.next.percent })}</p>
}

function Line({ label, value, kind }: { label: ReactNode; value: ReactNode; kind?: 'boost' | 'returns' }) {
  return (
    <div className={cx(kind && `is-${kind}`)}>
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}
