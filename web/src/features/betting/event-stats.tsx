import type { SportsFact } from '@croupier/contract/methods/sports'
import type { CSSProperties } from 'react'
import { useTranslations } from 'use-intl'
import { Empty } from '../../ui/empty.tsx'
import type { EventNames } from './market-words.ts'
import { type Sides, statsOf } from './match-record.ts'

/** What both sides have done: figures first, bars beside them for the eye. */
export function EventStats({ record, names }: { record: readonly SportsFact[]; names: EventNames }) {
  const t = useTranslations('betting-event')
  const rows = statsOf(names.sport, record)
  if (rows.length === 0 || record.length === 0) return <Empty icon="gauge" title={t('noStats')} />
  return (
    <section className="card stat-card">
      <table>
        <caption>{t('statsTitle')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <bdi>{names.home}</bdi>
            </th>
            <td />
            <th scope="col">
              <bdi>{names.away}</bdi>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name}>
              <td className="num">{of[0]}</td>
              <th scope="row">
                {t(`stats.${name}`)}
                <Bars of={of} />
              </th>
              <td className="num">{of[1]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bars({ of: [home, away] }: { of: Sides }) {
  const share = (part: number): CSSProperties & Record<`--${string}`, string> => ({
    '--share': `${home + away === 0 ? 0 : (100 * part) / (home + away)}%`,
  })
  return (
    <span className="stat-bars" aria-hidden="true">
      <i style={share(home)} />
      <i style={share(away)} />
    </span>
  )
}
