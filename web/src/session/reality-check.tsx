import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type DialogHandle, openPopup } from '../dialogs/dialogs.ts'
import { useShell } from '../shell.ts'
import { type ActivityState, refreshActivity, useKnownActivity } from './activity.ts'
import { onTabs } from './other-tabs.ts'
import { RealityDialog } from './reality-dialog.tsx'
import { isRealityHeld } from './reality-hold.ts'
import { isRealityDue, serverNow } from './rules.ts'
import { useEverySecond } from './use-every-second.ts'

const retryMs = 10_000

const isDue = ({ activity, receivedAt }: ActivityState, now: number) =>
  isRealityDue(activity.reality_check_at, serverNow({ now: activity.now, receivedAt }, now))

/**
 * Interrupts at the interval that the player chose. It stands in line behind whatever is open,
 * so that a payment is never torn apart; until it is answered the server takes no stake.
 */
export function useRealityCheck(uid: number) {
  const t = useTranslations('control.reality')
  const { account } = useShell()
  const known = useKnownActivity()
  const shown = useRef<DialogHandle | null>(null)
  const askedAt = useRef(0)
  const isOn = account?.is_payout_only === false && known?.activity.reality_check_at != null

  useEverySecond(async () => {
    const now = Date.now()
    if (!known || shown.current || document.hidden || now - askedAt.current < retryMs || !isDue(known, now)) return
    if (isRealityHeld()) return
    askedAt.current = now
    // Another tab or device may have answered it already, and the figures have to be of this moment.
    const activity = await refreshActivity(uid)
    if (!activity || shown.current || !isRealityDue(activity.reality_check_at, Date.parse(activity.now))) return
    shown.current = openPopup({
      name: 'reality-check',
      title: t('title'),
      preventClose: true,
      content: <RealityDialog uid={uid} activity={activity} />,
      onClosed: () => {
        shown.current = null
        askedAt.current = 0
      },
    })
  }, isOn)

  useEffect(() => onTabs((news) => news.kind === 'reality' && void refreshActivity(uid)), [uid])

  const settle = useEffectEvent(() => {
    if (!known || !isDue(known, Date.now())) shown.current?.close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: news is the reason to look.
  useEffect(() => settle(), [known])
}
