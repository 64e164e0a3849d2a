import { useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { type BuilderNow, createBuilderKeeper } from './builder-keeper.ts'

/** The builders of the one slip of the page: column, bar and sheet show the same. */
export const builderKeeper = createBuilderKeeper({
  ask: (picks) => call('bets.quoteBuilder', { picks: picks.join() }),
  isSeen: () => !document.hidden,
})

const none: ReadonlyMap<string, { now: BuilderNow }> = new Map()

/** What is known of each, by `builderKey`. */
export const useBuilders = (): ReadonlyMap<string, { now: BuilderNow }> =>
  useSyncExternalStore(builderKeeper.subscribe, builderKeeper.all, () => none)
