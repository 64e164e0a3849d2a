import type { Activity } from '@croupier/contract/methods/account-control'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { type Bar, barsOf, sumOf } from './rules.ts'

/** Results of two weeks: what was won goes up in green, what was lost goes down in grey, never in red. */
export function NetPosition({ activity }: { activity: Activity }) {
  const t = useTranslations('control.net')
  const format = useFormat()
  const bars = barsOf(activity.days)
  const sum = sumOf(activity.days.map(({ net }) => net))
  return (
    <Card className="control-card">
      <h2>{t('title')}</h2>
      {bars.length > 0 && (
        <>
          <Chart bars={bars} />
          <DataTable
            className="sr"
            caption={t('byDay')}
            columns={[
              { name: 'date', isRowHead: true, cell: ({ date }) => date },
              { name: 'net', cell: ({ net }) => format.signedMoney(net) },
            ]}
            rows={bars}
            keyOf={({ date }) => date}
          />
        </>
      )}
      <dl className="facts">
        {sum && (
          <div>
            <dt>{t('days', { days: bars.length })}</dt>
            <dd className="num">{format.signedMoney(sum)}</dd>
          </div>
        )}
        <div>
          <dt>{t('sinceJoining')}</dt>
          <dd className="num">{format.signedMoney(activity.since_joining)}</dd>
        </div>
      </dl>
    </Card>
  )
}

const [step, width, middle, reach] = [20, 12, 45, 40]
/** A day without a result is still a day. */
const least = 1.5

/** Two weeks without a result are one quiet line, not an empty picture. */
const flat = 6

function Chart({ bars }: { bars: Bar[] }) {
  const half = bars.every(({ height }) => height === 0) ? flat : middle
  return (
    <svg className="net-chart" viewBox={`0 0 ${bars.length * step} ${2 * half}`} aria-hidden="true">
      <path d={`M0 ${half}H${bars.length * step}`} />
      {bars.map(({ date, height }, at) => {
        const tall = Math.max(Math.abs(height) * reach, least)
        return (
          <rect
            key={date}
            className={height > 0 ? 'is-win' : undefined}
            x={at * step + (step - width) / 2}
            y={height > 0 ? half - tall : half}
            width={width}
            height={tall}
            rx={Math.min(3, tall / 2)}
          />
        )
      })}
    </svg>
  )
}
