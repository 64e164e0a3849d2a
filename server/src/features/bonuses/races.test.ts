import { describe, expect, test } from 'vitest'
import { bonusHouse, storyGames } from '../../test/bonus-house.ts'
import type { ModelTerms } from '../../test/bonus-model/types.ts'
import { wrongRows } from '../../test/bonus-rows.ts'
import type { Command, Seat } from '../../test/bonus-seat.ts'
import { holdsOf, type Outcome, oneByOne, type RaceStep, saidText } from '../../test/bonus-telling.ts'
import { effort } from '../../test/effort.ts'

/**
 * What meets at one moment ends as if one had come after the other: answers, purses and bonuses are those of the model
 * for some order of the steps. Two nodes; calls of a provider come twice with one id, or once: where both nodes have the
 * same calls, the ids alone keep them apart.
 */

const { db, seat: newSeat, work } = await bonusHouse()
const game = storyGames.slot
/** Players who race at the same time, so that more than 32 calls are under way. */
const together = 16

const plain: ModelTerms = {
  ...{ mode: 'isolated', principal: 'converts', counts: 'bonus', maxBet: null, minBalance: 20n, maxConversion: 4_000n },
  contributions: { games: {}, types: {}, default: 10_000n },
  excluded: { games: [], types: [], studios: [] },
  ...{ onWithdrawal: 'forfeit', asksFirst: false, basis: 'bonus', times: 100n, days: 7, takeDays: 30, priority: 0 },
}
const sticky: ModelTerms = { ...plain, mode: 'sticky' }

type Race = { main: bigint; before: readonly RaceStep[]; racers: readonly (readonly RaceStep[])[] }
type Told = (name: string) => Race

const give = (name: string, terms: ModelTerms, required = 1_000n, kind: 'give' | 'issue' = 'give'): Command => ({
  ...{ kind, key: `${name}:grant`, terms, amount: 3_000n, deposit: 0n, required: required * 10_000n },
})
const place = (id: string, round = id) => ({ id, round, game })
/** Enough to complete what `give` asks for. */
const completing = (id: string): Command => ({
  ...{ kind: 'betwin', ...place(id), amount: 1_000n, win: 1_500n, isClosed: true },
})
const bet = (id: string, amount = 500n): Command => ({ kind: 'bet', ...place(id), amount, isClosed: false })
const win = (id: string, round: string, amount = 700n): Command => ({
  ...{ kind: 'win', ...place(id, round), amount, isClosed: true },
})
const back = (id: string, round: string): Command => ({ kind: 'rollback', ...place(id, round), reference: round })
const remove: Command = { kind: 'remove', bonus: 1, expected: null }
const payout = (key: string, amount = 2_000n): Command => ({ kind: 'payout', key, amount, isAgreed: true })
const jobs = { kind: 'jobs' } as const

/** One bonus in the middle, and a stake that completes it against something else. */
const against =
  (other: (name: string) => readonly RaceStep[], terms: ModelTerms = plain): Told =>
  (name) => ({ main: 5_000n, before: [give(name, terms)], racers: [[completing(`${name}.c`)], other(name)] })

const races: Record<string, Told> = {
  'a completing stake and remove': against(() => [remove]),
  'a completing stake and remove, bonus first': against(() => [remove], sticky),
  'a completing stake and its expiry': against(() => [{ kind: 'expire', bonus: 1 }, jobs]),
  'a completing stake and a payout that burns': against((name) => [payout(`${name}.p`)], sticky),
  'a completing stake and the operator': against(() => [{ kind: 'end', bonus: 1, reason: 'operator' }]),
  'a completing stake and the deposit that is taken back': against(() => [
    { kind: 'end', bonus: 1, reason: 'deposit' },
  ]),
  'a completing stake and a pause': against(() => [{ kind: 'pause', bonus: 1 }]),
  'a completing stake and an exclusion': against(() => [{ kind: 'exclude' }, jobs]),
  'two completing stakes of two rounds': against((name) => [completing(`${name}.d`)]),
  'two stakes that complete it together': (name) => ({
    main: 5_000n,
    before: [give(name, plain)],
    racers: [[bet(`${name}.b`)], [bet(`${name}.c`)]],
  }),
  'a late win and remove': (name) => ({
    main: 5_000n,
    before: [give(name, plain), bet(`${name}.b`)],
    racers: [[win(`${name}.w`, `${name}.b`)], [remove], [bet(`${name}.e`)]],
  }),
  'a late win of a lost bonus and the queue': (name) => ({
    main: 5_000n,
    before: [
      give(`${name}1`, { ...plain, times: 3_000n }, 90_000n),
      give(`${name}2`, plain),
      { kind: 'bet', ...place(`${name}.b`), amount: 3_000n, isClosed: true },
    ],
    racers: [[win(`${name}.w`, `${name}.b`)], [jobs], [bet(`${name}.e`)]],
  }),
  'a stake rolled back and completion': (name) => ({
    main: 5_000n,
    before: [give(name, plain, 1_400n), bet(`${name}.b`)],
    racers: [[back(`${name}.r`, `${name}.b`)], [completing(`${name}.c`)], [bet(`${name}.e`, 100n)]],
  }),
  'a win rolled back and what it became paid out': (name) => ({
    main: 0n,
    before: [give(name, plain), completing(`${name}.c`)],
    racers: [[back(`${name}.r`, `${name}.c`)], [payout(`${name}.p`, 3_000n)], [payout(`${name}.q`, 1_000n)]],
  }),
  'two that are said yes to': (name) => ({
    main: 0n,
    before: [give(`${name}1`, plain, 1_000n, 'issue'), give(`${name}2`, plain, 1_000n, 'issue')],
    racers: [[{ kind: 'activate', bonus: 1 }], [{ kind: 'activate', bonus: 2 }], [bet(`${name}.b`)]],
  }),
  'two grants with one key': (name) => ({
    main: 0n,
    before: [],
    racers: [[give(name, plain)], [give(name, plain)], [give(name, plain)]],
  }),
}

/** Every way in which the racers' steps can follow each other. */
function ordersOf<T>(left: readonly (readonly T[])[]): T[][] {
  if (left.every((steps) => steps.length === 0)) return [[]]
  return left.flatMap(([first, ...rest], at) =>
    first === undefined ? [] : ordersOf(left.with(at, rest)).map((order) => [first, ...order]),
  )
}

const ask = async (seat: Seat, step: RaceStep, isTwice: boolean): Promise<string> => {
  if (step.kind === 'jobs') {
    await work()
    return ''
  }
  if (!('round' in step)) return saidText(await seat.ask(step))
  // A provider that heard nothing asks again. A no uses nothing up, so that the other of the two may be taken.
  const answers = await Promise.all(isTwice ? [seat.ask(step), seat.ask(step)] : [seat.ask(step)])
  const [taken, again] = answers.filter((answer) => 'ok' in answer)
  if (taken && again) expect(again).toEqual(taken)
  return saidText(taken ?? answers[0])
}

/** `first`: which of the racers begins. */
async function run(seat: Seat, { before, racers }: Race, first: number): Promise<string[]> {
  const isTwice = first % 4 < 2
  for (const step of before) await ask(seat, step, isTwice)
  const said: string[][] = racers.map(() => [])
  await Promise.all(
    racers.map(async (_, at) => {
      const lane = (at + first) % racers.length
      for (const step of racers[lane] ?? []) said[lane]?.push(await ask(seat, step, isTwice))
    }),
  )
  return said.flat()
}

/** What can be, in any order; steps are numbered as `run` answers them. */
function possible(seat: Seat, { main, before, racers }: Race): Outcome[] {
  let count = -1
  const numbered = racers.map((steps) =>
    steps.map((step) => {
      count += 1
      return { step, at: count }
    }),
  )
  return ordersOf(numbered).map((after) => oneByOne(seat, { main, before, after }))
}

describe('one after the other, though they came at once', () => {
  test.each(Object.entries(races))('%s', { timeout: 120_000 * effort.timeoutFactor }, async (title, told) => {
    const prefix = title.replaceAll(/[^a-z]/g, '')
    for (let round = 0; round < effort.bonusRaces; round += together) {
      const count = Math.min(together, effort.bonusRaces - round)
      const names = Array.from({ length: count }, (_, at) => `${prefix}${round + at}`)
      const seats = await Promise.all(
        names.map(async (name) => ({ seat: await newSeat('EUR', told(name).main), race: told(name) })),
      )
      const said = await Promise.all(seats.map(({ seat, race }, at) => run(seat, race, at)))
      await work()
      for (const [at, { seat, race }] of seats.entries()) {
        const is = { said: said[at] ?? [], holds: await holdsOf(seat) }
        const may = possible(seat, race)
        const isPossible = may.some(
          ({ said: words, holds }) => holds === is.holds && words.every((word, place) => word === is.said[place]),
        )
        if (!isPossible) expect(is, title).toEqual(may[0])
      }
    }
  })

  test('and all rows agree', async () => {
    expect(await wrongRows(db, new Map())).toEqual([])
  })
})
