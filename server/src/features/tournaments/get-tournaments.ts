import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { currencyOf, pointsCurrency, toWire } from '@croupier/contract/money'
import type { Context, Db, Operation } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { type Board, readTournamentBoard } from './board.ts'
import { type OwedPrize, prizesOf } from './finish-store.ts'
import { type KnownPlayer, mayJoin, readJoinFacts } from './join.ts'
import { readNames } from './names.ts'
import { entriesOf, listTournaments, neighboursOf, type Tournament, type TournamentEntry } from './store.ts'
import { describeTournament, readTournamentTexts, type TournamentTexts, wirePrizeOf } from './wire.ts'

type Player = NonNullable<Context['player']>

const shownRunning = 3
const shownFinished = 10

export const getTournaments: Operation<'tournaments.get'> = async (ctx, asked) => {
  const { status, count, offset } = asked
  const ids = asked.ids === undefined ? null : readIds(asked.ids)
  const limits = { offset, limit: count }
  if (asked.is_joined) {
    // Most players are in none, and home asks for each of them: nothing else is asked for then.
    if (!ctx.player) return { items: [], total: 0, ...limits }
    const found = await listTournaments(ctx.sql, { status, ids, count, offset, onlyOf: ctx.player.id })
    const known = found.rows.length > 0 ? await knownOf(ctx.sql, ctx.player) : null
    return { items: await wireAll(ctx, found.rows, known), total: found.total, ...limits }
  }
  const known = ctx.player && (await knownOf(ctx.sql, ctx.player))
  // With the club switched off only those are listed that the player is in, to see how they end or to leave.
  const onlyOf = ids === null && known?.club.isOff ? (ctx.player?.id ?? null) : null
  const { rows, total } = await listTournaments(ctx.sql, { status, ids, count, offset, onlyOf })
  return { items: await wireAll(ctx, rows, known), total, ...limits }
}

async function wireAll(ctx: Context, rows: readonly Tournament[], known: KnownPlayer | null) {
  if (rows.length === 0) return []
  const [texts, now, own] = await Promise.all([readTournamentTexts(ctx), readNow(ctx.sql), readOwn(ctx, rows, known)])
  return Promise.all(rows.map((tournament) => wireOne(ctx, tournament, { texts, now, own })))
}

/** Who may only take money out joins nothing. */
async function knownOf(db: Db, { id, isPayoutOnly }: Player): Promise<KnownPlayer> {
  const known = await readJoinFacts(db, id)
  return isPayoutOnly ? { ...known, facts: { ...known.facts, isAvailable: false } } : known
}

const readIds = (text: string) =>
  text.split(',').flatMap((word) => (/^[1-9]\d{0,17}$/.test(word.trim()) ? [BigInt(word.trim())] : []))

type Own = {
  playerId: bigint
  known: KnownPlayer
  entries: ReadonlyMap<bigint, TournamentEntry>
  prizes: readonly OwedPrize[]
}

/** How the player stands, of all that are shown; guests get nothing of it. */
async function readOwn(
  { sql, player }: Context,
  rows: readonly Tournament[],
  known: KnownPlayer | null,
): Promise<Own | null> {
  if (!player || !known) return null
  const ids = rows.map(({ id }) => id)
  const [entries, prizes] = await Promise.all([entriesOf(sql, player.id, ids), prizesOf(sql, ids, player.id)])
  return { playerId: player.id, known, entries, prizes }
}

type Around = { texts: TournamentTexts; now: Date; own: Own | null }

async function wireOne({ sql }: Context, tournament: Tournament, { texts, now, own }: Around): Promise<WireTournament> {
  const [board, beside] = await Promise.all([readTournamentBoard(sql, tournament.id), neighboursOf(sql, tournament)])
  if (!board) throw new Error('a tournament without a board')
  const first = board.entries.slice(0, tournament.state === 'finished' ? shownFinished : shownRunning)
  const nameOf = await readNames(
    sql,
    first.map(({ playerId }) => playerId),
    own?.playerId ?? null,
  )
  return describeTournament(tournament, texts, {
    ...{ now, beside },
    ...(own && { user_info: userInfo(tournament, board, own, texts, now) }),
    winners: first.map(({ playerId, score }, at) => ({
      place: at + 1,
      ...nameOf(playerId),
      score: String(score),
      prize: wirePrizeOf(tournament, at + 1, score, texts),
    })),
    total_participants: board.entries.length,
    total_points: String(board.total()),
  })
}

function userInfo(
  tournament: Tournament,
  board: Board,
  own: Own,
  texts: TournamentTexts,
  now: Date,
): WireTournament['user_info'] {
  const entry = own.entries.get(tournament.id) ?? null
  const isIn = entry?.state === 'in'
  const no = isIn ? null : mayJoin(tournament, entry, own.known, now)
  const at = isIn ? board.placeOf(own.playerId) : null
  const standing = at === null ? undefined : board.entries[at]
  return {
    is_joined: isIn,
    joined_at: isIn ? entry.joinedAt.toISOString() : null,
    place: at === null ? null : at + 1,
    score: standing ? String(standing.score) : isIn ? String(entry.score) : null,
    rounds: isIn ? entry.rounds : 0,
    prize: at === null || !standing ? null : prizeInfo(tournament, { at, score: standing.score }, own, texts),
    can_join: !isIn && no === null,
    reason: no?.reason ?? null,
    reason_data: no?.data ?? {},
    has_left: entry?.state === 'left',
    is_double: entry?.state === 'double',
    has_ticket: own.known.club.tickets.has(tournament.definition),
    note: entry?.note ?? '',
  }
}

/** Held by the place while it runs; afterwards what was won. */
function prizeInfo(
  tournament: Tournament,
  { at, score }: { at: number; score: bigint },
  { prizes }: Own,
  texts: TournamentTexts,
) {
  const shown = wirePrizeOf(tournament, at + 1, score, texts)
  if (tournament.state !== 'finished') return shown && { ...shown, state: null }
  const won = prizes.find(({ tournamentId }) => tournamentId === tournament.id)
  if (!won || !shown) return null
  const currency = won.kind === 'points' ? pointsCurrency : currencyOf(won)
  const amount = won.amount === null ? null : toWire(won.amount, currency)
  return { ...shown, amount, state: won.state }
}
