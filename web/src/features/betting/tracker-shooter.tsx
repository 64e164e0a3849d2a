import { foldShooter, mapScore, type PlayedMap } from '@croupier/sportsbook/records/shooter'
import { useTranslations } from 'use-intl'
import { type EventNames, scoreText } from './market-words.ts'
import { factsOf, type TrackerProps } from './tracker-rules.ts'

/** Every map with its rounds in their order: above the line home, below it away. */
export function ShooterTracker({ record, names }: TrackerProps) {
  const { maps } = foldShooter(factsOf('shooter', record))
  return (
    <ul className="map-list">
      {[...maps].map(([number, map]) => (
        <MapRow key={number} number={number} map={map} names={names} />
      ))}
    </ul>
  )
}

const step = 10
/** A map of regular length; overtime makes it longer. */
const usualRounds = 24

function MapRow({ number, map, names }: { number: number; map: PlayedMap; names: EventNames }) {
  const t = useTranslations('betting-event.tracker')
  const score = scoreText(...mapScore(map))
  const order = map.rounds.map((side) => (side === 1 ? names.home : names.away)).join(', ')
  const width = step * Math.max(usualRounds, map.rounds.length)
  return (
    <li>
      <span>{t('map', { map: number, score })}</span>
      <svg viewBox={`0 0 ${width} 24`} role="img" aria-label={t('rounds', { map: number, rounds: order || '–' })}>
        <path className="tracker-axis" d={`M0 12H${width}`} />
        {map.rounds.map((side, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place
            key={at}
            className={side === 1 ? 'tracker-home' : 'tracker-away'}
            x={at * step + 1}
            y={side === 1 ? 1 : 13}
            width={step - 3}
            height={10}
            rx={1.5}
          />
        ))}
      </svg>
    </li>
  )
}
