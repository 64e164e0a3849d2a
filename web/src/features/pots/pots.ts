import { useEffect, useState } from 'react'
import { usePublicTopic } from '../../session/stream-topics.ts'
import { type Pot, withNews } from './pot-data.ts'

export { PotCard } from './pot-card.tsx'
export { askPots, type Pot } from './pot-data.ts'
export { PotLevels } from './pot-levels.tsx'

/** Pots as they came with the page, and from then on as the stream says. */
export function usePots(loaded: readonly Pot[]): readonly Pot[] {
  const [pots, setPots] = useState(loaded)
  useEffect(() => setPots(loaded), [loaded])
  usePublicTopic('jackpots', (news) => setPots((before) => withNews(before, news)))
  return pots
}
