import { foldFootball } from '@croupier/sportsbook/records/football'
import { useTranslations } from 'use-intl'
import { useFactWords } from './fact-words.ts'
import { toldFacts } from './match-record.ts'
import { factsOf, pressureOf, type TrackerProps } from './tracker-rules.ts'

const spots: Readonly<Record<string, { x: number; y: number }>> = {
  goal: { x: 742, y: 125 },
  corner: { x: 762, y: 14 },
  card: { x: 560, y: 170 },
}

/** The pitch with the last thing that happened, and who pressed when. */
export function FootballTracker({ record, names }: TrackerProps) {
  const t = useTranslations('betting-event.tracker')
  const words = useFactWords(names)
  const told = toldFacts(record)
  const last = told.findLast(({ isCancelled }) => !isCancelled)
  const side = last?.data.side
  const text = last ? [words.text(last, record), words.who(last)].filter(Boolean).join(', ') : ''
  return (
    <>
      <div className="pitch">
        <svg viewBox="0 0 780 250" role="img" aria-label={`${t('pitch', names)} ${text}`}>
          <g className="pitch-lines">
            <rect x="14" y="10" width="752" height="230" rx="2" />
            <path d="M390 10v230M14 62h112v126H14M14 96h40v58H14M766 62H654v126h112M766 96h-40v58h40" />
            <circle cx="390" cy="125" r="42" />
          </g>
          {(side === 1 || side === 2) && <Spot kind={last?.kind ?? ''} isAway={side === 2} />}
        </svg>
        <p className="pitch-now">{text || t('none')}</p>
      </div>
      <Pressure record={record} names={names} />
    </>
  )
}

/** Home attacks to the right, away to the left. */
function Spot({ kind, isAway }: { kind: string; isAway: boolean }) {
  const { x, y } = spots[kind] ?? { x: 640, y: 125 }
  return (
    <g transform={isAway ? 'translate(780 0) scale(-1 1)' : undefined}>
      <path className="pitch-heat" d="M500 10h266v230H500Z" />
      <circle className="pitch-ring" cx={x} cy={y} r="14" />
      <circle className="pitch-ball" cx={x} cy={y} r="7" />
    </g>
  )
}

const wave = { width: 600, height: 64 }

function Pressure({ record, names }: TrackerProps) {
  const t = useTranslations('betting-event.tracker')
  const { goals } = foldFootball(factsOf('football', record))
  const minutes = Math.max(90, ...goals.map(({ minute }) => minute))
  const felt = pressureOf(toldFacts(record), minutes)
  const most = Math.max(4, ...felt.map(Math.abs))
  const step = wave.width / minutes
  const middle = wave.height / 2
  const listed = goals.map(({ minute }) => minute).join(', ')
  const said = goals.length > 0 ? t('goalsAt', { minutes: listed }) : t('noGoals')
  return (
    <svg
      className="pressure"
      viewBox={`0 -6 ${wave.width} ${wave.height + 12}`}
      role="img"
      aria-label={t('pressure', { ...names, goals: said })}
    >
      <path className="tracker-axis" d={`M0 ${middle}H${wave.width}`} />
      {felt.map((value, at) =>
        value === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a minute is its place
            key={at}
            className={value > 0 ? 'tracker-home' : 'tracker-away'}
            x={at * step}
            width={Math.max(1, step - 1.5)}
            y={value > 0 ? middle - (middle * value) / most : middle}
            height={(middle * Math.abs(value)) / most}
          />
        ),
      )}
      {goals.map(({ minute, side }, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: two goals may fall in one minute
          key={at}
          className="tracker-goal"
          d="M0-7 7 0 0 7-7 0Z"
          transform={`translate(${(minute - 0.5) * step} ${side === 1 ? 0 : wave.height})`}
        />
      ))}
    </svg>
  )
}
