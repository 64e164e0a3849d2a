import { levelProgress } from '@croupier/contract/loyalty'
import type { LoyaltyInfo } from '@croupier/contract/methods/loyalty'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useActivity } from '../../session/activity.ts'
import { useShell } from '../../shell.ts'
import { Picture } from '../../ui/picture.tsx'
import { Progress } from '../../ui/progress.tsx'
import { currentLevel, nextLevel } from './club-rules.ts'

/** Who deals, how far one is, and what the next level gives. */
export function ClubHero({ info, actions }: { info: LoyaltyInfo; actions?: ReactNode }) {
  const t = useTranslations('loyalty.hero')
  const { character } = info
  const level = currentLevel(info)
  return (
    <section className="club-hero" aria-label={t('label')}>
      {character && (
        <Picture className="club-portrait" src={character.image} alt="" width={480} height={600} quality={84} eager />
      )}
      <div className="club-hero-text">
        <div>
          <p className="dim">{character ? t('dealer') : t('title')}</p>
          <h1>{character?.name ?? level?.name ?? t('title')}</h1>
        </div>
        <LevelLine info={info} />
        <PointsAndNet points={info.points} today={info.today} />
        {actions && <div className="club-actions">{actions}</div>}
      </div>
    </section>
  )
}

/** The level with its edge. A distance is said here and nowhere outside of the club. */
export function LevelLine({ info }: { info: LoyaltyInfo }) {
  const t = useTranslations('loyalty.hero')
  const format = useFormat()
  const level = currentLevel(info)
  const next = nextLevel(info)
  if (!level) return <p className="muted">{t('noLevels')}</p>
  const gift = next?.benefits[0]
  const { review } = info
  return (
    <div className="club-level">
      <p className="club-level-row">
        <b>{t('level', { level: level.id, name: level.name })}</b>
        <span className="muted">
          {next
            ? t.rich('of', {
                b: (text) => <b className="num">{text}</b>,
                earned: format.number(info.expCount),
                next: format.number(next.minValue),
                count: next.minValue,
              })
            : t.rich('earned', {
                b: (text) => <b className="num">{text}</b>,
                earned: format.number(info.expCount),
                count: info.expCount,
              })}
        </span>
      </p>
      <Progress value={levelProgress(info) / 10_000} label={t('progress')} tone="brass" />
      {review && review.keep > 0 ? (
        <>
          {next && gift && <p className="muted club-level-note">{t('next', { level: next.id, gift })}</p>}
          <LevelReview review={review} />
        </>
      ) : (
        <p className="muted club-level-note">
          {next && gift ? `${t('next', { level: next.id, gift })} ` : ''}
          {t('stays')}
        </p>
      )}
    </div>
  )
}

/** What the level wants in this period, until when, and what became of it so far. */
function LevelReview({ review: { at, keep, earned } }: { review: NonNullable<LoyaltyInfo['review']> }) {
  const t = useTranslations('loyalty.hero')
  const format = useFormat()
  const done = Math.max(0, earned)
  return (
    <div className="club-review">
      <p className="club-level-row">
        <span>{t.rich('review', { date: () => <LocalTime at={at} /> })}</span>
        <span className="muted">
          {t.rich('reviewed', {
            b: (text) => <b className="num">{text}</b>,
            earned: format.number(done),
            keep: format.number(keep),
            count: keep,
          })}
        </span>
      </p>
      <Progress thin tone="time" value={Math.min(1, done / keep)} label={t('reviewLabel')} />
      <p className="muted club-level-note">{done >= keep ? t('reviewKept') : t('reviewLost')}</p>
    </div>
  )
}

type Figures = Pick<LoyaltyInfo, 'points' | 'today'>

/** Points and what play has cost so far, in one size. */
export function PointsAndNet({ points, today }: Figures) {
  const t = useTranslations('loyalty.figures')
  const format = useFormat()
  const { features } = useShell()
  const net = useActivity()?.since_joining
  return (
    <div className="club-figures">
      <div>
        <span className="dim">{t('points')}</span>
        <b className="num club-points">{format.number(points)}</b>
        <span className="dim">
          {t('today', { points: format.number(Math.floor(today.points)), most: format.number(today.most) })}
        </span>
      </div>
      <div>
        <span className="dim">{t('net')}</span>
        <b className="num">{net ? format.signedMoney(net) : '–'}</b>
        {features.responsibleGaming && (
          <Link className="link club-limits" to={paths.responsibleGame()}>
            {t('limits')}
          </Link>
        )}
      </div>
    </div>
  )
}
