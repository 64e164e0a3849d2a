import type { CountReason, TournamentKind } from './tournaments.ts'

/**
 * Scores of tournaments: pure, the same for the running board, for the player's list of rounds, for the result and for
 * a verifier who has the books. Amounts are minor units, moments milliseconds, multiples hundredths.
 */

/** One of them names what it is about; none at all is every game. */
type ListedGame = { game: string } | { type: string } | { provider: string }

export type ScoreRules = {
  kind: TournamentKind
  /** One multiple counts at most so much; the kind `multiplier_best` has no cap. */
  cap: bigint
  bestOf: number
  runLength: number
  atLeast: bigint
  minUnits: bigint
  realOnly: boolean
  mostRounds: number
  /** Units of a UTC day that count, for the kinds of volume. */
  mostPerDay: bigint | null
  games: readonly ListedGame[]
  startsMs: number
  endsMs: number
  graceMs: number
}

/** A round as it stood at the moment of the judgement: sums are over actions that were there and not rolled back. */
export type PlayedRound = {
  provider: string
  round: string
  game: string
  /** Type and studio of the game. */
  type: string
  studio: string
  isDemo: boolean
  /** Staked by the house. */
  isFree: boolean
  openedMs: number
  closedMs: number | null
  /** Bets that stand. */
  bets: number
  /** The part of the stake from the player's own money and that of a bonus; won in all and as own money, without pots. */
  own: bigint
  bonus: bigint
  won: bigint
  wonOwn: bigint
  currency: string
  /** The unit of the stakes' ladder in this currency. */
  unit: bigint
  /** Of bets: a part of it, or all, was bought back before its result. */
  slip?: { isCashedOut: boolean }
}

export type EntryFacts = {
  joinedMs: number
  /** When a payout was asked for that began the score anew. */
  resetMs: number | null
}

/** What of a round is looked at: with `realOnly` off the part of own money and its wins alone. */
const sidesOf = ({ own, bonus, won, wonOwn }: PlayedRound, { realOnly }: ScoreRules) =>
  realOnly ? { staked: own + bonus, won } : { staked: own, won: wonOwn }

/** Rounded down: what a round won as hundredths of what was staked. */
export const multipleOf = (staked: bigint, won: bigint): bigint => (staked > 0n ? (won * 100n) / staked : 0n)

/** What speaks against a round by itself, the first that applies; `atMs` is the moment of the judgement. */
export function judgeRound(
  round: PlayedRound,
  { joinedMs, resetMs }: EntryFacts,
  rules: ScoreRules,
  atMs: number,
): CountReason | null {
  if (round.isDemo) return 'DEMO'
  if (round.isFree) return round.slip ? 'FREE_BET' : 'FREE_SPIN'
  if (!isListed(round, rules)) return 'GAME_NOT_LISTED'
  if (round.openedMs < joinedMs) return 'BEFORE_JOINING'
  return byTime(round, rules, atMs) ?? byMoney(round, rules) ?? byPayout(round, resetMs)
}

export const isListed = (
  { game, type, studio }: Pick<PlayedRound, 'game' | 'type' | 'studio'>,
  { games }: Pick<ScoreRules, 'games'>,
): boolean =>
  games.length === 0 ||
  games.some((each) => {
    if ('game' in each) return each.game === game
    return 'type' in each ? each.type === type : each.provider === studio
  })

function byTime({ openedMs, closedMs, slip }: PlayedRound, rules: ScoreRules, atMs: number): CountReason | null {
  const { startsMs, endsMs, graceMs } = rules
  if (openedMs < startsMs) return 'BEFORE_START'
  if (openedMs >= endsMs || (closedMs ?? atMs) > endsMs + graceMs) return 'AFTER_END'
  // What was bought back never counts, whatever the rest of it becomes.
  if (slip?.isCashedOut) return 'CASHED_OUT'
  return closedMs === null ? 'ROUND_OPEN' : null
}

function byMoney(round: PlayedRound, rules: ScoreRules): CountReason | null {
  if (round.bets === 0) return 'ROLLED_BACK'
  if (rules.realOnly && round.bonus > 0n) return 'BONUS_MONEY'
  return sidesOf(round, rules).staked < rules.minUnits * round.unit ? 'STAKE_TOO_SMALL' : null
}

const byPayout = ({ openedMs }: PlayedRound, resetMs: number | null): CountReason | null =>
  resetMs !== null && openedMs < resetMs ? 'BEFORE_CASHOUT' : null

/** The place of a round in the order of rounds. */
export type RoundPlace = Pick<PlayedRound, 'openedMs' | 'provider' | 'round'>

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

export const compareRounds = (one: RoundPlace, other: RoundPlace): number =>
  one.openedMs - other.openedMs || byText(one.provider, other.provider) || byText(one.round, other.round)

/** How an entry stands after some rounds, in their order: enough to go on with the next one. */
export type Tally = {
  score: bigint
  /** When the round was closed that made the present score. */
  reachedMs: number | null
  /** How many counted. */
  rounds: number
  last: RoundPlace | null
  /** By kind: the best multiples, the last ones, the length of the present streak, or what was staked or won. */
  kept: readonly bigint[]
  /** Of the kinds of volume: the UTC day of the last round, and what of it counted. */
  day: number
  dayDone: bigint
}

export const emptyTally: Tally = { score: 0n, reachedMs: null, rounds: 0, last: null, kept: [], day: 0, dayDone: 0n }

/** Sums of volume are kept in these parts of a unit: every currency's unit divides them, so nothing is rounded. */
const partsOfUnit = 1_000_000n
const dayMs = 86_400_000

/** Works in a round that nothing speaks against and that comes after all before it. */
export function advance(
  tally: Tally,
  round: PlayedRound,
  rules: ScoreRules,
): { tally: Tally; reason: 'MOST_ROUNDS' | 'MOST_PER_DAY' | null } {
  const last = { openedMs: round.openedMs, provider: round.provider, round: round.round }
  if (tally.rounds >= rules.mostRounds) return { tally: { ...tally, last }, reason: 'MOST_ROUNDS' }
  const next = {
    ...tally,
    last,
    ...(isVolume(rules) ? addVolume(tally, round, rules) : addMultiple(tally, round, rules)),
  }
  if (isVolume(rules) && next.dayDone === tally.dayDone && next.day === tally.day && volumeOf(round, rules) > 0n) {
    return { tally: { ...tally, last }, reason: 'MOST_PER_DAY' }
  }
  const hasGrown = next.score > tally.score
  return {
    tally: { ...next, rounds: tally.rounds + 1, reachedMs: hasGrown ? round.closedMs : tally.reachedMs },
    reason: null,
  }
}

const isVolume = ({ kind }: ScoreRules): boolean => kind === 'stake' || kind === 'win'

function volumeOf(round: PlayedRound, rules: ScoreRules): bigint {
  const { staked, won } = sidesOf(round, rules)
  return ((rules.kind === 'win' ? won : staked) * partsOfUnit) / round.unit
}

function addVolume(tally: Tally, round: PlayedRound, rules: ScoreRules) {
  const day = Math.floor(round.openedMs / dayMs)
  const done = day === tally.day ? tally.dayDone : 0n
  const room = rules.mostPerDay === null ? null : rules.mostPerDay * partsOfUnit - done
  const volume = volumeOf(round, rules)
  const counted = room !== null && volume > room ? room : volume
  const sum = (tally.kept[0] ?? 0n) + counted
  return { day, dayDone: done + counted, kept: [sum], score: sum / partsOfUnit }
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const most = (one: bigint, other: bigint) => (one > other ? one : other)
const sumOf = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)

function addMultiple({ score, kept }: Tally, round: PlayedRound, rules: ScoreRules): Pick<Tally, 'score' | 'kept'> {
  const { staked, won } = sidesOf(round, rules)
  const multiple = multipleOf(staked, won)
  const capped = least(multiple, rules.cap)
  if (rules.kind === 'multiplier_sum') {
    const best = [...kept, capped].sort((one, other) => (one > other ? -1 : one < other ? 1 : 0)).slice(0, rules.bestOf)
    return { kept: best, score: sumOf(best) }
  }
  if (rules.kind === 'multiplier_run') {
    const run = [...kept, capped].slice(-rules.runLength)
    return { kept: run, score: most(score, sumOf(run)) }
  }
  if (rules.kind === 'streak') {
    const length = multiple >= rules.atLeast ? (kept[0] ?? 0n) + 1n : 0n
    return { kept: [length], score: most(score, length) }
  }
  if (rules.kind === 'slips_won') return { kept: [], score: isWonSlip(round, rules) ? score + 1n : score }
  return { kept: [], score: most(score, multiple) }
}

/** It gave more than its stake, and at least so many times of it. */
function isWonSlip(round: PlayedRound, rules: ScoreRules): boolean {
  const { staked, won } = sidesOf(round, rules)
  return won > staked && multipleOf(staked, won) >= rules.atLeast
}

/** The score of an entry from all its rounds, where what became of each is not asked. */
export const tallyRounds = (
  rounds: readonly PlayedRound[],
  entry: EntryFacts,
  rules: ScoreRules,
  atMs: number,
  before: Tally = emptyTally,
): Tally =>
  rounds
    .filter((round) => judgeRound(round, entry, rules, atMs) === null)
    .sort(compareRounds)
    .reduce((tally, round) => advance(tally, round, rules).tally, before)

export type RoundVerdict<R extends PlayedRound = PlayedRound> = {
  round: R
  multiple: bigint
  isCounted: boolean
  reason: CountReason | null
}

/** The score of an entry from all its rounds, and what became of each, in the order of rounds. */
export function scoreRounds<R extends PlayedRound>(
  rounds: readonly R[],
  entry: EntryFacts,
  rules: ScoreRules,
  atMs: number,
): { tally: Tally; verdicts: RoundVerdict<R>[] } {
  let tally = emptyTally
  const verdicts = rounds.toSorted(compareRounds).map((round): RoundVerdict<R> => {
    const { staked, won } = sidesOf(round, rules)
    const multiple = multipleOf(staked, won)
    const against = judgeRound(round, entry, rules, atMs)
    if (against) return { round, multiple, isCounted: false, reason: against }
    const next = advance(tally, round, rules)
    tally = next.tally
    return { round, multiple, isCounted: next.reason === null, reason: next.reason }
  })
  const counted = verdicts.filter(({ isCounted }) => isCounted)
  const holding = heldBy(
    counted.map(({ multiple }) => multiple),
    tally.score,
    rules,
  )
  for (const [at, verdict] of counted.entries()) {
    const isHeld = rules.kind === 'slips_won' ? isWonSlip(verdict.round, rules) : holding.has(at)
    if (!isHeld) verdict.reason = 'NOT_BEST'
  }
  return { tally, verdicts }
}

/** Which of the counted rounds the score stands on, by their numbers. */
function heldBy(multiples: readonly bigint[], score: bigint, rules: ScoreRules): ReadonlySet<number> {
  const numbers = [...multiples.keys()]
  if (isVolume(rules)) return new Set(numbers)
  const at = (number: number) => multiples[number] ?? 0n
  if (rules.kind === 'multiplier_best' || rules.kind === 'odds_best')
    return new Set(numbers.filter((each) => at(each) === score).slice(0, 1))
  const capped = (number: number) => least(at(number), rules.cap)
  if (rules.kind === 'multiplier_sum') {
    const best = numbers.toSorted((one, other) => Number(capped(other) - capped(one)) || one - other)
    return new Set(best.slice(0, rules.bestOf))
  }
  const length = rules.kind === 'streak' ? Number(score) : rules.runLength
  const worth = (window: readonly number[]) =>
    rules.kind === 'streak'
      ? BigInt(window.filter((each) => at(each) >= rules.atLeast).length)
      : sumOf(window.map(capped))
  const ends = numbers.map((end) => numbers.slice(Math.max(0, end - length + 1), end + 1))
  return new Set(score === 0n ? [] : ends.find((window) => worth(window) === score))
}

export type Ranked = { score: bigint; reachedMs: number | null; joinNo: number }

/** Better first: the score, who had it first, who joined first. No two are equal. */
export const compareEntries = (one: Ranked, other: Ranked): number =>
  (one.score === other.score ? 0 : one.score > other.score ? -1 : 1) ||
  reachedAt(one) - reachedAt(other) ||
  one.joinNo - other.joinNo

const reachedAt = ({ reachedMs }: Ranked) => reachedMs ?? Number.MAX_SAFE_INTEGER

export type ResultLine = { place: number; player: string; score: bigint; reachedMs: number | null }

/** The canonical text of a result; its SHA-256 is published. */
export const resultText = (lines: readonly ResultLine[]): string =>
  lines.map(({ place, player, score, reachedMs }) => `${place}\t${player}\t${score}\t${reachedMs ?? '-'}\n`).join('')
