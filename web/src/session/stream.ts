import { type PlayerTopic, playerTopics } from '@croupier/contract/stream'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { call } from '../api.ts'
import { refreshActivity } from './activity.ts'
import { hearBalance } from './balance.ts'
import { readBalances } from './balance-rules.ts'
import { onTabs } from './other-tabs.ts'
import { isSignedOut, isSigningOut, mayLeaveAgain, useSignOut } from './sign-out.ts'
import { onTopic, openStream, say } from './stream-topics.ts'

const hiddenMs = 30_000

/**
 * Hears what happens to the account elsewhere: a session that ended, a check that was passed.
 * A hidden page lets go of its connection after a while, and looks for itself when it is seen again.
 */
export function useStream(uid: number) {
  const { revalidate } = useRevalidator()
  const signOut = useSignOut()

  const renew = useEffectEvent(() => {
    revalidate()
    refreshActivity(uid)
  })
  const look = useEffectEvent(async () => {
    if (isSigningOut()) return
    try {
      await call('account.getInfo', {})
      renew()
    } catch (error) {
      // Without a connection nothing is known; a blocked player has got a page of their own.
      if (isSignedOut(error)) signOut.signedOut('ended')
    }
  })
  const hearPush = useEffectEvent((data: unknown) => {
    const balances = readBalances(data)
    if (balances) hearBalance(uid, { balances })
  })
  const refresh = useEffectEvent(() => void refreshActivity(uid))
  const hearTabs = useEffectEvent((kind: string) => kind === 'signedOut' && signOut.signedOut(null))

  useEffect(() => {
    const handlers: Record<PlayerTopic, (data: unknown) => void> = {
      session: () => void look(),
      account: () => renew(),
      balance: (data) => hearPush(data),
      // What was paid in or out is part of the day's account too.
      cashier: () => refresh(),
      // The pages that show bonuses and bets listen for themselves.
      bonuses: () => undefined,
      bets: () => undefined,
    }
    const stops = playerTopics.map((topic) => onTopic(topic, handlers[topic]))
    let stream: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    const open = () => {
      stream = openStream()
    }
    const close = () => {
      stream?.close()
      stream = null
    }
    const onSeen = () => {
      clearTimeout(timer)
      if (document.hidden) {
        timer = setTimeout(close, hiddenMs)
      } else if (!stream || stream.readyState === EventSource.CLOSED) {
        open()
        look()
      }
    }
    // A page that comes back out of the browser's memory shows what was true when it left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      mayLeaveAgain()
      look()
    }
    if (!document.hidden) open()
    const stopListening = onTabs(({ kind }) => hearTabs(kind))
    document.addEventListener('visibilitychange', onSeen)
    window.addEventListener('pageshow', onShow)
    return () => {
      close()
      clearTimeout(timer)
      for (const stop of [...stops, stopListening]) stop()
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
}

/** What came between the look at a page's data and the page itself is said again: its own parts did not listen yet. */
export function useNewsOnTheWay() {
  const isOnTheWay = useNavigation().state !== 'idle'
  const news = useRef(new Map<PlayerTopic, unknown>())
  useEffect(() => {
    const missed = news.current
    if (isOnTheWay) {
      const stops = playerTopics.map((topic) => onTopic(topic, (data) => missed.set(topic, data)))
      return () => {
        for (const stop of stops) stop()
      }
    }
    // After the parts of the page, which begin to listen in this same turn.
    const timer = setTimeout(() => {
      for (const [topic, data] of missed) say(topic, data)
      missed.clear()
    })
    return () => clearTimeout(timer)
  }, [isOnTheWay])
}
