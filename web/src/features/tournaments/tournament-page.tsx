import { paths } from '@croupier/contract/paths'
import { data } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { overOf } from '../cups/cups.tsx'
import { GameShelf, loadGames } from '../games/games.tsx'
import type { Route } from './+types/tournament-page'
import { Board } from './board.tsx'
import { OwnRounds } from './own-rounds.tsx'
import { OwnStrip } from './own-strip.tsx'
import { Podium } from './podium.tsx'
import { CupRules, PrizeList } from './prizes-rules.tsx'
import { ResultCheck } from './result-check.tsx'
import { askOwnRounds, askStandings, askTournament, gamesOf } from './tournament-data.ts'
import { TournamentHero } from './tournament-hero.tsx'
import { hasEntry, readCupPage, readWhy } from './tournament-rules.ts'
import { useBoard, useFreshCup } from './use-board.ts'
import './tournaments.css'

const gamesInRow = 12

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const call = serverCall(context)
  const tournament = await askTournament(call, params.id)
  if (!tournament) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  const query = url.searchParams
  const [board, page, why] = [readCupPage(query, 'board'), readCupPage(query, 'rounds'), readWhy(query)]
  const [standings, rounds, shelf] = await Promise.all([
    askStandings(call, tournament.id, board),
    hasEntry(tournament) ? askOwnRounds(call, tournament.id, page, why) : null,
    loadGames(context, { ...gamesOf(tournament), count: gamesInRow }),
  ])
  const { name, description } = tournament
  return {
    ...{ tournament, standings, board, page, why, rounds, now: Date.now(), ...shelf },
    seoTokens: { name, title: name, description },
  }
}

export default function Tournament({ loaderData }: Route.ComponentProps) {
  return <WholeTournament key={loaderData.tournament.id} {...loaderData} />
}

function WholeTournament(loaded: Route.ComponentProps['loaderData']) {
  const t = useTranslations('tournaments')
  const { tournament, standings, board, page, why, rounds, now, games } = loaded
  const live = useBoard(tournament.id, board, standings)
  useFreshCup(tournament, standings, live)
  const { id, description, extra, games_count: count } = tournament
  const over = overOf(tournament)
  return (
    <>
      <TournamentHero tournament={tournament} now={now} players={live.total} />
      <OwnStrip tournament={tournament} own={live.own} standsOn={rounds?.stands_on ?? null} />
      {description && <p className="muted cup-text">{description}</p>}
      <div className="cup-columns">
        <div className="cup-main">
          {tournament.status === 'finished' && <Podium tournament={tournament} />}
          <Board tournament={tournament} standings={live} page={board} />
        </div>
        <div className="cup-side">
          <PrizeList tournament={tournament} />
        </div>
        <div className="cup-main">
          {rounds && <OwnRounds rounds={rounds} over={over} page={page} why={why} />}
          <ResultCheck tournament={tournament} />
          <CupRules tournament={tournament} />
        </div>
      </div>
      {over === 'rounds' && (
        <GameShelf
          title={t('games.title')}
          games={games}
          more={{ to: paths.tournamentHall(id), text: t('games.all', { count }) }}
        />
      )}
      {(extra.before || extra.after) && (
        <nav className="cup-beside" aria-label={t('title')}>
          {extra.before && <ButtonLink to={paths.tournament(extra.before)}>{t('beside.before')}</ButtonLink>}
          {extra.after && <ButtonLink to={paths.tournament(extra.after)}>{t('beside.after')}</ButtonLink>}
        </nav>
      )}
    </>
  )
}
