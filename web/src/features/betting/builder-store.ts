import { startTransition } from 'react'
import { call } from '../../api.ts'
import { type BuilderNow, createBuilderKeeper } from './builder-keeper.ts'
import { useStoreLater } from './store-later.ts'

/** The builders of the one slip of the page: column, bar and sheet show the same. */
export const builderKeeper = createBuilderKeeper({
  ask: (picks) => call('bets.quoteBuilder', { picks: picks.join() }),
  isSeen: () => !document.hidden,
})

const none: ReadonlyMap<string, { now: BuilderNow }> = new Map()
const store = {
  now: builderKeeper.all,
  subscribe: (listener: () => void) => builderKeeper.subscribe(() => startTransition(listener)),
}

/** What is known of each, by `builderKey`. */
export const useBuilders = (): ReadonlyMap<string, { now: BuilderNow }> => useStoreLater(store, none)
