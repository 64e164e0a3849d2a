import { paths } from '@croupier/contract/paths'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useActivity } from '../../session/activity.ts'
import { useShell } from '../../shell.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { NetPosition } from './net-position.tsx'
import { type Limit, nearestLimits, toneOf, usedShare } from './rules.ts'
import { useLimitWords } from './words.ts'

const most = 3

/** Beside the pages of the profile: the limits nearest to their end, and the results of two weeks. */
export function ControlAside() {
  const t = useTranslations('control')
  const { account, session, features } = useShell()
  const { pathname } = useLocation()
  const loaded = useActivity()
  // The answer that came with the page has the days; one that was asked for on another page may not.
  const activity = loaded && loaded.days.length > 0 ? loaded : session?.activity
  const isOwnPage = pathname === paths.responsibleGame()
  if (!session) return null
  return (
    <aside className="control-aside" aria-label={t('aside.label')}>
      {session.limits &&
        features.responsibleGaming &&
        !isOwnPage &&
        (account?.is_payout_only ? <PlayClosed /> : <LimitsNow limits={session.limits.limits} />)}
      {activity && <NetPosition activity={activity} />}
    </aside>
  )
}

/** While all play is stopped there is no limit to set and no break to take; until when stands above the page. */
function PlayClosed() {
  const t = useTranslations('control')
  return (
    <Card className="control-card">
      <header className="control-head control-head-end">
        <h2>{t('title')}</h2>
        <Icon name="door-closed" />
      </header>
      <p className="muted">{t('aside.closed')}</p>
      <ButtonLink full to={`${paths.responsibleGame()}#exclusion`}>
        {t('aside.more')}
      </ButtonLink>
    </Card>
  )
}

function LimitsNow({ limits }: { limits: Limit[] }) {
  const t = useTranslations('control')
  const near = nearestLimits(limits, most)
  return (
    <Card className="control-card">
      <header className="control-head control-head-end">
        <h2>{t('title')}</h2>
        <Icon name="gauge" />
      </header>
      {near.length === 0 && <p className="muted">{t('aside.none')}</p>}
      {near.map((limit) => (
        <LimitLine key={`${limit.kind}-${limit.period}`} limit={limit} />
      ))}
      <ButtonLink full to={paths.responsibleGame()}>
        {near.length === 0 ? t('aside.set') : t('aside.change')}
      </ButtonLink>
      <div className="control-pair">
        <ButtonLink size="s" kind="outline" icon="coffee" to={`${paths.responsibleGame()}#break`}>
          {t('aside.break')}
        </ButtonLink>
        <ButtonLink size="s" kind="outline" icon="door-closed" to={`${paths.responsibleGame()}#exclusion`}>
          {t('aside.exclude')}
        </ButtonLink>
      </div>
      <p className="control-fine">{t('aside.rule')}</p>
    </Card>
  )
}

function LimitLine({ limit }: { limit: Limit }) {
  const t = useTranslations('control')
  const words = useLimitWords()
  const share = usedShare(limit)
  const title = t(`kinds.${limit.kind}.title`)
  return (
    <div className="limit-line">
      <p>
        <span>
          {title}, {words.period(limit.period)}
        </span>
        <b className="num">
          {words.used(limit)} / {words.value(limit)}
        </b>
      </p>
      <Progress value={share} tone={toneOf(share)} label={t('usedOf', { limit: title })} />
    </div>
  )
}
