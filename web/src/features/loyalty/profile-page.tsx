import { paths } from '@croupier/contract/paths'
import { redirect, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useTopic } from '../../session/stream-topics.ts'
import { useNextPage } from '../../site/next-page.ts'
import { pageOf } from '../../site/page-numbers.ts'
import { Pager } from '../../site/pager.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useSkeleton } from '../../ui/skeleton.tsx'
import type { Route } from './+types/profile-page'
import { askClub, openClub } from './club-data.ts'
import { ClubDrawings } from './club-drawings.tsx'
import { ClubSwitch } from './club-switch.tsx'
import { LevelLine, PointsAndNet } from './hero.tsx'
import { openDealers } from './open-dealers.tsx'
import { PointsChart } from './points-chart.tsx'
import { PointsHistory } from './points-history.tsx'
import { QuestList } from './quest-list.tsx'
import { SoundSwitch } from './sound-switch.tsx'
import './loyalty.css'

export const handle = { title: 'loyalty.title', isIndexed: false }

const perPage = 10
const toPage = (page: number) => (page > 1 ? `${paths.profileLoyalty()}?page=${page}` : paths.profileLoyalty())

export async function loader({ context, url }: Route.LoaderArgs) {
  const club = openClub(context)
  const { call, orNull, hasCharacters } = club
  const page = pageOf(url.searchParams.get('page'))
  const { quests, info } = await askClub(club)
  const [history, dealers] = await Promise.all([
    orNull(call('loyalty.getHistory', { count: perPage, offset: (page - 1) * perPage })),
    hasCharacters && info?.is_active ? orNull(call('loyalty.getcharacters', {})) : null,
  ])
  const pages = Math.max(1, Math.ceil((history?.total ?? 0) / perPage))
  if (history && page > pages) throw redirect(toPage(pages))
  return { quests, info, history, dealers: dealers?.items ?? [], page, pages }
}

/** The club in short: level, points with every movement of them, quests, and the switch over all of it. */
export default function ProfileLoyalty({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('loyalty')
  const { quests, info, history, dealers, page, pages } = loaderData
  const { revalidate } = useRevalidator()
  const isWaiting = useSkeleton(useNextPage()?.pathname === paths.profileLoyalty())
  useTopic('balance', () => void revalidate())
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <ClubDrawings />
      {!info && (
        <Card>
          <ErrorInPlace
            title={t('failed.title')}
            retry={{ text: t('failed.retry'), onClick: () => void revalidate() }}
          />
        </Card>
      )}
      {info && <ClubSwitch info={info} />}
      {info?.is_active && (
        <>
          <Card className="club-short">
            {info.character && (
              <Picture className="club-face" src={info.character.image} alt="" width={96} height={120} quality={84} />
            )}
            <LevelLine info={info} />
            <PointsAndNet points={info.points} today={info.today} />
            <div className="club-actions">
              <ButtonLink kind="ivory" to={paths.loyaltyShop()}>
                {t('openShop')}
              </ButtonLink>
              <ButtonLink to={paths.loyalty()}>{t('toClub')}</ButtonLink>
              {dealers.length > 0 && (
                <Button kind="outline" onClick={() => openDealers(dealers)}>
                  {info.character ? t('dealers.change') : t('dealers.title')}
                </Button>
              )}
            </div>
          </Card>
          <QuestList quests={quests} />
          <PointsChart days={info.days} today={info.today} />
        </>
      )}
      {history && (
        <>
          <PointsHistory history={history} waiting={isWaiting ? history.items.length || 1 : 0} />
          <Pager at={page} count={pages} toPage={toPage} />
        </>
      )}
      {info?.is_active && <SoundSwitch />}
    </>
  )
}
