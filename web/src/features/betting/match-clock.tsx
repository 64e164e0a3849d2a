import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { useEffect, useState } from 'react'
import { usePlainTranslations } from '../../i18n/plain-text.ts'
import { everySecond } from './later-together.ts'
import { bookNow } from './live-book.ts'
import { minuteText, secondsAt, secondsText } from './match-time.ts'
import { usePeriodName } from './period-words.ts'

/** Where a match stands: `63′`, *Set 2*, *Q4 5:33*. `isLong` adds the period where the short form leaves it out. */
export function MatchClock({ card, isLong = false }: { card: SportsEventCard; isLong?: boolean }) {
  const t = usePlainTranslations('betting.clock')
  const { clock, state, sport } = card
  const nameOfPeriod = usePeriodName(sport)
  const read = () => {
    if (state === 'interrupted') return t('interrupted')
    if (!clock) return t('live')
    const seconds = secondsAt(clock, bookNow())
    const period = nameOfPeriod(clock.period)
    if (sport === 'football') {
      if (!clock.is_running && clock.period === 'h1' && seconds >= 45 * 60) return t('halfTime')
      const minute = minuteText(clock.period, seconds)
      return isLong ? `${minute} · ${period}` : minute
    }
    const hasTime = (sport === 'basketball' || sport === 'hockey') && seconds > 0
    return hasTime ? `${period} ${secondsText(seconds)}` : period
  }
  const text = useTicking(state === 'live' && clock?.is_running === true, read)
  // The server's page is a moment old when it is read.
  return (
    <span className="num" suppressHydrationWarning>
      {text}
    </span>
  )
}

/** Read every second, drawn when it reads otherwise: most clocks show minutes. */
function useTicking(isRunning: boolean, read: () => string): string {
  const text = read()
  const [, setSeen] = useState(text)
  useEffect(() => (isRunning ? everySecond(() => setSeen(read())) : undefined))
  return text
}
