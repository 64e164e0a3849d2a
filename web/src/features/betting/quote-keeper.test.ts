import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type BetQuote, createQuoteKeeper } from './quote-keeper.ts'

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const quote = (key: string, max: string): BetQuote => ({
  ...{ key, picks: [], combinations: 1, possible: euro('21.00'), boost_percent: 0, min_stake: euro('0.20') },
  ...{ max_stake: euro(max), max_cause: 'MARKET', factor: null, delay_seconds: 6, error: null },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function house(max = '43.20') {
  const asked: string[] = []
  const said = { isSeen: true, fails: false }
  const keeper = createQuoteKeeper({
    isSeen: () => said.isSeen,
    ask: async (bets) => {
      asked.push(bets)
      if (said.fails) throw new Error('no line')
      const list: { key: string }[] = JSON.parse(bets)
      return { items: list.map(({ key }) => quote(key, max)) }
    },
  })
  return { keeper, asked, said }
}

test('typing is waited for, and one question is asked a second', async () => {
  const { keeper, asked } = house()
  for (const stake of ['1', '10', '10.5']) {
    keeper.want([{ stake }], 'm')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(250)
  expect(asked).toEqual([JSON.stringify([{ stake: '10.5', key: 'quote-0-slip' }])])
  for (let at = 0; at < 40; at++) {
    keeper.want([{ stake: '10.5' }], `m${at}`)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked.length).toBeLessThanOrEqual(6)
  expect(asked.length).toBeGreaterThan(2)
})

test('two changes with a rest between them are two questions, a second apart', async () => {
  const { keeper, asked } = house()
  keeper.want([{ stake: '1' }], 'm')
  await vi.advanceTimersByTimeAsync(300)
  keeper.want([{ stake: '2' }], 'm')
  await vi.advanceTimersByTimeAsync(900)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toHaveLength(2)
})

test('the last word stays until the next comes, but not for other bets', async () => {
  const { keeper } = house()
  keeper.want([{ stake: '1' }], 'm')
  await vi.advanceTimersByTimeAsync(300)
  expect(keeper.all()).toMatchObject([{ max_stake: { amount: '43.20' } }])
  keeper.want([{ stake: '2' }], 'm')
  expect(keeper.all()).toHaveLength(1)
  keeper.want([{ stake: '2' }, { stake: '3' }], 'm')
  expect(keeper.all()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_500)
  expect(keeper.all()).toHaveLength(2)
  keeper.want([], '')
  expect(keeper.all()).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(keeper.all()).toEqual([])
})

test('a hidden page asks nothing, and a failure is asked again later', async () => {
  const { keeper, asked, said } = house()
  said.isSeen = false
  keeper.want([{ stake: '1' }], 'm')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(asked).toEqual([])
  said.isSeen = true
  said.fails = true
  await vi.advanceTimersByTimeAsync(2_000)
  expect([asked.length, keeper.all()]).toEqual([1, []])
  said.fails = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect([asked.length, keeper.all().length]).toEqual([2, 1])
})
