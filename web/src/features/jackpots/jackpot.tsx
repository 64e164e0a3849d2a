import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { GameShelf, loadGames } from '../games/games.tsx'
import { askPots, PotLevels, usePots } from '../pots/pots.ts'
import { askWinners, WinnersTable } from '../winners/winners.ts'
import type { Route } from './+types/jackpot'

const hits = 20

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = serverCall(context)
  const pots = await askPots(call, params.id)
  const [pot] = pots
  if (!pot) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  const [games, won] = await Promise.all([
    loadGames(context, { jackpot: pot.id }),
    askWinners(call, { jackpot: pot.id, count: hits }),
  ])
  return { pots, won, ...games, seoTokens: { name: pot.name, title: pot.name } }
}

export default function Jackpot({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('jackpots')
  const [pot] = usePots(loaderData.pots)
  if (!pot) return null
  return (
    <>
      <PageHead title={t(`names.${pot.id}`)} text={t('lead')} />
      <PotLevels pot={pot} heading="h2" />
      <p className="muted pot-words">{t('how', { share: pot.contribution })}</p>
      <GameShelf title={t('itsGames')} games={loaderData.games} />
      <Section title={t('hits')}>
        {loaderData.won.length === 0 ? (
          <Empty icon="gem" title={t('noHits')} text={t('noHitsText')} />
        ) : (
          <WinnersTable label={t('hits')} winners={loaderData.won} />
        )}
      </Section>
    </>
  )
}
