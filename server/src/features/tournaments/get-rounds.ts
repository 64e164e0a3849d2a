import type { WireCountedRound } from '@croupier/contract/methods/tournaments'
import { currencyOf, toWire } from '@croupier/contract/money'
import { wrongField } from '@croupier/contract/refusals'
import type { RoundVerdict } from '@croupier/contract/tournament-score'
import { stakeUnit } from '@croupier/studio/engine/stakes'
import type { Operation } from '../../context.ts'
import { cardsOf } from '../games/games.ts'
import { judgePage } from './judge-page.ts'
import type { Played } from './score.ts'
import { readTournament, readTournamentEntry, type Tournament, type TournamentEntry } from './store.ts'
import { hundredthsText } from './wire.ts'

type Cards = Awaited<ReturnType<typeof cardsOf>>

/** Rounds of another player are never asked for: the player is that of the session. */
export const getTournamentRounds: Operation<'tournaments.getRounds'> = async (ctx, asked) => {
  const { sql, player } = ctx
  const { count, offset, reason } = asked
  const tournament = await readTournament(sql, BigInt(asked.tournament_id))
  const entry = tournament && (await readTournamentEntry(sql, tournament.id, player.id))
  if (!tournament || !entry) throw wrongField('UNKNOWN_TOURNAMENT', 'tournament_id', 'No such tournament')
  const judged = await judgePage(sql, { tournament, entry }, { count, offset, reason })
  const { page, total } = judged
  const best = standsOnOne(tournament) ? judged.best : null
  const cards = await cardsOf(
    ctx,
    [...page, ...(best ? [best] : [])].map(({ round }) => round.game),
  )
  const wire = (verdict: RoundVerdict<Played>) => wireRound(verdict, { tournament, entry, cards })
  return { items: page.map(wire), total, offset, limit: count, stands_on: best && wire(best) }
}

const standsOnOne = ({ terms: { kind } }: Tournament) => kind === 'multiplier_best' || kind === 'odds_best'

type Around = { tournament: Tournament; entry: TournamentEntry; cards: Cards }

function wireRound(verdict: RoundVerdict<Played>, { tournament, entry, cards }: Around): WireCountedRound {
  const { round, multiple, isCounted, reason } = verdict
  const { real_only } = tournament.terms
  const currency = currencyOf(round)
  return {
    game: cards.get(round.game) ?? { sysname: round.game, name: round.game, image_url: '' },
    provider: round.provider,
    round: round.round,
    staked: toWire(real_only ? round.own + round.bonus : round.own, currency),
    won: toWire(real_only ? round.won : round.wonOwn, currency),
    multiple: hundredthsText(multiple),
    counted: isCounted,
    reason,
    reason_data: dataOf(verdict, tournament, entry),
    opened_at: new Date(round.openedMs).toISOString(),
    closed_at: round.closedMs === null ? null : new Date(round.closedMs).toISOString(),
  }
}

function dataOf({ reason, round }: RoundVerdict, { terms, startsAt, endsAt }: Tournament, entry: TournamentEntry) {
  const currency = currencyOf(round)
  if (reason === 'STAKE_TOO_SMALL') return { min: toWire(BigInt(terms.min_units) * stakeUnit(currency), currency) }
  if (reason === 'GAME_NOT_LISTED') return { game: round.game }
  if (reason === 'BEFORE_JOINING') return { from: entry.joinedAt.toISOString() }
  if (reason === 'BEFORE_START') return { from: startsAt.toISOString() }
  if (reason === 'AFTER_END') return { until: endsAt.toISOString() }
  if (reason === 'BEFORE_CASHOUT' && entry.resetAt) return { from: entry.resetAt.toISOString() }
  if (reason === 'MOST_ROUNDS') return { most: terms.most_rounds }
  return reason === 'MOST_PER_DAY' ? { most: terms.most_per_day } : {}
}
