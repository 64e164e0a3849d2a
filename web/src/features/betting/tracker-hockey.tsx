import { foldHockey } from '@croupier/sportsbook/records/hockey'
import { useTranslations } from 'use-intl'
import { scoreText } from './market-words.ts'
import { LeadPicture } from './tracker-lead.tsx'
import { factsOf, type TrackerProps } from './tracker-rules.ts'

const wholeSeconds = 3600

/** The lead over sixty minutes, each goal as a mark. */
export function HockeyTracker({ record, names }: TrackerProps) {
  const t = useTranslations('betting-event.tracker')
  const { goals } = foldHockey(factsOf('hockey', record))
  let [home, away] = [0, 0]
  const moments = goals.map(({ side, second }) => {
    if (side === 1) home += 1
    else away += 1
    return { at: second, lead: home - away, side }
  })
  return (
    <LeadPicture
      {...names}
      label={t('goalsRun', { ...names, score: scoreText(home, away) })}
      moments={moments}
      end={Math.max(wholeSeconds, ...goals.map(({ second }) => second))}
    >
      {(place) =>
        moments.map(({ at, side }, number) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a goal is its place in the match
            key={number}
            className="tracker-goal"
            d="M0-8 8 0 0 8-8 0Z"
            transform={`translate(${place(at).x} ${side === 1 ? 0 : place(at).height})`}
          />
        ))
      }
    </LeadPicture>
  )
}
