import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useMarketWords } from './market-words.ts'
import type { SlipBuilder } from './slip-legs.ts'
import { PickMatch, PickNo, PickState } from './slip-pick-row.tsx'
import { noOfPick } from './slip-refused.tsx'
import { useSlip } from './slip-store.ts'
import type { SlipLine, SlipView } from './slip-view.ts'

type Props = { builder: SlipBuilder; write: (price: number) => string; isLocked: boolean; children: ReactNode }

/** Picks of one match as one leg: its price is no product of theirs, so the house says it. They stay whatever it says. */
export function BuilderCard({ builder: { now, parts }, write, isLocked, children }: Props) {
  const t = useTranslations('slip')
  const slip = useSlip()
  const [lead] = parts
  return (
    <li className="slip-builder">
      <h3>
        <Icon name="puzzle" />
        {t('builder.title')}
        {now?.state !== 'refused' && (
          <b className="num">{now?.state === 'priced' ? write(now.price) : t('builder.asking')}</b>
        )}
      </h3>
      {lead && <PickMatch pick={lead} />}
      {now?.state === 'refused' && <p className="slip-builder-none">{t(`builder.none.${now.why}`)}</p>}
      <ol>{children}</ol>
      <p className="slip-fine">{t('builder.text')}</p>
      {!isLocked && (
        <Button size="s" onClick={() => slip.edit({ choice: { ...slip.choice, kind: 'singles' } })}>
          {t('related.singles')}
        </Button>
      )}
    </li>
  )
}

/** One part of it, with what is the matter with it. */
export function BuilderPart({ line: { pick, now }, builder, view, isLocked }: PartProps) {
  const t = useTranslations('slip')
  const words = useMarketWords(pick.event)
  const name = words.outcome(pick.market, pick.outcome)
  const isImplied = builder.now?.state === 'priced' && builder.now.implied.includes(pick.pick)
  return (
    <li className={cx(now.state === 'closed' && 'is-closed')}>
      <b>
        <bdi>{name}</bdi>
      </b>
      <small>{words.market(pick.market)}</small>
      {isImplied && <small>{t('builder.implied')}</small>}
      <PickState now={now} />
      {!isLocked && <PickNo tried={noOfPick(view.tries, pick.pick)} now={now} />}
      {!isLocked && (
        <IconButton
          className="slip-x"
          icon="x"
          label={t('remove', { name })}
          onClick={() => view.slip.remove(pick.pick)}
        />
      )}
    </li>
  )
}

type PartProps = { line: SlipLine; builder: SlipBuilder; view: SlipView; isLocked: boolean }
