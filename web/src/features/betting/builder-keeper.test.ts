import { Refusal, type RefusalName } from '@croupier/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BuilderGroup, builderKey, createBuilderKeeper } from './builder-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Quoted = { price: number; implied: string[]; is_live: boolean; quote: string }

/** A house that answers after a while with what is said now. */
function opened(answerMs = 50) {
  const house = {
    said: quoted(4440) as Quoted | Refusal | Error,
    isSeen: true,
    asked: [] as string[],
    at: [] as number[],
  }
  const begun = Date.now()
  const keeper = createBuilderKeeper({
    isSeen: () => house.isSeen,
    ask: async (picks) => {
      house.asked.push(picks.join(' '))
      house.at.push(Date.now() - begun)
      await vi.advanceTimersByTimeAsync(0)
      await new Promise((done) => setTimeout(done, answerMs))
      if (house.said instanceof Error) throw house.said
      return house.said
    },
  })
  return { house, keeper, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

function quoted(price: number, implied: string[] = [], isLive = false): Quoted {
  return { price, implied, is_live: isLive, quote: `word of ${price}` }
}
const group = (picks: string[], mark = 'a', why: BuilderGroup['why'] = null): BuilderGroup => ({ picks, mark, why })
const [two, key] = [['7/b', '7/a'], builderKey(['7/a', '7/b'])]
const nowOf = (keeper: ReturnType<typeof createBuilderKeeper>) => keeper.all().get(key)?.now
const no = (name: RefusalName, data = {}) => new Refusal(name, { data })

test('a builder is asked about at once, and again before its price expires', async () => {
  const { house, keeper, pass } = opened()
  keeper.set([group(two)])
  expect(nowOf(keeper)).toEqual({ state: 'asking' })
  await pass(100)
  expect(nowOf(keeper)).toEqual({ state: 'priced', price: 4440, implied: [], quote: 'word of 4440' })
  await pass(58_000)
  expect(house.asked).toEqual(['7/b 7/a'])
  await pass(1_000)
  expect(house.asked).toHaveLength(2)
  house.said = quoted(4400, ['7/a'], true)
  keeper.set([group(two, 'b')])
  await pass(2_000)
  expect(nowOf(keeper)).toEqual({ state: 'priced', price: 4400, implied: ['7/a'], quote: 'word of 4400' })
  const before = house.asked.length
  await pass(9_000)
  expect(house.asked).toHaveLength(before + 1)
})

test('however fast prices move, once a second, and the last word counts', async () => {
  const { house, keeper, pass } = opened()
  for (let step = 0; step < 100; step += 1) {
    house.said = quoted(2000 + step)
    keeper.set([group(two, String(step))])
    await pass(100)
  }
  await pass(2_000)
  expect(house.asked.length).toBeGreaterThanOrEqual(5)
  expect(house.asked.length).toBeLessThanOrEqual(13)
  const gaps = house.at.slice(1).map((at, place) => at - (house.at[place] ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
  expect(nowOf(keeper)).toMatchObject({ price: 2099 })
})

test('several builders take turns', async () => {
  const { house, keeper, pass } = opened()
  keeper.set([group(two), group(['8/a', '8/b']), group(['9/a', '9/b'])])
  await pass(900)
  expect(house.asked).toHaveLength(1)
  await pass(2_000)
  expect(new Set(house.asked).size).toBe(3)
})

test('the last price stays while the next one is asked for', async () => {
  const { keeper, pass } = opened()
  keeper.set([group(two)])
  await pass(100)
  keeper.set([group(two, 'b')])
  expect(nowOf(keeper)).toMatchObject({ state: 'priced', price: 4440 })
})

test('what is paused or closed is not asked about, and has no price', async () => {
  const { house, keeper, pass } = opened()
  keeper.set([group(two)])
  await pass(100)
  keeper.set([group(two, 'a', 'PAUSED')])
  expect(nowOf(keeper)).toEqual({ state: 'refused', why: 'PAUSED' })
  await pass(120_000)
  expect(house.asked).toHaveLength(1)
  keeper.set([group(two, 'a')])
  expect(nowOf(keeper)).toEqual({ state: 'asking' })
  await pass(1_300)
  expect(nowOf(keeper)).toMatchObject({ state: 'priced' })
  keeper.set([group(two, 'a', 'CLOSED')])
  expect(nowOf(keeper)).toEqual({ state: 'refused', why: 'CLOSED' })
})

test('an answer that comes after a pause is not believed', async () => {
  const { keeper, pass } = opened(500)
  keeper.set([group(two)])
  await pass(100)
  keeper.set([group(two, 'a', 'PAUSED')])
  await pass(1_000)
  expect(nowOf(keeper)).toEqual({ state: 'refused', why: 'PAUSED' })
})

test.each([
  ['InvalidParameter:BUILDER_IMPOSSIBLE', {}, 'IMPOSSIBLE', 1],
  ['InvalidParameter:BUILDER_UNPRICED', { cause: 'PART' }, 'PART', 1],
  ['InvalidParameter:BUILDER_UNPRICED', { cause: 'PRICE' }, 'PRICE', 1],
  ['InvalidParameter:BUILDER_UNPRICED', { cause: 'MOVED' }, 'MOVED', 6],
  ['InvalidParameter:BUILDER_UNPRICED', { cause: 'NO_ANSWER' }, 'NO_ANSWER', 2],
  ['InvalidParameter:FEED_STALE', {}, 'PAUSED', 2],
  ['InvalidParameter:MARKET_CLOSED', {}, 'CLOSED', 1],
  ['TooManyRequests', {}, 'NO_ANSWER', 2],
] as const)('%s %j is said, and asked about again in its time', async (name, data, why, times) => {
  const { house, keeper, pass } = opened()
  house.said = no(name, data)
  keeper.set([group(two)])
  await pass(100)
  expect(nowOf(keeper)).toEqual({ state: 'refused', why })
  await pass(6_000)
  expect(house.asked).toHaveLength(times)
})

test('without a line there is no price, and later there is one', async () => {
  const { house, keeper, pass } = opened()
  house.said = new TypeError('failed to fetch')
  keeper.set([group(two)])
  await pass(100)
  expect(nowOf(keeper)).toEqual({ state: 'refused', why: 'NO_ANSWER' })
  house.said = quoted(3520)
  await pass(6_000)
  expect(nowOf(keeper)).toMatchObject({ price: 3520 })
})

test('a hidden page asks nothing, and a builder that is gone neither', async () => {
  const { house, keeper, pass } = opened()
  house.isSeen = false
  keeper.set([group(two)])
  await pass(10_000)
  expect(house.asked).toEqual([])
  house.isSeen = true
  await pass(1_100)
  expect(house.asked).toHaveLength(1)
  keeper.set([])
  await pass(120_000)
  expect(house.asked).toHaveLength(1)
  expect(nowOf(keeper)).toBeUndefined()
})

test('who listens hears of changes alone', async () => {
  const { keeper, pass } = opened()
  let heard = 0
  keeper.subscribe(() => {
    heard += 1
    // As a page does that draws anew with every word.
    keeper.set([group(two)])
  })
  keeper.set([group(two)])
  await pass(100)
  expect(heard).toBe(2)
  expect(keeper.all()).toBe(keeper.all())
})

test('a word that the house no longer stands by is asked for anew, but nothing that is paused', async () => {
  const { house, keeper, pass } = opened()
  keeper.set([group(two)])
  await pass(100)
  expect(house.asked).toHaveLength(1)
  house.said = quoted(4500)
  keeper.renew()
  await pass(1_200)
  expect(house.asked).toHaveLength(2)
  expect(nowOf(keeper)).toMatchObject({ price: 4500, quote: 'word of 4500' })
  keeper.set([group(two, 'b', 'PAUSED')])
  keeper.renew()
  await pass(5_000)
  expect(house.asked).toHaveLength(2)
})
