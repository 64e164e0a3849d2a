import {
  type EntryFacts,
  judgeRound,
  multipleOf,
  type RoundVerdict,
  type ScoreRules,
  scoreRounds,
} from '@croupier/contract/tournament-score'
import type { CountReason } from '@croupier/contract/tournaments'
import type { Db } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { stoodBets } from '../bets/bets.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import {
  entryFacts,
  isOverBets,
  type Played,
  playedOf,
  readKinds,
  rulesOfTournament,
  type StoodRound,
  storedKinds,
} from './score.ts'
import type { Tournament, TournamentEntry } from './store.ts'

/**
 * What became of a page of an entry's rounds, without reading all of them: which counted is decided by the first ones up
 * to the most that count, and what comes after those counts no more.
 */

/** Read at once. */
const usualPortion = 1_000
/** With a reason asked for, so many are looked through at most. */
const mostLooked = 20_000

type Verdict = RoundVerdict<Played>
type Judged = { tournament: Tournament; entry: TournamentEntry }
type Asked = { count: number; offset: number; reason?: CountReason | undefined }

type Looking = {
  db: Db
  tournament: Tournament
  playerId: bigint
  facts: EntryFacts
  rules: ScoreRules
  cut: Date | null
  atMs: number
  portion: number
}

const nameOf = ({ provider, round }: { provider: string; round: string }) => `${provider}\n${round}`

async function lookingAt(db: Db, { tournament, entry }: Judged, portion: number): Promise<Looking> {
  const now = await readNow(db)
  const isOver = tournament.state === 'finished' || now > tournament.cutAt
  return {
    ...{ db, tournament, playerId: entry.playerId, facts: entryFacts(entry), rules: rulesOfTournament(tournament) },
    ...{ cut: isOver ? tournament.cutAt : null, portion },
    atMs: isOver ? tournament.cutAt.getTime() : now.getTime(),
  }
}

async function toPlayed({ db, tournament }: Looking, rounds: readonly StoodRound[]): Promise<Played[]> {
  const stored = tournament.kinds === null ? new Map() : storedKinds(tournament.kinds)
  // The result knows the games of rounds that could count; others were played before joining, or after the end.
  const others = rounds.flatMap(({ game }) => (stored.has(game) ? [] : [game]))
  const kinds = new Map([...(await readKinds(db, others)), ...stored])
  return rounds.map((round) => playedOf(round, kinds))
}

type Portion = { from: Date; to: Date; count: number; offset: number; isNewestFirst: boolean }

const readPortion = async (looking: Looking, { from, to, ...page }: Portion): Promise<Played[]> => {
  const { db, tournament, playerId, cut } = looking
  const source = isOverBets(tournament) ? stoodBets : stoodRounds
  return toPlayed(looking, await source.pageOf(db, { playerId, openedFrom: from, openedTo: to }, { cut, ...page }))
}

/** All that could count, in their order, up to the most that do. */
async function readCounting(looking: Looking): Promise<{ verdicts: Map<string, Verdict>; best: Verdict | null }> {
  const { tournament, facts, rules, atMs, portion } = looking
  const rounds: Played[] = []
  const beginMs = Math.max(rules.startsMs, facts.joinedMs, facts.resetMs ?? 0)
  for (let from = new Date(beginMs); ; ) {
    const read = await readPortion(looking, {
      ...{ from, to: tournament.cutAt, count: portion, offset: 0, isNewestFirst: false },
    })
    const last = read.at(-1)
    const isWhole = read.length < portion || !last || last.openedMs === from.getTime()
    // Of the last millisecond there may be more: it is read again with the next portion.
    rounds.push(...(isWhole ? read : read.filter(({ openedMs }) => openedMs < last.openedMs)))
    if (isWhole || scoreRounds(rounds, facts, rules, atMs).tally.rounds >= rules.mostRounds) break
    from = new Date(last.openedMs)
  }
  const { verdicts } = scoreRounds(rounds, facts, rules, atMs)
  const best = verdicts.find(({ isCounted, reason, multiple }) => isCounted && reason === null && multiple > 0n)
  return { verdicts: new Map(verdicts.map((verdict) => [nameOf(verdict.round), verdict])), best: best ?? null }
}

/** One that is not among those that decide: something speaks against it, or the most that count were played before. */
function verdictOf(round: Played, { facts, rules, atMs, tournament }: Looking): Verdict {
  const isWhole = tournament.terms.real_only
  const multiple = multipleOf(isWhole ? round.own + round.bonus : round.own, isWhole ? round.won : round.wonOwn)
  return { round, multiple, isCounted: false, reason: judgeRound(round, facts, rules, atMs) ?? 'MOST_ROUNDS' }
}

/** Newest first, since the start, also those of before joining. `best`: the one that a score of one round stands on. */
export async function judgePage(
  db: Db,
  { tournament, entry }: Judged,
  { count, offset, reason }: Asked,
  portion = usualPortion,
): Promise<{ page: Verdict[]; total: number; best: Verdict | null }> {
  const looking = await lookingAt(db, { tournament, entry }, portion)
  const { verdicts, best } = await readCounting(looking)
  const stretch = { from: tournament.startsAt, to: tournament.cutAt, isNewestFirst: true }
  const judged = async (page: { count: number; offset: number }) =>
    (await readPortion(looking, { ...stretch, ...page })).map(
      (round) => verdicts.get(nameOf(round)) ?? verdictOf(round, looking),
    )
  if (reason === undefined) {
    const source = isOverBets(tournament) ? stoodBets : stoodRounds
    const total = await source.countOf(db, {
      ...{ playerId: entry.playerId, openedFrom: stretch.from, openedTo: stretch.to },
    })
    return { page: await judged({ count, offset }), total, best }
  }
  const found: Verdict[] = []
  for (let at = 0; at < mostLooked; at += portion) {
    const some = await judged({ count: portion, offset: at })
    found.push(...some.filter((verdict) => verdict.reason === reason))
    if (some.length < portion) break
  }
  return { page: found.slice(offset, offset + count), total: found.length, best }
}
