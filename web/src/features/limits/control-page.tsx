import { limitKinds } from '@croupier/contract/control'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { refreshActivity, useActivity } from '../../session/activity.ts'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActivityCard } from './activity-card.tsx'
import { BreakCard, ExclusionCard } from './exclusion-cards.tsx'
import type { HelplineList } from './helplines.tsx'
import { LimitCard } from './limit-card.tsx'
import { RealityCard } from './reality-card.tsx'

/** Everything a player can do to stay in control, on one page. What is shown came with the page around it. */
export function ControlPage({ helplines }: { helplines: HelplineList }) {
  const t = useTranslations('control')
  const { account, session } = useShell()
  const activity = useActivity()
  const { revalidate } = useRevalidator()
  if (!account) return null
  const limits = session?.limits
  const isFrozen = account.is_payout_only
  const changed = () => {
    revalidate()
    refreshActivity(account.uid)
  }
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      {!limits && (
        <ErrorInPlace title={t('notLoaded')} text={t('notLoadedText')} retry={{ text: t('again'), onClick: changed }} />
      )}
      {limits && (
        <div className="control-page">
          {isFrozen && (
            <>
              <ExclusionCard exclusion={limits.exclusion} helplines={helplines} />
              <Notice>{t('frozen')}</Notice>
            </>
          )}
          {limitKinds.map((kind) => (
            <LimitCard
              key={kind}
              kind={kind}
              limits={limits}
              currency={account.currency}
              isFrozen={isFrozen}
              onChange={changed}
            />
          ))}
          <RealityCard minutes={limits.reality_check_minutes} isFrozen={isFrozen} onChange={changed} />
          {activity && <ActivityCard activity={activity} />}
          {!limits.exclusion && <BreakCard />}
          {!isFrozen && <ExclusionCard exclusion={limits.exclusion} helplines={helplines} />}
        </div>
      )}
    </>
  )
}
