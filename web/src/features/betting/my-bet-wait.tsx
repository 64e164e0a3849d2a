import type { WireBet } from '@croupier/contract/methods/bets'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Progress } from '../../ui/progress.tsx'
import { bookNow } from './live-book.ts'

const lookMs = 250

/** Seconds to a moment of the server's clock, counted as they pass. Null until the page has come to life. */
function useSecondsTo(moment: string): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const look = () => setLeft(Math.max(0, (Date.parse(moment) - bookNow()) / 1_000))
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [moment])
  return left
}

/** How long something waits that is decided at a moment. The bar empties: nothing is asked of the player. */
export function WaitLine({ from, until, children }: { from: string; until: string; children: string }) {
  const t = useTranslations('my-bets.pending')
  const left = useSecondsTo(until)
  const whole = Math.max(1, (Date.parse(until) - Date.parse(from)) / 1_000)
  const seconds = Math.ceil(left ?? whole)
  return (
    <div className="my-wait">
      <span>{children}</span>
      <b className="num">{seconds > 0 ? t('seconds', { seconds }) : t('due')}</b>
      <Progress tone="time" value={Math.min(1, (left ?? whole) / whole)} label={t('label', { seconds })} />
    </div>
  )
}

/** A bet with a live leg, between the press and its decision. */
export function BeingDecided({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.pending')
  const format = useFormat()
  return (
    <div className="my-box">
      <WaitLine from={bet.asked_at} until={bet.decide_at ?? bet.asked_at}>
        {t('held', { amount: format.money(bet.stake) })}
      </WaitLine>
      <p className="my-fine">{t('text')}</p>
    </div>
  )
}
