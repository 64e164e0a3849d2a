import { isDeepStrictEqual } from 'node:util'
import type { Db, JobContext, Tx } from '../../context.ts'
import { stoodBets } from '../bets/bets.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import {
  cupFeed,
  type NewScore,
  type Running,
  readOpenRounds,
  runningEntries,
  runningPlayers,
  writeOpenRounds,
  writeScores,
} from './feed-store.ts'
import {
  continueTally,
  type GameKinds,
  isOverBets,
  openKinds,
  type Played,
  playedOf,
  readKinds,
  readTally,
  rulesOfTournament,
  type Scored,
  type StoodRound,
  scoreAnew,
  wireTally,
} from './score.ts'
import { databaseMoment, readTournaments, type Tournament, type TournamentEntry } from './store.ts'

/**
 * Works in what the ledger says of these players since their cursors. The cursors move in the same transaction: killed
 * in between, it is as if nothing had been done; done twice, it is done once.
 */
export async function workIn({ begin }: Pick<JobContext, 'begin'>, playerIds: readonly bigint[]): Promise<void> {
  for (let left = playerIds; left.length > 0; ) left = await begin((tx) => workInside(tx, left))
}

/** Answers whose lines were too many for one go. */
async function workInside(tx: Tx, playerIds: readonly bigint[]): Promise<bigint[]> {
  const seen = await runningPlayers(tx, playerIds)
  const players = [...new Set(seen.map(({ playerId }) => playerId))]
  if (players.length === 0) return []
  const tournaments = await tournamentsOf(tx, seen)
  const news = await readNews(tx, players, bettorsAmong(seen, tournaments))
  // Behind the locks of the cursors: another worker may have gone on from what was seen before.
  const entries = await runningEntries(tx, players)
  const joined = await tournamentsOf(
    tx,
    entries.filter(({ tournamentId }) => !tournaments.has(tournamentId)),
  )
  const touched = Map.groupBy(news.rounds, ({ playerId }) => playerId)
  const kinds = await readKinds(
    tx,
    news.rounds.map(({ game }) => game),
  )
  // After the rounds: the worker may have begun before the cut, and read what came after it.
  const now = await databaseMoment(tx)
  const scores: NewScore[] = []
  for (const [id, own] of Map.groupBy(entries, ({ tournamentId }) => tournamentId)) {
    const tournament = tournaments.get(id) ?? joined.get(id)
    if (!tournament) throw new Error('an entry without a tournament')
    scores.push(...(await scoreEntries(tx, tournament, own, { touched, kinds, payouts: news.payouts, now })))
  }
  await writeScores(tx, scores)
  await writeOpenRounds(tx, news)
  await cupFeed.moveCursors(tx, news.cursors)
  return news.left
}

async function tournamentsOf(tx: Tx, entries: readonly Running[]): Promise<Map<bigint, Tournament>> {
  const ids = [...new Set(entries.map(({ tournamentId }) => tournamentId))]
  return ids.length === 0 ? new Map() : readTournaments(tx, ids)
}

/** Who is in a tournament over bets: bets of the others are not looked at. */
function bettorsAmong(entries: readonly Running[], tournaments: ReadonlyMap<bigint, Tournament>): Set<bigint> {
  const isMeant = ({ tournamentId }: Running) => {
    const tournament = tournaments.get(tournamentId)
    return tournament !== undefined && isOverBets(tournament)
  }
  return new Set(entries.filter(isMeant).map(({ playerId }) => playerId))
}

/** So often lines that came while rounds were read are looked at in the same go. */
const mostLooks = 3

type RoundName = { provider: string; round: string }
const keyOf = ({ provider, round }: RoundName) => `${provider}\n${round}`
const isBet = ({ provider }: RoundName) => provider === stoodBets.provider

/**
 * What moved since the cursors, and rounds and bets that were open then. A round is read as it stands, with a win whose
 * line came after the lines that were read; such lines are taken in too, because in a later go their round would be one
 * that was counted before, and all rounds of its player had to be read for it.
 */
async function readNews(tx: Tx, players: readonly bigint[], bettors: ReadonlySet<bigint>) {
  const { slices, cursors, left } = await cupFeed.readNews(tx, players)
  const waiting = await readOpenRounds(tx, players)
  const at = new Map(cursors.map((cursor) => [cursor.purse, cursor]))
  const found = new Map<string, StoodRound>()
  const payouts: { playerId: bigint; atMs: number }[] = []
  let names: RoundName[] = waiting
  let open = slices
  for (let look = 1; ; look += 1) {
    const ownerOf = new Map(open.map(({ purse, playerId }) => [purse, playerId]))
    const lines = await ledgerLines.readBrief(tx, open)
    for (const { purse, reason, amount, atMs } of lines)
      if (reason === 'withdrawal' && amount < 0n) payouts.push({ playerId: ownerOf.get(purse) ?? 0n, atMs })
    const named = lines.flatMap(({ ref, purse }) => {
      const bet = bettors.has(ownerOf.get(purse) ?? 0n) ? stoodBets.idIn(ref) : null
      return bet === null ? (stoodRounds.nameIn(ref) ?? []) : [{ provider: stoodBets.provider, round: String(bet) }]
    })
    for (const round of await readRounds(tx, [...names, ...named])) found.set(keyOf(round), round)
    names = []
    open = look < mostLooks ? await cupFeed.readOn(tx, open) : []
    if (open.length === 0) break
    for (const { playerId, purse, upTo } of open) at.set(purse, { playerId, purse, seq: upTo })
  }
  const isOpen = ({ closedMs }: StoodRound) => closedMs === null
  const stillOpen = new Set(waiting.map(keyOf).filter((key) => found.get(key)?.closedMs === null))
  // What was open and still is was not counted and is not: a round that a player left would have all read again each time.
  const rounds = [...found.values()].filter((round) => !stillOpen.has(keyOf(round)))
  return {
    rounds,
    payouts,
    left,
    cursors: [...at.values()],
    opened: rounds.filter(isOpen),
    closed: waiting.filter((name) => !stillOpen.has(keyOf(name))),
  }
}

async function readRounds(tx: Tx, names: readonly RoundName[]): Promise<StoodRound[]> {
  const each = [...new Map(names.map((name) => [keyOf(name), name])).values()]
  const [bets, rounds] = [each.filter(isBet), each.filter((name) => !isBet(name))]
  return [
    ...(await stoodRounds.byName(tx, rounds)),
    ...(await stoodBets.byId(
      tx,
      bets.map(({ round }) => BigInt(round)),
    )),
  ]
}

type News = {
  touched: ReadonlyMap<bigint, readonly StoodRound[]>
  kinds: GameKinds
  payouts: readonly { playerId: bigint; atMs: number }[]
  now: Date
}

/** Those whose score, or what it stands on, is another one now. */
async function scoreEntries(
  db: Db,
  tournament: Tournament,
  entries: readonly TournamentEntry[],
  { touched, kinds, payouts, now }: News,
): Promise<NewScore[]> {
  const rules = rulesOfTournament(tournament)
  // While it is settled, as it stood at the cut.
  const cut = now >= tournament.cutAt ? tournament.cutAt : null
  const atMs = (cut ?? now).getTime()
  const changed: Scored[] = []
  const anew: TournamentEntry[] = []
  const resets = new Set<bigint>()
  for (const seen of entries) {
    const entry = { ...seen, resetAt: resetOf(tournament, seen, payouts) }
    const rounds = (touched.get(entry.playerId) ?? [])
      .filter(({ slip }) => (slip !== undefined) === isOverBets(tournament))
      .map((round): Played => playedOf(round, kinds))
    const before = readTally(entry.tally)
    const isReset = entry.resetAt?.getTime() !== seen.resetAt?.getTime()
    // What was opened after the end is none of its business.
    if (cut && !isReset && !rounds.some(({ openedMs }) => openedMs < rules.endsMs)) continue
    // Results are taken back and corrected without a line of the own purse: of bets all is looked at.
    const tally =
      cut || isReset || isOverBets(tournament) ? null : continueTally(before, rounds, entry, { rules, atMs })
    if (isReset) resets.add(entry.playerId)
    if (tally === null) anew.push(entry)
    else if (tally !== before) changed.push({ entry, tally })
  }
  const scored = await scoreAnew(db, tournament, anew, { cut, kinds: openKinds(null), atMs })
  const isOther = ({ entry, tally }: Scored) =>
    !isOverBets(tournament) || !isDeepStrictEqual(wireTally(tally), entry.tally) || resets.has(entry.playerId)
  return [...changed, ...scored.filter(isOther)].map(newScore)
}

export const newScore = ({ entry, tally }: Scored): NewScore => ({
  tournamentId: entry.tournamentId,
  playerId: entry.playerId,
  joinNo: entry.joinNo,
  resetAt: entry.resetAt,
  score: tally.score,
  rounds: tally.rounds,
  reachedMs: tally.reachedMs,
  tally: wireTally(tally),
})

/** The last payout that was asked for while the tournament ran, where payouts begin the score anew. */
export function resetOf(
  { terms, endsAt }: Pick<Tournament, 'terms' | 'endsAt'>,
  { playerId, joinedAt, resetAt }: Pick<TournamentEntry, 'playerId' | 'joinedAt' | 'resetAt'>,
  payouts: readonly { playerId: bigint; atMs: number }[],
): Date | null {
  if (!terms.reset_on_cashout) return null
  const own = payouts.filter((payout) => payout.playerId === playerId)
  const counted = own.filter(({ atMs }) => atMs >= joinedAt.getTime() && atMs < endsAt.getTime())
  const last = counted.reduce((latest, { atMs }) => Math.max(latest, atMs), resetAt?.getTime() ?? 0)
  return last === 0 ? null : new Date(last)
}
