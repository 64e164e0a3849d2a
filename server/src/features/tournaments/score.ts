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

/** Everything anew, of many entries of one tournament. `cut`: as it stood then. */
export async function scoreAnew(
  db: Db,
  tournament: Tournament,
  entries: readonly TournamentEntry[],
  { cut, kinds, atMs }: { cut: Date | null; kinds: GameKinds | null; atMs: number },
): Promise<{ scored: Scored[]; kinds: GameKinds }> {
  const rounds = await readStoodOf(db, tournament, entries, cut)
  const known =
    kinds ??
    (await readKinds(
      db,
      rounds.map(({ game }) => game),
    ))
  return { scored: scoreStood(tournament, entries, { rounds, kinds: known, atMs }), kinds: known }
}

/** What these entries could count, as it stood at the cut. */
export const readStoodOf = (
  db: Db,
  tournament: Tournament,
  entries: readonly TournamentEntry[],
  cut: Date | null,
): Promise<StoodRound[]> =>
  readStood(
    db,
    tournament,
    entries.map((entry) => stretchOf(entry, tournament)),
    { cut },
  )

export function scoreStood(
  tournament: Tournament,
  entries: readonly TournamentEntry[],
  { rounds, kinds, atMs }: { rounds: readonly StoodRound[]; kinds: GameKinds; atMs: number },
): Scored[] {
  const rules = rulesOfTournament(tournament)
  const byPlayer = Map.groupBy(rounds, ({ playerId }) => playerId)
  return entries.map((entry) => {
    const own = (byPlayer.get(entry.playerId) ?? []).map((round) => playedOf(round, kinds))
    return { entry, tally: tallyRounds(own, entryFacts(entry), rules, atMs) }
  })
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
