import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BonusesFound, Wagers } from './bonus-data.ts'
import { EndedBonuses } from './ended-bonuses.tsx'
import { OpenBonusCard } from './open-bonus-card.tsx'
import { groupBonuses } from './rules.ts'
import { useFreshBonuses } from './use-fresh-bonuses.ts'
import { IssuedBonuses, QueuedBonuses } from './waiting-bonuses.tsx'
import './bonuses.css'

type Props = {
  /** Null: it could not be had. */
  found: BonusesFound | null
  wagers: Wagers | null
  /** Who came back only for the money may look. */
  isReadOnly: boolean
  /** Who has spins plays with more than own money. */
  hasSpins: boolean
  /** What stands before those that ended. */
  children: ReactNode
}

/** Casino bonuses by what can be done with them: the open one, the queue, those that wait for a yes, those that ended. */
export function CasinoBonuses({ found, wagers, isReadOnly, hasSpins, children }: Props) {
  const t = useTranslations('bonuses')
  const { revalidate } = useRevalidator()
  const groups = groupBonuses(found?.items ?? [])
  const { open, queued, issued, ended } = groups
  useFreshBonuses(open !== null)
  if (!found)
    return (
      <>
        <Card>
          <ErrorInPlace
            title={t('failed.title')}
            text={t('failed.text')}
            retry={{ text: t('failed.again'), onClick: () => void revalidate() }}
          />
        </Card>
        {children}
      </>
    )
  const isNone = !open && queued.length === 0 && issued.length === 0 && !hasSpins
  return (
    <>
      {isReadOnly && <Notice>{t('readOnly')}</Notice>}
      {open && <OpenBonusCard bonus={open} groups={groups} wagers={wagers} isReadOnly={isReadOnly} />}
      {isNone && (
        <Card>
          <Empty
            icon="gift"
            title={t('none.title')}
            text={t('none.text')}
            action={isReadOnly ? undefined : <ButtonLink to={paths.offers()}>{t('none.offers')}</ButtonLink>}
          />
        </Card>
      )}
      <QueuedBonuses groups={groups} isReadOnly={isReadOnly} />
      <IssuedBonuses groups={groups} isReadOnly={isReadOnly} />
      {children}
      <EndedBonuses first={ended} loaded={found.items.length} total={found.total} />
    </>
  )
}

/** The boxes of the open bonus, empty. */
export function WaitingBonus() {
  return (
    <Card className="bonus-open" aria-busy="true">
      <Skeleton className="bonus-skeleton-head" shape="block" />
      <Skeleton />
      <Skeleton className="bonus-skeleton-facts" shape="block" />
    </Card>
  )
}
