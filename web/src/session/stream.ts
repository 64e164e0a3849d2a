import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../api.ts'
import { refreshActivity } from './activity.ts'
import { hearBalance } from './balance.ts'
import { readBalances } from './balance-rules.ts'
import { tellCashier } from './cashier-news.ts'
import { onTabs } from './other-tabs.ts'
import { passOn } from './public-news.ts'
import { isSignedOut, isSigningOut, mayLeaveAgain, useSignOut } from './sign-out.ts'

const hiddenMs = 30_000

/**
 * Hears what happens to the account elsewhere: a session that ended, a check that was passed.
 * A page nobody sees lets go of its connection after a while, and looks for itself when it is seen again.
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
  const hearPush = useEffectEvent((data: string) => {
    const balances = readPush(data)
    if (balances) hearBalance(uid, { balances })
  })
  // What was paid in or out is part of the day's account too.
  const hearCashier = useEffectEvent(() => {
    tellCashier()
    refreshActivity(uid)
  })
  const hearTabs = useEffectEvent((kind: string) => kind === 'signedOut' && signOut.signedOut(null))

  useEffect(() => {
    let stream: EventSource | null = null
    let timer: ReturnType<typeof setTimeout> | undefined

    const open = () => {
      stream = new EventSource('/stream')
      stream.addEventListener('session', () => void look())
      stream.addEventListener('account', () => renew())
      stream.addEventListener('balance', (event) => hearPush(event.data))
      stream.addEventListener('cashier', () => hearCashier())
      passOn(stream)
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
      stopListening()
      document.removeEventListener('visibilitychange', onSeen)
      window.removeEventListener('pageshow', onShow)
    }
  }, [])
}

function readPush(data: string) {
  try {
    return readBalances(JSON.parse(data))
  } catch {
    return null
  }
}
