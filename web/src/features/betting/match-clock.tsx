import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { bookNow } from './live-book.ts'
import { namesOf, useMarketWords } from './market-words.ts'
import { minuteText, secondsAt, secondsText } from './match-time.ts'

/** Where a match stands: `63′`, *Set 2*, *Q4 5:33*. `isLong` adds the period where the short form leaves it out. */
export function MatchClock({ card, isLong = false }: { card: SportsEventCard; isLong?: boolean }) {
  const t = useTranslations('betting.clock')
  const words = useMarketWords(namesOf(card))
  const { clock, state, sport } = card
  useTicking(state === 'live' && clock?.is_running === true)
  if (state === 'interrupted') return <>{t('interrupted')}</>
  if (!clock) return <>{t('live')}</>
  const seconds = secondsAt(clock, bookNow())
  const period = words.period(clock.period)
  if (sport === 'football') {
    if (!clock.is_running && clock.period === 'h1' && seconds >= 45 * 60) return <>{t('halfTime')}</>
    const minute = minuteText(clock.period, seconds)
    return <Ticking text={isLong ? `${minute} · ${period}` : minute} />
  }
  const hasTime = (sport === 'basketball' || sport === 'hockey') && seconds > 0
  return <Ticking text={hasTime ? `${period} ${secondsText(seconds)}` : period} />
}

/** The server's page is a moment old when it is read. */
const Ticking = ({ text }: { text: string }) => (
  <span className="num" suppressHydrationWarning>
    {text}
  </span>
)

function useTicking(isRunning: boolean) {
  const [, tick] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
}
