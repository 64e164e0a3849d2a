import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../api.ts'
import { useShell } from '../shell.ts'
import { balanceHeardAt, doubtBalance, hearBalance, hearKept } from './balance.ts'
import { isRefreshDue, readBalances } from './balance-rules.ts'
import { lastActiveAt } from './last-active.ts'
import { onTabs } from './other-tabs.ts'
import { isSignedOut, isSigningOut, useSignOut } from './sign-out.ts'
import { useEverySecond } from './use-every-second.ts'

/** Keeps the balance true beside the pushes of the stream: after clicks, and in an interval while the player is there. */
export function useBalanceRefresh(uid: number) {
  const { account, session } = useShell()
  const signOut = useSignOut()
  const { pathname } = useLocation()
  const rules = session?.balanceRefresh
  // Before what came with the page, which would take the note's place.
  useEffect(() => hearKept(uid, performance.timeOrigin), [uid])
  // Each navigation brings the account anew; only its balances are kept.
  useEffect(() => {
    const balances = account?.uid === uid ? readBalances(account) : null
    if (balances) hearBalance(uid, { balances })
  }, [account, uid])

  const isAsking = useRef(false)
  const askedAt = useRef(0)
  const clickedAt = useRef<number | null>(null)

  const ask = async () => {
    isAsking.current = true
    askedAt.current = Date.now()
    clickedAt.current = null
    try {
      const balances = await call('account.getBalance', {})
      hearBalance(uid, { balances, askedAt: askedAt.current, isForTabs: true })
    } catch (error) {
      // Without an answer the last one stands.
      if (isSignedOut(error)) signOut.signedOut('ended')
    } finally {
      isAsking.current = false
    }
  }
  const look = () => {
    if (!rules || isSigningOut()) return
    const now = Date.now()
    const moment = {
      now,
      path: pathname,
      isHidden: document.hidden,
      isOnline: navigator.onLine,
      isAsking: isAsking.current,
      askedAt: askedAt.current,
      heardAt: balanceHeardAt(uid),
      activeAt: lastActiveAt(now),
      clickedAt: clickedAt.current,
    }
    if (isRefreshDue(rules, moment)) void ask()
  }
  useEverySecond(look, rules !== undefined)

  const click = useEffectEvent(() => {
    clickedAt.current = Date.now()
    look()
  })
  useEffect(() => {
    const onClick = () => click()
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && doubtBalance(uid)
    const stopListening = onTabs((news) => {
      if (news.kind === 'balance' && news.uid === uid) hearBalance(uid, { balances: news.balances })
    })
    window.addEventListener('click', onClick)
    window.addEventListener('pageshow', onShow)
    return () => {
      stopListening()
      window.removeEventListener('click', onClick)
      window.removeEventListener('pageshow', onShow)
    }
  }, [uid])
}
