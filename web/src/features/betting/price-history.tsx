import './price-history.css'
import type { SportsEventCard, SportsEventMarket } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useDialog } from '../../dialogs/parts.tsx'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { namesOf, useMarketWords } from './market-words.ts'
import { useOddsFormat } from './odds-format.tsx'
import { chartOf, type PricePoint, type PriceRow, pointsOf } from './price-points.ts'

type Props = {
  event: SportsEventCard
  markets: readonly SportsEventMarket[]
  pick?: { marketId: number; outcome: string }
}

const fewest = 100
const most = 500

/** What an outcome was worth over time: chart, figures, payout share and the rule behind it. */
export function PriceHistory({ event, markets, pick }: Props) {
  const t = useTranslations('betting-event.prices')
  const words = useMarketWords(namesOf(event))
  const { close } = useDialog()
  const choices = markets.flatMap((market) =>
    market.outcomes.map((outcome, at) => ({ value: `${market.id}/${outcome}`, market, outcome, at })),
  )
  const offered = choices.find(({ market, at }) => (market.prices[at] ?? 0) > 0) ?? choices[0]
  const [value, choose] = useState(pick ? `${pick.marketId}/${pick.outcome}` : (offered?.value ?? ''))
  const [count, setCount] = useState(fewest)
  const chosen = choices.find((choice) => choice.value === value) ?? choices[0]
  const { rows, total, hasFailed, again } = usePrices(chosen?.market.id ?? 0, count)
  if (!chosen) return null
  const { market, outcome, at } = chosen
  return (
    <div className="price-history">
      <label className="price-choice">
        <span>{t('of')}</span>
        <select className="input" value={value} onChange={({ target }) => choose(target.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {words.outcome(choice.market, choice.outcome)}
            </option>
          ))}
        </select>
      </label>
      {hasFailed && <ErrorInPlace title={t('failed')} retry={{ text: t('again'), onClick: again }} />}
      {!rows && !hasFailed && (
        <div role="status" aria-label={t('loading')} className="price-wait">
          <Skeleton />
        </div>
      )}
      {rows && <Figures points={pointsOf(rows, at)} name={words.pick(market, outcome)} />}
      {rows && total > rows.length && count < most && (
        <Button size="s" onClick={() => setCount(most)}>
          {t('all', { count: Math.min(total, most) })}
        </Button>
      )}
      <p className="dim">
        {t('share', { share: `${(market.payout_bp / 100).toFixed(1)}%` })} {t('bars')} {t('info')}{' '}
        <Link className="link" to={paths.bettingSportRules(event.sport)} onClick={close}>
          {t('rule')}
        </Link>
      </p>
    </div>
  )
}

type Prices = { market: number; rows: readonly PriceRow[]; total: number }

function usePrices(market: number, count: number) {
  const [answer, setAnswer] = useState<Prices | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const ask = useCallback(() => {
    let isWanted = true
    setFailed(false)
    call('sports.getPrices', { market, count })
      .then(({ items, total }) => isWanted && setAnswer({ market, rows: items, total }))
      .catch(() => isWanted && setFailed(true))
    return () => {
      isWanted = false
    }
  }, [market, count])
  useEffect(() => ask(), [ask])
  // The last market's prices are not this one's.
  const own = answer?.market === market ? answer : null
  return { rows: own?.rows ?? null, total: own?.total ?? 0, hasFailed, again: ask }
}

function Figures({ points, name }: { points: readonly PricePoint[]; name: string }) {
  const t = useTranslations('betting-event.prices')
  const format = useOddsFormat()
  const prices = points.map(({ price }) => price).filter((price) => price > 0)
  const [first] = prices
  const last = prices.at(-1)
  if (first === undefined || last === undefined) return <p className="muted">{t('none')}</p>
  const label = t('chart', {
    pick: name,
    first: format(first),
    last: format(last),
    low: format(Math.min(...prices)),
    high: format(Math.max(...prices)),
  })
  return (
    <>
      <Chart points={points} label={label} />
      <div className="price-table">
        <DataTable
          caption={t('title')}
          columns={[
            { name: 'time', head: t('time'), cell: ({ at }) => <LocalTime at={new Date(at).toISOString()} withTime /> },
            { name: 'state', head: t('state'), cell: ({ state, price }) => stateWord(state, price) },
            {
              name: 'price',
              head: t('price'),
              cellClass: 'num',
              cell: ({ price }) => (price > 0 ? format(price) : '–'),
            },
          ]}
          rows={points.toReversed()}
          keyOf={({ version }) => version}
        />
      </div>
    </>
  )
  function stateWord(state: PricePoint['state'], price: number) {
    return state === 'open' && price === 0 ? t('notOffered') : t(`states.${state}`)
  }
}

const size = { width: 300, height: 100 }
const left = 34

function Chart({ points, label }: { points: readonly PricePoint[]; label: string }) {
  const format = useOddsFormat()
  const [now] = useState(() => Date.now())
  const { steps, pauses, marks, end } = chartOf(points, size, Math.max(now, points.at(-1)?.at ?? now))
  return (
    <svg
      className="price-chart"
      viewBox={`0 0 ${size.width + left + 8} ${size.height + 16}`}
      role="img"
      aria-label={label}
    >
      <g transform={`translate(${left} 8)`}>
        {pauses.map(({ x, width }) => (
          <rect key={x} className="price-pause" x={x} y={0} width={width} height={size.height} />
        ))}
        {marks.map(({ y, price }) => (
          <g key={price}>
            <path className="price-grid" d={`M0 ${y}H${size.width}`} />
            <text className="price-mark" x={-4} y={y + 3} textAnchor="end">
              {format(price)}
            </text>
          </g>
        ))}
        {steps.map((step) => (
          <path key={step} className="price-line" d={step} />
        ))}
        {end && <circle className="price-end" cx={end.x} cy={end.y} r={4} />}
      </g>
    </svg>
  )
}
