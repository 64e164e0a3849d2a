import { createHash } from 'node:crypto'
import { pointsCurrency } from '@croupier/contract/money'
import { compareEntries, resultText } from '@croupier/contract/tournament-score'
import type { Db, JobContext, Tx } from '../../context.ts'
import { relations, samePerson } from '../account/account.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { writeScores } from './feed-store.ts'
import { addPrizes, addResult, type NewPrize, type PlacedEntry, readDue, writeFinished } from './finish-store.ts'
import { type FaultLog, type PrizeGivers, payPrizes } from './pay-prizes.ts'
import { prizeIn } from './prizes.ts'
import { prizeOf, settleMs } from './rules.ts'
import {
  type GameKinds,
  readKinds,
  readStoodOf,
  type Scored,
  type StoodRound,
  scoreStood,
  storedKinds,
} from './score.ts'
import { entriesIn, lockTournament, readTournament, type Tournament, type TournamentEntry } from './store.ts'
import { newScore, resetOf } from './work-in.ts'

type Standing = PlacedEntry & { joinNo: number }
type Recomputed = { standings: Standing[]; kinds: GameKinds; differing: Scored[] }

const page = 200

type ReadPage = { before: TournamentEntry[]; entries: TournamentEntry[]; rounds: StoodRound[]; last: bigint }

/** Some entries with what they could count; null after the last. */
async function readPage(db: Db, tournament: Tournament, after: bigint): Promise<ReadPage | null> {
  const before = await entriesIn(db, tournament.id, { after, count: page })
  const last = before.at(-1)?.playerId
  if (last === undefined) return null
  const ids = before.map(({ playerId }) => playerId)
  const payouts = tournament.terms.reset_on_cashout ? await ledgerLines.payoutsOf(db, ids) : []
  const asked = payouts.map(({ playerId, at }) => ({ playerId, atMs: at.getTime() }))
  const entries = before.map((entry) => ({
    ...entry,
    resetAt: resetOf(tournament, { ...entry, resetAt: null }, asked),
  }))
  return { before, entries, rounds: await readStoodOf(db, tournament, entries, tournament.cutAt), last }
}

/** One page is read while the one before it is computed. */
async function* readPages(db: Db, tournament: Tournament): AsyncGenerator<ReadPage> {
  for (let next = readPage(db, tournament, 0n); ; ) {
    const found = await next
    if (!found) return
    next = readPage(db, tournament, found.last)
    // Where the page before it fails it is not waited for any more.
    next.catch(() => {})
    yield found
  }
}

/**
 * Everything anew from the books, as they stood at the cut: what came or was taken back later is not in it, so it is the
 * same today and in years.
 */
async function recompute(db: Db, tournament: Tournament): Promise<Recomputed> {
  const stored = tournament.kinds === null ? null : storedKinds(tournament.kinds)
  const found: Scored[] = []
  const before = new Map<bigint, TournamentEntry>()
  const kinds = new Map<string, [string, string]>(stored ?? [])
  const atMs = tournament.cutAt.getTime()
  for await (const { rounds, entries, before: running } of readPages(db, tournament)) {
    for (const entry of running) before.set(entry.playerId, entry)
    const unknown = new Set(rounds.map(({ game }) => game).filter((game) => !kinds.has(game)))
    if (!stored && unknown.size > 0) for (const [game, kind] of await readKinds(db, unknown)) kinds.set(game, kind)
    found.push(...scoreStood(tournament, entries, { rounds, kinds, atMs }))
  }
  const standings = found
    .map(({ entry, tally }) => ({
      ...{ place: 0, playerId: entry.playerId, joinNo: entry.joinNo },
      ...{ score: tally.score, reachedMs: tally.reachedMs, rounds: tally.rounds },
    }))
    .sort(compareEntries)
    .map((row, at) => ({ ...row, place: at + 1 }))
  return { standings, kinds, differing: found.filter((each) => isOther(each, before.get(each.entry.playerId))) }
}

const isOther = ({ entry, tally }: Scored, running: TournamentEntry | undefined): boolean =>
  running?.score !== tally.score ||
  running.rounds !== tally.rounds ||
  (running.reachedAt?.getTime() ?? null) !== tally.reachedMs ||
  running.resetAt?.getTime() !== entry.resetAt?.getTime()

/** The canonical text and its hash. */
function resultOf(rows: readonly PlacedEntry[]): { text: string; hash: string } {
  const text = resultText(rows.map(({ playerId, ...row }) => ({ ...row, player: String(playerId) })))
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}

type FinishContext = Pick<JobContext, 'sql' | 'begin'> & FaultLog

/** Settles what is due, then pays what is owed. A job that is killed goes on where it stopped. */
export async function finishDue(
  ctx: FinishContext,
  { waitMs = settleMs, givers = {} }: { waitMs?: number; givers?: PrizeGivers } = {},
): Promise<void> {
  const faults: unknown[] = []
  for (const id of await readDue(ctx.sql, waitMs)) {
    // One that cannot be settled keeps no other from its result.
    await ctx.begin((tx) => finish(ctx, tx, id)).catch((error: unknown) => faults.push(error))
  }
  await payPrizes(ctx, givers)
  if (faults.length > 0) throw faults[0]
}

/** Once: the second who holds the row finds it finished. */
export async function finish({ log }: FaultLog, tx: Tx, id: bigint): Promise<void> {
  const tournament = await lockTournament(tx, id)
  if (tournament?.state !== 'open') return
  const { standings, kinds, differing } = await recompute(tx, tournament)
  if (differing.length > 0) {
    const entries = differing.slice(0, 20).map(({ entry }) => String(entry.playerId))
    log.error({ tournament: String(id), count: differing.length, entries }, 'running scores differ from the result')
    await writeScores(tx, differing.map(newScore))
  }
  const doubles = await doublesAmong(tx, standings)
  const rows = standings.filter(({ playerId }) => !doubles.has(playerId)).map((row, at) => ({ ...row, place: at + 1 }))
  await addResult(tx, id, rows)
  await addPrizes(tx, id, await prizesFor(tx, tournament, rows))
  await writeFinished(tx, id, { hash: resultOf(rows).hash, kinds: Object.fromEntries(kinds), doubles: [...doubles] })
}

/** Of two entries of one proven person the better one stays. */
async function doublesAmong(tx: Tx, standings: readonly Standing[]): Promise<Set<bigint>> {
  const keys = await samePerson.keysOf(
    tx,
    standings.map(({ playerId }) => playerId),
  )
  const seen = new Set<string>()
  const doubles = new Set<bigint>()
  for (const { playerId } of standings) {
    const own = keys.get(playerId) ?? []
    if (own.some((key) => seen.has(key))) doubles.add(playerId)
    for (const key of own) seen.add(key)
  }
  return doubles
}

async function prizesFor(tx: Tx, { terms, templates }: Tournament, rows: readonly PlacedEntry[]): Promise<NewPrize[]> {
  const won = rows.flatMap((row) => {
    const prize = prizeOf(terms, row.place, row.score)
    return prize ? [{ row, prize }] : []
  })
  const winners = won.map(({ row }) => row.playerId)
  const found = winners.length === 0 ? [] : await relations.standings(tx).where('id', 'in', winners).execute()
  const currencies = new Map(found.map(({ playerId, currency }) => [playerId, currency]))
  return won.flatMap(({ row: { playerId, place }, prize }) => {
    const own = currencies.get(playerId) ?? ''
    const worth = prizeIn(prize, templates, own)
    if (!worth) return []
    const currency = prize.kind === 'points' ? pointsCurrency : own
    return [{ playerId, place, kind: prize.kind, currency, amount: worth.amount, template: prize.template ?? null }]
  })
}

/** The result again from the books; null where there is no such tournament, or it has none yet. */
export async function recomputeResult(db: Db, id: bigint) {
  const tournament = await readTournament(db, id)
  if (tournament?.state !== 'finished') return null
  const { standings } = await recompute(db, tournament)
  return { ...resultOf(standings), stored: tournament.resultHash }
}
