import { toWire } from '@croupier/contract/money'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { type BuilderGroup, type BuilderNow, builderKey, createBuilderKeeper } from './builder-keeper.ts'
import { useIsFresh } from './live-book.ts'
import type { SlipPick } from './slip-store.ts'
import { builderReturn } from './slip-sums.ts'
import type { SlipView } from './slip-view.ts'
import { usePickWords } from './slip-words.ts'

/** The builders of the one slip of the page: column and sheet show the same. */
const keeper = createBuilderKeeper({
  ask: (picks) => call('bets.quoteBuilder', { picks: picks.join() }),
  isSeen: () => !document.hidden,
})

const keyOf = (parts: readonly SlipPick[]) => builderKey(parts.map(({ pick }) => pick))

const useBuilderNow = (key: string): BuilderNow | null =>
  useSyncExternalStore(
    keeper.subscribe,
    () => keeper.nowOf(key),
    () => null,
  )

function groupOf(parts: readonly SlipPick[], { lines }: SlipView, isFresh: boolean): BuilderGroup {
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
  useEffect(() => keeper.set(view.builders.map((parts) => groupOf(parts, view, isFresh))), [view, isFresh])
  useEffect(() => () => keeper.set([]), [])
  return null
}

type Props = { parts: readonly SlipPick[]; view: SlipView; write: (price: number) => string }

/** Picks of one match as one bet: its price is no product of theirs, so the house says it. */
export function BuilderCard({ parts, view, write }: Props) {
  const t = useTranslations('slip.builder')
  const words = usePickWords()
  const now = useBuilderNow(keyOf(parts))
  const implied = now?.state === 'priced' ? now.implied : []
  return (
    <section className="slip-builder">
      <h3>
        <Icon name="puzzle" />
        {t('title')}
      </h3>
      <ul>
        {parts.map((part) => (
          <li key={part.pick}>
            <bdi>{words.long(part)}</bdi>
            {implied.includes(part.pick) && <small>{t('implied')}</small>}
          </li>
        ))}
      </ul>
      <BuilderPrice now={now} isWhole={parts.length === view.lines.length} view={view} write={write} />
      <p className="slip-fine">{t('text')}</p>
    </section>
  )
}

type PriceProps = Omit<Props, 'parts'> & { now: BuilderNow | null; isWhole: boolean }

/** A price, or why there is none; the picks stay whatever it is. */
function BuilderPrice({ now, isWhole, view: { stake, currency }, write }: PriceProps) {
  const t = useTranslations('slip.builder')
  const format = useFormat()
  if (now?.state === 'refused') return <p className="slip-builder-none">{t(`none.${now.why}`)}</p>
  const isPriced = now?.state === 'priced'
  const returned = isPriced && isWhole && stake.total !== null ? builderReturn(now.price, stake.total) : null
  return (
    <dl className="slip-builder-price">
      <div>
        <dt>{t('price')}</dt>
        <dd className="num">{isPriced ? write(now.price) : t('asking')}</dd>
      </div>
      {returned !== null && (
        <div>
          <dt>{t('returns')}</dt>
          <dd className="num">{format.money(toWire(returned, currency))}</dd>
        </div>
      )}
    </dl>
  )
}
