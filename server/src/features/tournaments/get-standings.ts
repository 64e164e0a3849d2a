import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { readTournamentBoard } from './board.ts'
import { readNames } from './names.ts'
import { multipleText, readTournamentTexts, wirePrizeOf } from './wire.ts'

/** Neighbours of the own place, on either side. */
const beside = 2

export const getTournamentStandings: Operation<'tournaments.getStandings'> = async (ctx, asked) => {
  const { sql, player } = ctx
  const id = BigInt(asked.tournament_id)
  const [board, texts] = await Promise.all([readTournamentBoard(sql, id), readTournamentTexts(ctx)])
  if (!board) throw wrongField('UNKNOWN_TOURNAMENT', 'tournament_id', 'No such tournament')
  const { tournament } = board
  const { count } = asked
  const own = player ? board.placeOf(player.id) : null
  const offset = asked.around === 'me' && own !== null ? own - (own % count) : asked.offset
  const from = own === null ? 0 : Math.max(0, own - beside)
  const to = own === null ? 0 : own + beside + 1
  const shown = board.entries.slice(offset, offset + count)
  const near = board.entries.slice(from, to)
  const nameOf = await readNames(
    sql,
    [...shown, ...near].map(({ playerId }) => playerId),
    player?.id ?? null,
  )
  const wire = (entry: (typeof shown)[number], at: number) => ({
    place: at + 1,
    ...nameOf(entry.playerId),
    score: String(entry.score),
    multiple: multipleText(tournament, entry.score),
    prize: wirePrizeOf(tournament, at + 1, entry.score, texts),
    is_own: entry.playerId === player?.id,
  })
  const mine = own === null ? undefined : board.entries[own]
  return {
    items: shown.map((entry, at) => wire(entry, offset + at)),
    total: board.entries.length,
    offset,
    limit: count,
    own:
      mine && own !== null
        ? { place: own + 1, score: String(mine.score), neighbours: near.map((entry, at) => wire(entry, from + at)) }
        : null,
    version: board.version,
    as_of: new Date(board.asOfMs).toISOString(),
  }
}
