import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../api.ts'
import { isGain } from '../i18n/format.ts'
import { useShell } from '../shell.ts'
import { useBalances } from './balance.ts'
import { useTopic } from './stream-topics.ts'

/** The bonus that has money now, as last heard. Who has no bonus money is never asked about it. */
let known: { uid: number; bonus: WireBonus | null } | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let asking: Promise<WireBonus | null> | null = null

async function ask(uid: number): Promise<WireBonus | null> {
  const { items } = await call('bonuses.get', { count: 1 })
  const [first] = items
  // The open one comes first.
  const bonus = first && (first.status === 'active' || first.status === 'paused') ? first : null
  known = { uid, bonus }
  for (const tell of listeners) tell()
  return bonus
}

/** Asks again. Without an answer the last one stands, and null is said. */
export async function refreshOpenBonus(uid: number): Promise<WireBonus | null> {
  asking ??= ask(uid).finally(() => {
    asking = null
  })
  return asking.catch(() => null)
}

/** Null while there is none, while it is not wanted, and until the first answer. Follows the stream. */
export function useOpenBonus(isWanted: boolean): WireBonus | null {
  const { account } = useShell()
  const balances = useBalances()
  const uid = account?.uid ?? null
  const has = balances !== null && isGain(balances.balance_bonus.amount)
  const found = useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
  const isDue = isWanted && has && uid !== null
  useEffect(() => {
    if (isDue) void refreshOpenBonus(uid)
  }, [isDue, uid])
  useTopic('bonuses', () => {
    if (isDue) void refreshOpenBonus(uid)
  })
  return isDue && found?.uid === uid ? found.bonus : null
}
