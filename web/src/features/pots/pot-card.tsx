import type { WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { lastPaid, type Pot } from './pot-data.ts'

/** The pot of the house beside the banners: its greatest level large, the others as rows. */
export function PotCard({ pot }: { pot: Pot }) {
  const t = useTranslations('jackpots')
  const [first, ...others] = pot.levels
  if (!first) return null
  const paid = lastPaid(pot) ?? first
  return (
    <Link className="card pot-card" to={paths.jackpot(pot.id)}>
      <div className="pot-card-head">
        <b>{t(`names.${pot.id}`)}</b>
        <span className="muted">{t('games', { count: pot.games.length })}</span>
      </div>
      <p className="pot-sum">
        <Counter value={first.amount} />
      </p>
      <p className="muted pot-last">
        {t(`levels.${paid.sysname}`)} · <LastPaid last={paid.last} />
      </p>
      <dl className="facts pot-levels">
        {others.map(({ sysname, amount }) => (
          <div key={sysname}>
            <dt>{t(`levels.${sysname}`)}</dt>
            <dd className="num">
              <Counter value={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </Link>
  )
}

export function LastPaid({ last }: { last: Pot['levels'][number]['last'] }) {
  const t = useTranslations('jackpots')
  return last ? t.rich('lastPaid', { date: () => <LocalTime at={last.at} /> }) : t('neverPaid')
}

/** A figure that changes in place: the new one fades in over the old, nothing rolls and nothing moves. */
export function Counter({ value }: { value: WireMoney }) {
  const format = useFormat()
  const text = format.money(value)
  return (
    <span className="counter num" style={{ minInlineSize: `${text.length}ch` }}>
      <span key={text} className="counter-now">
        {text}
      </span>
    </span>
  )
}
