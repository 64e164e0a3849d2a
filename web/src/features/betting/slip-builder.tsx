import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { BuilderGroup } from './builder-keeper.ts'
import { builderKeeper } from './builder-store.ts'
import { useIsFresh } from './live-book.ts'
import type { SlipBuilder, SlipView } from './slip-view.ts'
import { usePickWords } from './slip-words.ts'

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

type Props = { builder: SlipBuilder; view: SlipView; write: (price: number) => string }

/** Picks of one match as one bet: its price is no product of theirs, so the house says it. They stay whatever it says. */
export function BuilderCard({ builder: { parts, now }, view: { slip }, write }: Props) {
  const t = useTranslations('slip')
  const words = usePickWords()
  const implied = now?.state === 'priced' ? now.implied : []
  return (
    <section className="slip-builder">
      <h3>
        <Icon name="puzzle" />
        {t('builder.title')}
        {now?.state !== 'refused' && (
          <b className="num">{now?.state === 'priced' ? write(now.price) : t('builder.asking')}</b>
        )}
      </h3>
      {now?.state === 'refused' && <p className="slip-builder-none">{t(`builder.none.${now.why}`)}</p>}
      <ul>
        {parts.map((part) => (
          <li key={part.pick}>
            <bdi>{words.long(part)}</bdi>
            {implied.includes(part.pick) && <small>{t('builder.implied')}</small>}
          </li>
        ))}
      </ul>
      <p className="slip-fine">{t('builder.text')}</p>
      <Button size="s" onClick={() => slip.edit({ choice: { ...slip.choice, kind: 'singles' } })}>
        {t('related.singles')}
      </Button>
    </section>
  )
}
