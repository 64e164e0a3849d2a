import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { onTopic } from '../../session/stream-topics.ts'

/** A betting bonus that can be put on the slip. One that watches the next bet does so by itself. */
export type SlipBonus = Pick<
  WireBettingBonus,
  'id' | 'title' | 'type' | 'amount' | 'balance' | 'min_odds' | 'min_legs' | 'expires_at'
>

const none: readonly SlipBonus[] = []
let known = none
let asked = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly SlipBonus[]) {
  known = next
  for (const listener of listeners) listener()
}

async function ask() {
  asked += 1
  const turn = asked
  const answer = await call('BettingBonuses.get', { status: 'active', count: 50 }).catch(() => null)
  if (answer && turn === asked) set(answer.items.filter(({ type }) => type !== 'refund'))
}

export const useSlipBonuses = (): readonly SlipBonus[] =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => none,
  )

/** Once for the page, while a player has picks: which bonuses could pay for them. */
export function useBonusesAsked(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) {
      asked += 1
      return set(none)
    }
    void ask()
    return onTopic('bonuses', () => void ask())
  }, [isWanted])
}
