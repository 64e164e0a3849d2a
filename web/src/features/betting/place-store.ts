import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { newKey } from '../../forms/intent-key.ts'
import { keep, kept } from '../../session/browser-storage.ts'
import { onTabs, tellTabs } from '../../session/other-tabs.ts'
import { onTopic } from '../../session/stream-topics.ts'
import { createPlacing, noTries } from './place-keeper.ts'
import type { BetTry } from './place-rules.ts'
import { slipKeeper } from './slip-store.ts'
import { readPicks } from './slip-text.ts'

const placingKey = 'placing'

/** Changes that follow from a bet are not the player's, and put nothing aside. */
let isOwnChange = false

/** What was taken leaves the slip; what else was picked stays. */
function leaveSlip({ picks, isQuick }: BetTry) {
  if (isQuick) return
  const taken = new Set(picks.map(({ pick }) => pick))
  const { picks: before, stakes } = slipKeeper.now()
  const left = before.filter(({ pick }) => !taken.has(pick))
  if (left.length === before.length) return
  isOwnChange = true
  slipKeeper.change(() => ({
    picks: left,
    stakes: Object.fromEntries(Object.entries(stakes).filter(([pick]) => !taken.has(pick))),
    ...(left.length === 0 && { stake: '', purse: 'main' }),
  }))
  isOwnChange = false
}

export const placing = createPlacing({
  place: (bets) => call('bets.place', { bets }),
  find: (key) => call('bets.getByKey', { key }).then(({ bet }) => bet),
  read: () => kept(placingKey),
  write: (text) => keep(placingKey, text),
  tell: (text) => tellTabs({ kind: 'placing', text }),
  readPicks,
  newKey,
  alone: async (work) => (navigator.locks ? navigator.locks.request(placingKey, async () => work()) : work()),
  onPlaced: leaveSlip,
})

/** The bets that were asked for and are still told of. */
export const usePlacing = (): readonly BetTry[] => useSyncExternalStore(placing.subscribe, placing.now, () => noTries)

/** Once for all betting pages. Guests have no bets; a player who came for the balance places none. */
export function usePlaceKeeping(uid: number | null): void {
  useEffect(() => placing.setPlayer(uid), [uid])
  useEffect(() => {
    const stops = [
      onTabs((news) => news.kind === 'placing' && placing.hear(news.text)),
      onTopic('bets', placing.look),
      // The line was away: what it would have said is asked for.
      onTopic('hello', placing.look),
      slipKeeper.onChange(() => isOwnChange || placing.dismiss(({ isQuick, state }) => !isQuick && state !== 'lost')),
    ]
    const look = ({ persisted }: PageTransitionEvent) => persisted && placing.hear(kept(placingKey))
    window.addEventListener('pageshow', look)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('pageshow', look)
    }
  }, [])
}
