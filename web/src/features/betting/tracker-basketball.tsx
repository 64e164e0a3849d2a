import { foldBasketball } from '@croupier/sportsbook/records/basketball'
import { useTranslations } from 'use-intl'
import { scoreText } from './market-words.ts'
import { LeadPicture } from './tracker-lead.tsx'
import { factsOf, type TrackerProps } from './tracker-rules.ts'

/** The lead, basket by basket. */
export function BasketballTracker({ record, names }: TrackerProps) {
  const t = useTranslations('betting-event.tracker')
  const { scores } = foldBasketball(factsOf('basketball', record))
  const [home, away] = scores.at(-1) ?? [0, 0]
  return (
    <LeadPicture
      {...names}
      label={t('run', { ...names, score: scoreText(home, away) })}
      moments={scores.map((score, at) => ({ at: at + 1, lead: score[0] - score[1] }))}
      end={scores.length + 1}
    />
  )
}
