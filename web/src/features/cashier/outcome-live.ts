import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { refreshActivity } from '../../session/activity.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import type { Entry } from './outcome-data.ts'
import { firstWaitMs, isUnderway, newerOf, nextWaitMs, offerWaits } from './outcome-rules.ts'

/** A deposit that keeps itself up to date: by the push, and by asking ever more rarely while the player looks. */
export function useEntry(loaded: Entry): Entry {
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  const [heard, setHeard] = useState(loaded)
  const entry = newerOf(heard, loaded)
  const isOpen = isUnderway(entry.status) || offerWaits(entry)

  const ask = useEffectEvent(async () => {
    const answer = await call('cashier.getdepositinfo', { id: loaded.id }).catch(() => null)
    if (!answer) return
    setHeard((known) => newerOf(known, answer))
    if (answer.status === entry.status && answer.offer?.state === entry.offer?.state) return
    // The balance and the rest of the frame follow what happened.
    revalidate()
    if (account) refreshActivity(account.uid)
  })
  useTopic('cashier', () => void ask())
  useTopic('bonuses', () => {
    if (offerWaits(entry)) void ask()
  })

  useEffect(() => {
    if (!isOpen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = (waitMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(async () => {
        await ask()
        if (!document.hidden) plan(nextWaitMs(waitMs))
      }, waitMs)
    }
    const onSeen = () => {
      clearTimeout(timer)
      if (document.hidden) return
      ask()
      plan(firstWaitMs)
    }
    if (!document.hidden) plan(firstWaitMs)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [isOpen])
  return entry
}
