import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogActions, useDialog } from '../dialogs/parts.tsx'
import { Button } from '../ui/button.tsx'
import { lastActiveAt } from './last-active.ts'
import { clockText, countdownShare, idleAt, spokenAt } from './rules.ts'
import { useEverySecond } from './use-every-second.ts'

/** The last fifth of the time: a ring that empties, and two buttons. */
export function IdleWarning({ limitSeconds, onLogOut }: { limitSeconds: number; onLogOut: () => Promise<void> }) {
  const t = useTranslations('control.idle')
  const { close } = useDialog()
  const [left, setLeft] = useState(() => leftSeconds(limitSeconds))
  const [spoken, setSpoken] = useState<number | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const before = useRef(Number.POSITIVE_INFINITY)

  useEverySecond(() => setLeft(leftSeconds(limitSeconds)), true)
  useEffect(() => {
    const moment = spokenAt(before.current, left)
    before.current = left
    if (moment !== null) setSpoken(left)
  }, [left])

  const logOut = async () => {
    setLeaving(true)
    await onLogOut()
    setLeaving(false)
  }
  return (
    <div className="contents" data-idle-warning="">
      <p>{t('text')}</p>
      <Ring share={countdownShare(left, limitSeconds)} text={clockText(left)} label={t('left')} />
      <p className="sr" role="alert">
        {spoken !== null && t('spoken', { seconds: spoken })}
      </p>
      <DialogActions>
        <Button size="l" busy={isLeaving} onClick={logOut}>
          {t('logOut')}
        </Button>
        <Button size="l" kind="primary" autoFocus onClick={close}>
          {t('stay')}
        </Button>
      </DialogActions>
    </div>
  )
}

function leftSeconds(limitSeconds: number): number {
  const now = Date.now()
  const idle = idleAt(now, lastActiveAt(now), limitSeconds)
  if (idle.state === 'over') return 0
  return idle.state === 'warning' ? idle.leftSeconds : Math.ceil(limitSeconds * 0.2)
}

/** A chip edge bent to a circle. */
function Ring({ share, text, label }: { share: number; text: string; label: string }) {
  const mask = useId()
  return (
    <div className="countdown" role="timer" aria-live="off" aria-label={`${label} ${text}`}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <mask id={mask} maskUnits="userSpaceOnUse" x="0" y="0" width="120" height="120">
          <circle cx="60" cy="60" r="52" stroke="#fff" pathLength="100" strokeDasharray={`${share * 100} 100`} />
        </mask>
        <circle className="countdown-rest" cx="60" cy="60" r="52" pathLength="100" strokeDasharray="3.4 1.6" />
        <g mask={`url(#${mask})`}>
          <circle className="countdown-left" cx="60" cy="60" r="52" pathLength="100" strokeDasharray="3.4 1.6" />
        </g>
      </svg>
      <b className="num" aria-hidden="true">
        {text}
      </b>
    </div>
  )
}
