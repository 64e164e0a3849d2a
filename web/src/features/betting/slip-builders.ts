import { useEffect } from 'react'
import type { BuilderGroup } from './builder-keeper.ts'
import { builderKeeper } from './builder-store.ts'
import { useIsFresh } from './live-book.ts'
import type { SlipBuilder } from './slip-legs.ts'
import type { SlipView } from './slip-view.ts'

function groupOf({ parts }: SlipBuilder, { lines }: SlipView, isFresh: boolean): BuilderGroup {
  const nows = parts.flatMap(({ pick }) => lines.find((line) => line.pick.pick === pick)?.now ?? [])
  const isClosed = nows.some(({ state }) => state === 'closed')
  const isPaused = !isFresh || nows.some(({ state }) => state === 'paused')
  return {
    picks: parts.map(({ pick }) => pick),
    mark: nows.map(({ price, version }) => `${price}/${version}`).join(),
    why: isClosed ? 'CLOSED' : isPaused ? 'PAUSED' : null,
  }
}

/** Once for the page: asks for the price of what could be a builder, again when a part of it moves. */
export function FollowBuilders({ view }: { view: SlipView }) {
  const isFresh = useIsFresh()
  useEffect(() => builderKeeper.set(view.builders.map((builder) => groupOf(builder, view, isFresh))), [view, isFresh])
  useEffect(() => () => builderKeeper.set([]), [])
  return null
}
