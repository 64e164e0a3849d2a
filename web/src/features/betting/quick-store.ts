import { useSyncExternalStore } from 'react'
import { keep, kept } from '../../session/browser-storage.ts'

/** What the player has said about bets with one tap. Never on by itself, and no stake but the one that was typed. */
export type QuickBet = { uid: number | null; isOn: boolean; stake: string }

const key = 'quick_bet'
export const quickOff: QuickBet = { uid: null, isOn: false, stake: '' }

export function readQuick(text: string | null): QuickBet {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return quickOff
    if (!('uid' in value) || !('isOn' in value) || !('stake' in value)) return quickOff
    const { uid, isOn, stake } = value
    if (typeof uid !== 'number' || typeof stake !== 'string' || stake.length > 40) return quickOff
    return { uid, isOn: isOn === true, stake }
  } catch {
    return quickOff
  }
}

let known: QuickBet | null = null
const listeners = new Set<() => void>()

const now = (): QuickBet => {
  known ??= readQuick(kept(key))
  return known
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setQuick(next: QuickBet): void {
  known = next
  keep(key, JSON.stringify(next))
  for (const listener of listeners) listener()
}

/** Another player begins with it switched off. */
export function useQuickBet(uid: number | null): QuickBet {
  const quick = useSyncExternalStore(subscribe, now, () => quickOff)
  return quick.uid === uid ? quick : quickOff
}
