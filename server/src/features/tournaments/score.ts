import {
  compareRounds,
  emptyTally,
  type PlayedRound,
  type ScoreRules,
  type Tally,
  tallyRounds,
} from '@croupier/contract/tournament-score'
import { isBettingKind } from '@croupier/contract/tournaments'
import { stakeUnit } from '@croupier/studio/engine/stakes'
import { z } from 'zod'
import type { Db } from '../../context.ts'
import { stoodBets } from '../bets/bets.ts'
import { kindsOf } from '../games/games.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { scoreRulesOf } from './rules.ts'
import type { Tournament, TournamentEntry } from './store.ts'

/** Rounds of the books as the rules of scores see them. */

const kind = z.tuple([z.string(), z.string()])
export type GameKinds = ReadonlyMap<string, z.output<typeof kind>>

/** Type and studio by game. */
export async function readKinds(db: Db, games: Iterable<string>): Promise<GameKinds> {
  const names = [...new Set(games)]
  const found = names.length === 0 ? new Map() : await kindsOf(db, names)
  return new Map([...found].map(([game, { type, provider }]) => [game, [type, provider] satisfies [string, string]]))
}

/** As they were when a tournament was settled. */
export const storedKinds = (stored: unknown): GameKinds =>
  new Map(Object.entries(z.record(z.string(), kind).parse(stored)))

export type StoodRound = Awaited<ReturnType<typeof stoodRounds.byName>>[number] & Pick<PlayedRound, 'slip'>

export const isOverBets = ({ terms }: Pick<Tournament, 'terms'>): boolean => isBettingKind(terms.kind)

type Stretches = Parameters<typeof stoodRounds.ofPlayers>[1]
type StoodAt = Parameters<typeof stoodRounds.ofPlayers>[2]

/** What these players opened: rounds of games, or bets. */
export const readStood = (db: Db, tournament: Tournament, stretches: Stretches, at: StoodAt): Promise<StoodRound[]> =>
  isOverBets(tournament) ? stoodBets.ofPlayers(db, stretches, at) : stoodRounds.ofPlayers(db, stretches, at)

export type Played = PlayedRound & Pick<StoodRound, 'playerId'>

export const playedOf = (round: StoodRound, kinds: GameKinds): Played => {
  const [type, studio] = kinds.get(round.game) ?? ['', '']
  return { ...round, type, studio, unit: stakeUnit(round.currency) }
}

export const rulesOfTournament = (tournament: Tournament): ScoreRules => scoreRulesOf(tournament.terms, tournament)

export const entryFacts = ({ joinedAt, resetAt }: Pick<TournamentEntry, 'joinedAt' | 'resetAt'>) => ({
  joinedMs: joinedAt.getTime(),
  resetMs: resetAt?.getTime() ?? null,
})

/** Rounds that an entry could count, with those of before the start where a player wants to see all. */
export const stretchOf = (
  { playerId, joinedAt }: Pick<TournamentEntry, 'playerId' | 'joinedAt'>,
  { startsAt, endsAt }: Tournament,
) => ({
  playerId,
  openedFrom: joinedAt > startsAt ? joinedAt : startsAt,
  openedTo: endsAt,
})

export type Scored = { entry: TournamentEntry; tally: Tally }

/** What is known of games. As they were when a tournament was settled they stay; else each is asked for once. */
export function openKinds(stored: GameKinds | null) {
  const known = new Map(stored ?? [])
  return {
    known,
    async learn(db: Db, games: readonly string[]): Promise<void> {
      const unknown = stored ? [] : games.filter((game) => !known.has(game))
      if (unknown.length > 0) for (const [game, kind] of await readKinds(db, unknown)) known.set(game, kind)
    },
  }
}

/** Rounds that are read at once, and entries whose bets are. */
const mostRounds = 20_000
const mostBettors = 50

const portionsFor = async (db: Db, tournament: Tournament, stretches: Stretches, most: number): Promise<Stretches[]> =>
  isOverBets(tournament)
    ? Array.from({ length: Math.ceil(stretches.length / mostBettors) }, (_, at) =>
        stretches.slice(at * mostBettors, (at + 1) * mostBettors),
      )
    : stoodRounds.portionsOf(db, stretches, most)

type Anew = {
  /** As it stood then; null: now. */
  cut: Date | null
  kinds: ReturnType<typeof openKinds>
  atMs: number
  most?: number
}

/** Everything anew, of many entries of one tournament. */
export async function scoreAnew(
  db: Db,
  tournament: Tournament,
  entries: readonly TournamentEntry[],
  { cut, kinds, atMs, most = mostRounds }: Anew,
): Promise<Scored[]> {
  const rules = rulesOfTournament(tournament)
  const scored = new Map(entries.map((entry): [bigint, Scored] => [entry.playerId, { entry, tally: emptyTally }]))
  const stretches = entries.map((entry) => stretchOf(entry, tournament))
  for (const portion of await portionsFor(db, tournament, stretches, most)) {
    const rounds = await readStood(db, tournament, portion, { cut })
    await kinds.learn(db, [...new Set(rounds.map(({ game }) => game))])
    for (const [playerId, own] of Map.groupBy(rounds, (round) => round.playerId)) {
      const before = scored.get(playerId)
      if (!before) continue
      const played = own.map((round) => playedOf(round, kinds.known))
      const tally = tallyRounds(played, entryFacts(before.entry), rules, atMs, before.tally)
      scored.set(playerId, { ...before, tally })
    }
  }
  return [...scored.values()]
}

const whole = z.string().transform(BigInt)
const tallySchema = z.object({
  score: whole,
  reachedMs: z.number().nullable(),
  rounds: z.number(),
  last: z.object({ openedMs: z.number(), provider: z.string(), round: z.string() }).nullable(),
  kept: z.array(whole),
  day: z.number(),
  dayDone: whole,
})

export const readTally = (stored: unknown): Tally => (stored === null ? emptyTally : tallySchema.parse(stored))

export const wireTally = (tally: Tally) => ({
  ...tally,
  score: String(tally.score),
  kept: tally.kept.map(String),
  dayDone: String(tally.dayDone),
})

/**
 * Goes on with rounds that are new; null where one of them stands before what was worked in, or among it: then only
 * everything anew is right.
 */
export function continueTally(
  tally: Tally,
  rounds: readonly Played[],
  entry: Pick<TournamentEntry, 'joinedAt' | 'resetAt'>,
  { rules, atMs }: { rules: ScoreRules; atMs: number },
): Tally | null {
  const facts = entryFacts(entry)
  // What was opened before can never count, so it was never worked in.
  const meant = rounds.filter(({ openedMs }) => openedMs >= facts.joinedMs && openedMs >= rules.startsMs)
  const isPast = (round: Played) => tally.last !== null && compareRounds(round, tally.last) <= 0
  if (meant.some(isPast)) return null
  return tallyRounds(meant, facts, rules, atMs, tally)
}
