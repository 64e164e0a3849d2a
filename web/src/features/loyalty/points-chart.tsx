import type { LoyaltyInfo } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { dayBars } from './club-rules.ts'

const [step, width, tall] = [20, 12, 60]
/** A day with little is still a day; one with nothing is a gap. */
const least = 1.5

/** Points of play by day under the line of the cap: longer play earns nothing above it. */
export function PointsChart({ days, today: { most } }: Pick<LoyaltyInfo, 'days' | 'today'>) {
  const t = useTranslations('loyalty.chart')
  const format = useFormat()
  const bars = dayBars(days, most)
  const wide = bars.length * step
  return (
    <Card className="club-chart">
      <h2 className="h3">{t('title')}</h2>
      <svg viewBox={`0 0 ${wide} ${tall + 8}`} aria-hidden="true">
        <path d={`M0 4H${wide}`} />
        {bars.map(({ day, points, height }, at) => {
          if (points <= 0) return null
          const high = Math.max(height * tall, least)
          const x = at * step + (step - width) / 2
          return <rect key={day} x={x} y={4 + tall - high} width={width} height={high} rx={Math.min(3, high / 2)} />
        })}
      </svg>
      <DataTable
        className="sr"
        caption={t('title')}
        columns={[
          { name: 'day', isRowHead: true, cell: ({ day }) => day },
          { name: 'points', cell: ({ points }) => format.number(points) },
        ]}
        rows={bars}
        keyOf={({ day }) => day}
      />
      <p className="dim">{t('cap', { most: format.number(most), count: most })}</p>
    </Card>
  )
}
