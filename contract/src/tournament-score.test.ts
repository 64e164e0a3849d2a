import { describe, expect, test } from 'vitest'
import {
  advance,
  compareEntries,
  compareRounds,
  type EntryFacts,
  emptyTally,
  judgeRound,
  multipleOf,
  type PlayedRound,
  resultText,
  type ScoreRules,
  scoreRounds,
  type Tally,
} from './tournament-score.ts'
import { type TournamentKind, tournamentKinds } from './tournaments.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)
const minute = 60_000

const rules = (more: Partial<ScoreRules> = {}): ScoreRules => ({
  kind: 'multiplier_best',
  cap: 100_000n,
  bestOf: 10,
  runLength: 20,
  atLeast: 100n,
  minUnits: 1n,
  realOnly: true,
  mostRounds: 500,
  mostPerDay: null,
  games: [],
  startsMs: at('01T00:00:00'),
  endsMs: at('08T00:00:00'),
  graceMs: 15 * minute,
  ...more,
})

const entry = { joinedMs: at('01T00:00:00'), resetMs: null }
const now = at('09T00:00:00')

let count = 0
const played = (more: Partial<PlayedRound> = {}): PlayedRound => {
  count += 1
  const openedMs = more.openedMs ?? at('03T10:00:00') + count * 1_000
  const won = more.won ?? 0n
  return {
    ...{ provider: 'studio', round: `r-${count}`, game: 'ember', type: 'slot', studio: 'house' },
    ...{ isDemo: false, isFree: false, openedMs, closedMs: openedMs + 10, bets: 1 },
    ...{ own: 100n, bonus: 0n, won, wonOwn: won, currency: 'EUR', unit: 20n },
    ...more,
  }
}

/** `2.50`: a round of 1.00 that won so much. */
const winning = (times: number, more: Partial<PlayedRound> = {}) => {
  const won = BigInt(Math.round(times * 100))
  return played({ won, wonOwn: won, ...more })
}
const scoreOf = (rounds: readonly PlayedRound[], more: Partial<ScoreRules> = {}, who: EntryFacts = entry) =>
  scoreRounds(rounds, who, rules(more), now).tally

describe('worked examples', () => {
  test('1, 2, 3: a multiple is rounded down, in every currency', () => {
    expect(multipleOf(20n, 2_468n)).toBe(12_340n)
    expect(multipleOf(60n, 779n)).toBe(1_298n)
    expect(multipleOf(40n, 5_000n)).toBe(12_500n)
    expect(multipleOf(0n, 5_000n)).toBe(0n)
  })

  test.each([
    ['EUR', 20n, 40n],
    ['BRL', 100n, 200n],
    ['JPY', 20n, 40n],
    ['USDT', 200_000n, 400_000n],
  ])('3, 4: two units of %s are the least', (currency, unit, least) => {
    const judged = (own: bigint) => judgeRound(played({ currency, unit, own }), entry, rules({ minUnits: 2n }), now)
    expect([judged(least), judged(least - 1n)]).toEqual([null, 'STAKE_TOO_SMALL'])
  })

  test('5: a part of bonus money is too much, unless only own money is looked at', () => {
    const mixed = played({ own: 30n, bonus: 10n, won: 120n, wonOwn: 90n })
    expect(judgeRound(mixed, entry, rules(), now)).toBe('BONUS_MONEY')
    expect(scoreOf([mixed], { realOnly: false }).score).toBe(300n)
  })

  test('7: the cap is of one multiple, not of the sum', () => {
    const rounds = [250, 40.5, 12.95, 3].map((times) => winning(times))
    expect(scoreOf(rounds, { kind: 'multiplier_sum', bestOf: 3, cap: 10_000n }).score).toBe(15_345n)
    expect(scoreOf(rounds, { cap: 10_000n }).score).toBe(25_000n)
  })

  test('8: the greatest sum over consecutive rounds', () => {
    const rounds = [0, 2.5, 0, 10, 1.2, 0, 3.3].map((times) => winning(times))
    expect(scoreOf(rounds, { kind: 'multiplier_run', runLength: 4 })).toMatchObject({
      score: 1_450n,
      reachedMs: rounds[6]?.closedMs,
    })
  })

  test('9: the longest streak, reached when its last round closed', () => {
    const rounds = [1.2, 1, 0.5, 2, 1, 7].map((times) => winning(times))
    expect(scoreOf(rounds, { kind: 'streak' })).toMatchObject({ score: 3n, reachedMs: rounds[5]?.closedMs })
  })

  test('10: of two equal scores the one that was there first is ahead, then the one that joined first', () => {
    const one = { score: 4_500n, reachedMs: at('03T12:00:05.120'), joinNo: 1 }
    const other = { score: 4_500n, reachedMs: at('03T12:00:04.980'), joinNo: 2 }
    const third = { ...other, joinNo: 3 }
    const none = { score: 0n, reachedMs: null, joinNo: 0 }
    expect([none, one, third, other].sort(compareEntries)).toEqual([other, third, one, none])
  })

  test('11: what is rolled back is out, and the time of the next best counts', () => {
    const tuesday = winning(44.1, { openedMs: at('03T09:00:00') })
    const last = winning(380, { openedMs: at('07T20:00:00') })
    expect(scoreOf([tuesday, last]).score).toBe(38_000n)
    const undone = { ...last, bets: 0, own: 0n, won: 0n, wonOwn: 0n }
    expect(scoreOf([tuesday, undone])).toMatchObject({ score: 4_410n, reachedMs: tuesday.closedMs })
  })

  test('12: opened before the end, closed within the grace', () => {
    const openedMs = at('07T23:58:00')
    const closing = (time: string) => judgeRound(played({ openedMs, closedMs: at(time) }), entry, rules(), now)
    expect([closing('08T00:09:00'), closing('08T00:16:00')]).toEqual([null, 'AFTER_END'])
    const openedAtEnd = played({ openedMs: at('08T00:00:00') })
    expect(judgeRound(openedAtEnd, entry, rules(), now)).toBe('AFTER_END')
    const open = played({ openedMs, closedMs: null })
    expect(judgeRound(open, entry, rules(), at('08T00:10:00'))).toBe('ROUND_OPEN')
    expect(judgeRound(open, entry, rules(), at('08T00:16:00'))).toBe('AFTER_END')
  })

  test('13: a payout begins the score anew', () => {
    const rounds = [winning(88, { openedMs: at('03T14:00:00') }), winning(9, { openedMs: at('03T16:00:00') })]
    expect(scoreOf(rounds, {}, { ...entry, resetMs: at('03T15:00:00') }).score).toBe(900n)
  })

  test('14: a late win counts with its round', () => {
    const round = played({ own: 50n, won: 100n })
    expect([scoreOf([round]).score, scoreOf([{ ...round, won: 400n }]).score]).toEqual([200n, 800n])
  })
})

test('the first reason that applies is said', () => {
  const nothing = played({
    ...{ isDemo: true, isFree: true, game: 'other', openedMs: entry.joinedMs - 1, closedMs: null },
    ...{ bets: 0, own: 0n, bonus: 1n },
  })
  const strict = rules({ games: [{ game: 'ember' }], minUnits: 10n, startsMs: at('02T00:00:00') })
  const steps: [Partial<PlayedRound>, string | null][] = [
    [{}, 'DEMO'],
    [{ isDemo: false }, 'FREE_SPIN'],
    [{ isFree: false }, 'GAME_NOT_LISTED'],
    [{ game: 'ember' }, 'BEFORE_JOINING'],
    [{ openedMs: at('01T12:00:00') }, 'BEFORE_START'],
    [{ openedMs: at('08T00:00:00') }, 'AFTER_END'],
    [{ openedMs: at('07T12:00:00') }, 'AFTER_END'],
    [{ closedMs: at('07T12:01:00') }, 'ROLLED_BACK'],
    [{ bets: 1 }, 'BONUS_MONEY'],
    [{ bonus: 0n }, 'STAKE_TOO_SMALL'],
    [{ own: 200n }, 'BEFORE_CASHOUT'],
  ]
  let round = nothing
  const who = { ...entry, resetMs: at('07T13:00:00') }
  for (const [change, reason] of steps) {
    round = { ...round, ...change }
    expect(judgeRound(round, who, strict, now)).toBe(reason)
  }
  expect(judgeRound(round, entry, strict, now)).toBeNull()
  expect(judgeRound({ ...round, closedMs: null }, entry, strict, at('07T14:00:00'))).toBe('ROUND_OPEN')
})

test('games are listed by name, by type and by studio', () => {
  const listed = (games: ScoreRules['games']) => judgeRound(played(), entry, rules({ games }), now)
  expect([listed([{ game: 'ember' }]), listed([{ type: 'slot' }]), listed([{ provider: 'house' }])]).toEqual([
    null,
    null,
    null,
  ])
  expect([listed([{ game: 'slot' }]), listed([{ type: 'fast' }]), listed([{ provider: 'studio' }])]).toEqual([
    'GAME_NOT_LISTED',
    'GAME_NOT_LISTED',
    'GAME_NOT_LISTED',
  ])
})

describe('caps', () => {
  test('after so many counted rounds no more count', () => {
    const rounds = [1, 0.1, 5, 90].map((times) => winning(times))
    const { tally, verdicts } = scoreRounds(rounds, entry, rules({ mostRounds: 3 }), now)
    expect(tally).toMatchObject({ score: 500n, rounds: 3 })
    expect(verdicts.map(({ reason }) => reason)).toEqual(['NOT_BEST', 'NOT_BEST', null, 'MOST_ROUNDS'])
  })

  test('volume counts in whole units of the sum, up to the cap of a day', () => {
    const day = (number: number, own: bigint) => played({ own, openedMs: at(`0${number}T10:00:00`) + count })
    const rounds = [day(3, 30n), day(3, 30n), day(3, 50n), day(3, 20n), day(4, 30n)]
    const volume = rules({ kind: 'stake', mostPerDay: 5n })
    const { tally, verdicts } = scoreRounds(rounds, entry, volume, now)
    // 110 of the first day are more than five units of 20; 30 of the second are one and a half.
    expect(tally).toMatchObject({ score: 6n, rounds: 4 })
    expect(verdicts.map(({ reason }) => reason)).toEqual([null, null, null, 'MOST_PER_DAY', null])
    expect(scoreOf(rounds.slice(0, 2), { kind: 'stake' }).score).toBe(3n)
  })

  test('units of two currencies are about equal', () => {
    const rounds = [played({ own: 50n }), played({ own: 150n, currency: 'BRL', unit: 100n })]
    expect(scoreOf(rounds, { kind: 'stake' }).score).toBe(4n)
  })
})

test('what the score stands on is told apart from what only counted', () => {
  const held = (kind: TournamentKind, times: number[], more: Partial<ScoreRules> = {}) =>
    scoreRounds(
      times.map((each) => winning(each)),
      entry,
      rules({ kind, ...more }),
      now,
    ).verdicts.flatMap(({ reason }, place) => (reason === null ? [place] : []))
  expect(held('multiplier_best', [2, 7, 7, 1])).toEqual([1])
  expect(held('multiplier_sum', [2, 7, 7, 1], { bestOf: 3 })).toEqual([0, 1, 2])
  expect(held('multiplier_run', [2, 7, 7, 1], { runLength: 2 })).toEqual([1, 2])
  expect(held('streak', [2, 0, 7, 1, 0])).toEqual([2, 3])
})

test('the canonical text', () => {
  expect(
    resultText([
      { place: 1, player: '17', score: 12_340n, reachedMs: 1_793_534_400_120 },
      { place: 2, player: '4', score: 0n, reachedMs: null },
    ]),
  ).toBe('1\t17\t12340\t1793534400120\n2\t4\t0\t-\n')
})

/** The same stories in every run. */
function chanceOf(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}
type Chance = ReturnType<typeof chanceOf>

const oneOf = <T>(chance: Chance, list: readonly [T, ...T[]]): T => list[chance(list.length)] ?? list[0]

function anyRounds(chance: Chance): PlayedRound[] {
  const rounds = Array.from({ length: chance(40) }, () => {
    const won = BigInt(chance(30_000))
    return played({
      round: oneOf(chance, ['a', 'b', 'ab', 'c']),
      provider: oneOf(chance, ['studio', 'sample']),
      // Some at the same moment, over three days.
      openedMs: at('03T10:00:00') + (chance(40) - 2) * 5_000_000,
      own: BigInt(chance(300)),
      bonus: oneOf(chance, [0n, 0n, 0n, 10n]),
      ...{ won, wonOwn: won },
      bets: oneOf(chance, [1, 1, 1, 0]),
      isFree: oneOf(chance, [false, false, false, true]),
    })
  })
  const name = ({ provider, round, openedMs }: PlayedRound) => `${openedMs} ${provider} ${round}`
  return [...new Map(rounds.map((round) => [name(round), round])).values()]
}

const anyRules = (chance: Chance) =>
  rules({
    kind: oneOf(chance, tournamentKinds),
    cap: oneOf(chance, [300n, 100_000n]),
    bestOf: 1 + chance(5),
    runLength: 1 + chance(6),
    atLeast: oneOf(chance, [100n, 500n]),
    mostRounds: 1 + chance(30),
    mostPerDay: oneOf(chance, [null, 12n]),
    minUnits: oneOf(chance, [1n, 3n]),
  })

const stories = Array.from({ length: 400 }, (_, seed) => {
  const chance = chanceOf(seed)
  return { rounds: anyRounds(chance), terms: anyRules(chance), cut: chance(40) }
})

/** Another way to the same score: from the definition of each kind, over all counted rounds at once. */
function byDefinition(rounds: readonly PlayedRound[], terms: ScoreRules): bigint {
  const good = rounds.toSorted(compareRounds).filter((round) => judgeRound(round, entry, terms, now) === null)
  if (terms.kind === 'stake' || terms.kind === 'win') return volumeByDefinition(good, terms)
  const multiples = good.slice(0, terms.mostRounds).map(({ own, bonus, won }) => (won * 100n) / (own + bonus))
  const capped = multiples.map((each) => [each, terms.cap].toSorted((one, other) => Number(one - other))[0] ?? 0n)
  const sum = (list: bigint[]) => list.reduce((total, each) => total + each, 0n)
  const greatest = (list: bigint[]) => list.toSorted((one, other) => Number(other - one))[0] ?? 0n
  if (terms.kind === 'multiplier_best' || terms.kind === 'odds_best') return greatest(multiples)
  if (terms.kind === 'slips_won') {
    const gains = good.slice(0, terms.mostRounds).map(({ own, bonus, won }) => won - own - bonus)
    return BigInt(multiples.filter((each, place) => each >= terms.atLeast && (gains[place] ?? 0n) > 0n).length)
  }
  if (terms.kind === 'multiplier_sum') {
    return sum(capped.toSorted((one, other) => Number(other - one)).slice(0, terms.bestOf))
  }
  if (terms.kind === 'multiplier_run') {
    return greatest(capped.map((_each, from) => sum(capped.slice(from, from + terms.runLength))))
  }
  const streaks = multiples
    .map((each) => (each >= terms.atLeast ? 'x' : ' '))
    .join('')
    .split(' ')
  return greatest(streaks.map(({ length }) => BigInt(length)))
}

function volumeByDefinition(good: readonly PlayedRound[], terms: ScoreRules): bigint {
  const days = new Map<number, bigint>()
  let left = terms.mostRounds
  for (const { own, bonus, won, openedMs } of good) {
    const day = Math.floor(openedMs / 86_400_000)
    const before = days.get(day) ?? 0n
    const most = terms.mostPerDay === null ? null : terms.mostPerDay * 20n
    const amount = terms.kind === 'win' ? won : own + bonus
    const isFull = most !== null && before >= most && amount > 0n
    if (left === 0 || isFull) continue
    left -= 1
    days.set(day, most !== null && before + amount > most ? most : before + amount)
  }
  return [...days.values()].reduce((total, each) => total + each, 0n) / 20n
}

test('each kind is what its definition says', () => {
  for (const { rounds, terms } of stories) {
    expect(scoreRounds(rounds, entry, terms, now).tally.score).toBe(byDefinition(rounds, terms))
  }
})

test('a score is reached when the first round closed after which it was that score', () => {
  for (const { rounds, terms } of stories) {
    const { tally } = scoreRounds(rounds, entry, terms, now)
    const inOrder = rounds.toSorted(compareRounds)
    const first = inOrder.find((_round, place) => byDefinition(inOrder.slice(0, place + 1), terms) === tally.score)
    expect(tally.reachedMs).toBe(tally.score === 0n ? null : first?.closedMs)
  }
})

test('the score is the same in whatever order rounds are told, and wherever the work is cut', () => {
  for (const { rounds, terms, cut } of stories) {
    const whole = scoreRounds(rounds, entry, terms, now).tally
    expect(scoreRounds(rounds.toReversed(), entry, terms, now).tally).toEqual(whole)
    const good = rounds.toSorted(compareRounds).filter((round) => judgeRound(round, entry, terms, now) === null)
    const goOn = (tally: Tally, list: readonly PlayedRound[]) =>
      list.reduce((before, round) => advance(before, round, terms).tally, tally)
    expect(goOn(goOn(emptyTally, good.slice(0, cut)), good.slice(cut))).toEqual(whole)
  }
})

test('only rounds that the score stands on are without a reason, and they alone make it', () => {
  for (const { rounds, terms } of stories) {
    const { tally, verdicts } = scoreRounds(rounds, entry, terms, now)
    expect(verdicts.filter(({ isCounted }) => isCounted)).toHaveLength(tally.rounds)
    const held = verdicts.filter(({ reason }) => reason === null).map(({ round }) => round)
    expect(scoreRounds(held, entry, terms, now).tally.score).toBe(tally.score)
  }
})

describe('bets', () => {
  const slip = { isCashedOut: false }
  const stakes = { own: 100n, slip }

  test('a bet is won above its stake and from the least on; the best one has no cap', () => {
    const bets = [1.49, 1.5, 1, 0, 2_500].map((times) => winning(times, stakes))
    expect(scoreOf(bets, { kind: 'slips_won', atLeast: 150n })).toMatchObject({ score: 2n, rounds: 5 })
    expect(scoreOf(bets, { kind: 'slips_won' })).toMatchObject({ score: 3n })
    expect(scoreOf(bets, { kind: 'odds_best' })).toMatchObject({ score: 250_000n })
  })

  test('a stake that came back is no win, and the score stands on those that won', () => {
    const { verdicts } = scoreRounds(
      [winning(1, { ...stakes, bets: 0 }), winning(3, stakes), winning(1, stakes)],
      entry,
      rules({ kind: 'slips_won' }),
      now,
    )
    expect(verdicts.map(({ reason }) => reason)).toEqual(['ROLLED_BACK', null, 'NOT_BEST'])
  })

  test.each([
    ['FREE_BET', { isFree: true, slip }],
    ['CASHED_OUT', { slip: { isCashedOut: true } }],
    ['CASHED_OUT', { slip: { isCashedOut: true }, closedMs: null }],
    ['AFTER_END', { slip, closedMs: at('08T00:15:01') }],
    ['ROUND_OPEN', { slip, closedMs: null }],
    ['BONUS_MONEY', { slip, own: 50n, bonus: 50n }],
  ])('%s', (reason, more) => {
    const atMs = at('08T00:10:00')
    expect(judgeRound(winning(2, more), entry, rules({ kind: 'odds_best' }), atMs)).toBe(reason)
  })
})
