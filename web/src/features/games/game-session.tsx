import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { useActivity, useKnownActivity } from '../../session/activity.ts'
import { clockText, realityShare, serverNow } from '../../session/rules.ts'
import { useShell } from '../../shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { sums, type Tally } from './game-tally.ts'

/** What this game took and gave since it was opened, how long that is ago, and the ways to stop. */
export function GameSession({ tally, isPlayer }: { tally: Tally | null; isPlayer: boolean }) {
  const t = useTranslations('game.session')
  const format = useFormat()
  const hasControl = useShell().features.responsibleGaming && isPlayer
  const money = tally && sums(tally)
  const lines = money && [
    { name: t('staked'), text: format.money(money.staked) },
    { name: t('returned'), text: format.money(money.won) },
  ]
  return (
    <Card className="game-session">
      <div className="game-session-head">
        <h2>{t('title')}</h2>
        {hasControl && (
          <Link className="link" to={paths.responsibleGame()}>
            {t('limits')}
          </Link>
        )}
      </div>
      <dl className="facts">
        <div>
          <dt>{t('time')}</dt>
          <dd className="num">
            <Elapsed />
          </dd>
        </div>
        <div>
          <dt>{t('rounds')}</dt>
          <dd className="num">{format.number(tally?.rounds ?? 0)}</dd>
        </div>
        {lines?.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
        {money && (
          <div>
            <dt>{t('net')}</dt>
            <dd className={isGain(money.net.amount) ? 'num is-win' : 'num'}>{format.signedMoney(money.net)}</dd>
          </div>
        )}
      </dl>
      {isPlayer && <Reminder />}
      {hasControl && (
        <ButtonLink full to={`${paths.responsibleGame()}#break`}>
          <Icon name="coffee" />
          {t('break')}
        </ButtonLink>
      )}
    </Card>
  )
}

/** Since the page was opened; a page in the background goes on counting. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const begun = Date.now()
    const timer = setInterval(() => setSeconds((Date.now() - begun) / 1000), 1000)
    return () => clearInterval(timer)
  }, [])
  return clockText(seconds)
}

/** How near the player's own reminder is. */
function Reminder() {
  const t = useTranslations('game.session')
  const activity = useActivity()
  const known = useKnownActivity()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = activity?.reality_check_minutes
  if (!minutes) return <p className="muted">{t('noReminder')}</p>
  const share =
    known && now !== null
      ? realityShare(
          known.activity.reality_check_at,
          minutes,
          serverNow({ now: known.activity.now, receivedAt: known.receivedAt }, now),
        )
      : 0
  return (
    <>
      <Progress thin tone="time" value={share} label={t('reminderLabel')} />
      <p className="muted">{t('reminder', { minutes })}</p>
    </>
  )
}
