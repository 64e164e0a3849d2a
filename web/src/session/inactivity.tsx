import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type DialogHandle, openPopup } from '../dialogs/dialogs.ts'
import { useShell } from '../shell.ts'
import { IdleWarning } from './idle-warning.tsx'
import { lastActiveAt, markActive } from './last-active.ts'
import { idleAt } from './rules.ts'
import { useSignOut } from './sign-out.ts'
import { useEverySecond } from './use-every-second.ts'

const preloadMs = 30_000

/** Warns at 80 % of the time that content allows and logs out at its end. Every tab of the browser counts as one. */
export function useInactivity() {
  const t = useTranslations('control.idle')
  const { session } = useShell()
  const limitSeconds = session?.idle.logoutSeconds ?? 0
  const signOut = useSignOut()
  const warning = useRef<DialogHandle | null>(null)
  const isOn = limitSeconds > 0

  const close = () => {
    const open = warning.current
    warning.current = null
    open?.close()
  }
  const logOut = () => signOut.logOut().catch(() => undefined)
  useEverySecond(() => {
    const now = Date.now()
    const idle = idleAt(now, lastActiveAt(now), limitSeconds)
    if (idle.state === 'active') return close()
    if (idle.state === 'over') return void signOut.logOutIdle()
    warning.current ??= openPopup({
      name: 'inactivity',
      title: t('title'),
      size: 'small',
      hideClose: true,
      isUrgent: true,
      content: <IdleWarning limitSeconds={limitSeconds} onLogOut={logOut} />,
      // Every way to close it but logging out means that the player is there.
      onClosed: () => {
        warning.current = null
        markActive()
      },
    })
  }, isOn)

  const closeAtEnd = useEffectEvent(close)
  useEffect(() => () => closeAtEnd(), [])

  // The warning must not depend on the network at the moment it is needed.
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => void import('../dialogs/dialog-stack.tsx').catch(() => undefined), preloadMs)
    return () => clearTimeout(timer)
  }, [isOn])
}
