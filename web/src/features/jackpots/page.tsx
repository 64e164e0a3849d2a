import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { GameShelf, loadGames } from '../games/games.tsx'
import { askPots, PotLevels, usePots } from '../pots/pots.ts'
import type { Route } from './+types/page'

export const handle = { title: 'jackpots.title' }

export async function loader({ context }: Route.LoaderArgs) {
  const call = serverCall(context)
  const [pots, games] = await Promise.all([askPots(call), loadGames(context, { category: 'jackpots' })])
  return { pots, ...games }
}

export default function Jackpots({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('jackpots')
  const pots = usePots(loaderData.pots)
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      {pots.length === 0 && <Empty icon="gem" title={t('none')} />}
      {pots.map((pot) => (
        <Section
          key={pot.id}
          title={
            <Link className="plain" to={paths.jackpot(pot.id)}>
              {t(`names.${pot.id}`)}
            </Link>
          }
          more={{ to: paths.jackpot(pot.id), text: t('more') }}
        >
          <PotLevels pot={pot} heading="h3" />
          <p className="muted pot-words">{t('how', { share: pot.contribution })}</p>
          <GameShelf title={t('itsGames')} games={loaderData.games.filter(({ jackpot }) => jackpot === pot.id)} />
        </Section>
      ))}
    </>
  )
}
