import { createHash } from 'node:crypto'
import { pointsCurrency } from '@croupier/contract/money'
import { compareEntries, resultText } from '@croupier/contract/tournament-score'
import type { Db, JobContext, Tx } from '../../context.ts'
import { relations, samePerson } from '../account/account.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { writeScores } from './feed-store.ts'
import {
  addPrizes,
  addResult,
  type NewPrize,
  type PlacedEntry,
  readCurrencies,
  readDue,
  waitForBooks,
  writeFinished,
} from './finish-store.ts'
import { type FaultLog, type PrizeGivers, payPrizes } from './pay-prizes.ts'
import { prizeIn } from './prizes.ts'
import { prizeOf, settleMs } from './rules.ts'
import { type GameKinds, openKinds, type Scored, scoreAnew, storedKinds } from './score.ts'
import { entriesIn, lockTournament, readTournament, type Tournament, type TournamentEntry } from './store.ts'
import { newScore, resetOf } from './work-in.ts'

type Standing = PlacedEntry & { joinNo: number }
type Recomputed = { standings: Standing[]; kinds: GameKinds; differing: Scored[] }

const page = 200
/** Pages that are computed at once, each with a connection of its own: the database has more than one core. */
const abreast = 3

async function* entryPages(db: Db, tournament: Tournament): AsyncGenerator<TournamentEntry[]> {
  for (let after = 0n; ; ) {
    const entries = await entriesIn(db, tournament.id, { after, count: page })
    const last = entries.at(-1)?.playerId
    if (last === undefined) return
    yield entries
    after = last
  }
}

/** Entries are read where the tournament is locked; `books` may be others: what rounds were at the cut never changes. */
type Reading = { db: Db; books: Db }

/**
 * Everything anew from the books, as they stood at the cut: what came or was taken back later is not in it, so it is the
 * same today and in years.
 */
async function recompute({ db, books }: Reading, tournament: Tournament): Promise<Recomputed> {
  const kinds = openKinds(tournament.kinds === null ? null : storedKinds(tournament.kinds))
  const found: Scored[] = []
  const differing: Scored[] = []
  const cut = tournament.cutAt
  const pages = entryPages(db, tournament)
  async function walk() {
    for await (const running of pages) {
      const before = new Map(running.map((entry) => [entry.playerId, entry]))
      const scored = await scorePage(books, tournament, running, { cut, kinds, atMs: cut.getTime() })
      found.push(...scored)
      differing.push(...scored.filter((each) => isOther(each, before.get(each.entry.playerId))))
    }
  }
  // All of them have ended before the transaction does.
  const walks = await Promise.allSettled(Array.from({ length: abreast }, walk))
  for (const walked of walks) if (walked.status === 'rejected') throw walked.reason
  const standings = found
    .map(({ entry, tally }) => ({
      ...{ place: 0, playerId: entry.playerId, joinNo: entry.joinNo },
      ...{ score: tally.score, reachedMs: tally.reachedMs, rounds: tally.rounds },
    }))
    .sort(compareEntries)
    .map((row, at) => ({ ...row, place: at + 1 }))
  return { standings, kinds: kinds.known, differing }
}

async function scorePage(
  books: Db,
  tournament: Tournament,
  running: readonly TournamentEntry[],
  about: Parameters<typeof scoreAnew>[3],
): Promise<Scored[]> {
  const ids = running.map(({ playerId }) => playerId)
  const payouts = tournament.terms.reset_on_cashout ? await ledgerLines.payoutsOf(books, ids) : []
  const asked = payouts.map(({ playerId, at }) => ({ playerId, atMs: at.getTime() }))
  const entries = running.map((entry) => ({
    ...entry,
    resetAt: resetOf(tournament, { ...entry, resetAt: null }, asked),
  }))
  return scoreAnew(books, tournament, entries, about)
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
    await ctx.begin((tx) => finish(ctx, tx, id, ctx.sql)).catch((error: unknown) => faults.push(error))
  }
  await payPrizes(ctx, givers)
  if (faults.length > 0) throw faults[0]
}

/** Once: the second who holds the row finds it finished. `books`: where rounds are read, several pages at once. */
export async function finish({ log }: FaultLog, tx: Tx, id: bigint, books: Db = tx): Promise<void> {
  const tournament = await lockTournament(tx, id)
  if (tournament?.state !== 'open') return
  await waitForBooks(tx)
  const { standings, kinds, differing } = await recompute({ db: tx, books }, tournament)
  if (differing.length > 0) {
    const entries = differing.slice(0, 20).map(({ entry }) => String(entry.playerId))
    log.error({ tournament: String(id), count: differing.length, entries }, 'running scores differ from the result')
    await writeScores(tx, differing.map(newScore))
  }
  const doubles = await doublesAmong(tx, standings)
  const rows = standings.filter(({ playerId }) => !doubles.has(playerId)).map((row, at) => ({ ...row, place: at + 1 }))
  await addResult(tx, id, rows)
  const prizes = await prizesFor(tx, tournament, rows)
  for (const { playerId, place, kind, currency } of prizes.filter(({ state }) => state === 'withheld'))
    log.error(
      { tournament: String(id), player: String(playerId), place, kind, currency },
      'a prize has no amount to pay',
    )
  await addPrizes(tx, id, prizes)
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
  const currencies = await readCurrencies(tx, relations.profileFacts, winners)
  return won.map(({ row: { playerId, place }, prize }) => {
    const own = currencies.get(playerId) ?? ''
    // Null where the currency of the account was changed after joining.
    const worth = prizeIn(prize, templates, own)
    const currency = prize.kind === 'points' ? pointsCurrency : own
    const about = { playerId, place, kind: prize.kind, currency, template: prize.template ?? null }
    return { ...about, amount: worth?.amount ?? null, state: worth ? 'owed' : 'withheld' }
  })
}

/** The result again from the books; null where there is no such tournament, or it has none yet. */
export async function recomputeResult(db: Db, id: bigint) {
  const tournament = await readTournament(db, id)
  if (tournament?.state !== 'finished') return null
  const { standings } = await recompute({ db, books: db }, tournament)
  return { ...resultOf(standings), stored: tournament.resultHash }
}
