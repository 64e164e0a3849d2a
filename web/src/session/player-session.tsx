import { useShell } from '../shell.ts'
import { useActivityRefresh } from './activity.ts'
import { useIdleHelp } from './idle-help.tsx'
import { useInactivity } from './inactivity.tsx'
import { useLastActive } from './last-active.ts'
import { useNotices } from './notices.ts'
import { useRealityCheck } from './reality-check.tsx'
import { useNewsOnTheWay, useStream } from './stream.ts'
import { useBalanceRefresh } from './use-balance-refresh.ts'

/** Everything that listens while a player is signed in. */
export function PlayerSession() {
  const uid = useShell().account?.uid ?? 0
  useLastActive()
  useActivityRefresh(uid)
  useBalanceRefresh(uid)
  useStream(uid)
  useNewsOnTheWay()
  useInactivity()
  useIdleHelp()
  useRealityCheck(uid)
  useNotices()
  return null
}
