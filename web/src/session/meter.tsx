import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../i18n/format.ts'
import { useShortMoney } from '../i18n/short-money.ts'
import { useShell } from '../shell.ts'
import { cx } from '../ui/cx.ts'
import { useActivity, useKnownActivity } from './activity.ts'
import { clockText, realityShare, serverNow } from './rules.ts'

/** Time, result of the day and the way to the limits: on every page of a player, and nothing takes it away. */
export function Meter() {
  const t = useTranslations('shell.meter')
  const { features } = useShell()
  const activity = useActivity()
  // Without the page of control the figures are still there; what is behind them stands in the cashier.
  const report = features.responsibleGaming ? `${paths.responsibleGame()}#activity` : paths.wallet()
  const net = activity?.today.net
  return (
    <nav className="meter" aria-label={t('label')}>
      <Link to={report} className="meter-time">
        <Clock />
      </Link>
      <Link to={report} className="meter-net">
        {t('net')} {net ? <Net value={net} /> : <b className="num">–</b>}
      </Link>
      {features.responsibleGaming && (
        <Link to={paths.responsibleGame()} className="meter-limits">
          {t('limits')}
        </Link>
      )}
    </nav>
  )
}

/** Figures and separators that fit beside everything else in the header. */
const most = 10

/** The result of the day. A very long one is drawn short and said whole. */
function Net({ value }: { value: { amount: string; currency: string } }) {
  const format = useFormat()
  const short = useShortMoney()
  const whole = format.signedMoney(value)
  const isWin = isGain(value.amount)
  const drawn = isWin ? short(value, most).replace('\u2066', '\u2066+') : short(value, most)
  const look = cx('num', isWin && 'is-win')
  if (drawn === whole) return <b className={look}>{whole}</b>
  return (
    <b className={look} title={whole}>
      <span aria-hidden="true">{drawn}</span>
      <span className="sr">{whole}</span>
    </b>
  )
}

/** The meter on narrow screens: a strip of its own under the header. */
export function MeterBar() {
  const { account } = useShell()
  if (!account) return null
  return (
    <div className="meterbar only-narrow">
      <Meter />
    </div>
  )
}

/** Ticks by itself, so that nothing else is drawn anew each second. */
function Clock() {
  const t = useTranslations('shell.meter')
  const activity = useActivity()
  const known = useKnownActivity()
  const now = useSecond()
  const gone = known && now !== null ? Math.max(0, now - known.receivedAt) / 1000 : 0
  const seconds = (activity?.session_seconds ?? 0) + gone
  const share =
    known && now !== null
      ? realityShare(
          known.activity.reality_check_at,
          known.activity.reality_check_minutes,
          serverNow({ now: known.activity.now, receivedAt: known.receivedAt }, now),
        )
      : 0
  return (
    <>
      <Arc share={share} />
      <span className="sr">{t('session')}</span>
      <b className="num meter-clock" aria-live="off" data-long={seconds >= 3600 || undefined}>
        {clockText(seconds)}
      </b>
    </>
  )
}

/** Fills towards the player's own reminder; an empty ring when there is none. */
function Arc({ share }: { share: number }) {
  return (
    <svg className="meter-arc" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" />
      <circle className="meter-gone" cx="8" cy="8" r="6.5" pathLength="100" strokeDasharray={`${share * 100} 100`} />
    </svg>
  )
}

/** The moment, each second while the page is seen; null until the page listens, as on the server. */
function useSecond(): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(Date.now())
    }
    tick()
    const timer = setInterval(tick, 1000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
