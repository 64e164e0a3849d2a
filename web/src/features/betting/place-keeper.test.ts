import type { Output } from '@croupier/contract/contract'
import type { WireBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPlacing, type NewBet } from './place-keeper.ts'
import { readPicks, type SlipPick } from './slip-text.ts'

const pickOf = (id: number): SlipPick => ({
  pick: `${id}/result/ft/-/1`,
  ...{ marketId: id, price: 2100, version: 1, isLive: true, outcome: '1', isBuildable: true },
  event: { id, slug: 'a-b', sport: 'football', home: 'A', away: 'B', startsAt: '2026-11-17T18:00:00.000Z' },
  market: { type: 'result', period: 'ft', line: null },
})

const euro = (amount: string) => ({ amount, currency: 'EUR' })

const wire = (key: string, more: Partial<WireBet> = {}): WireBet => ({
  ...{ id: '7', key, number: 1, state: 'open', kind: 'single', sizes: [1], combinations: 1, mode: 'real' },
  ...{ policy: 'better', stake: euro('10.00'), stake_open: euro('10.00'), is_free_bet: false },
  ...{ possible: euro('21.00'), boost_percent: 0, returned: euro('0.00'), boost: euro('0.00') },
  ...{ is_under_review: false, rules: 'football/1', asked_at: '2026-11-17T12:00:00.000Z', decide_at: null },
  ...{ accepted_at: null, settled_at: null, refused: null, legs: [], auto_cash_out: null, cash_out: null },
  ...{ edited_into: null, edited_from: null },
  ...more,
})

const waiting = (key: string) => wire(key, { state: 'pending', decide_at: '2026-11-17T12:00:06.000Z' })
const single = (id: number, stake = '10.00'): NewBet => ({ picks: [pickOf(id)], body: { kind: 'single', stake } })

/** One browser: a storage that its pages share, a lock, and a house that answers as it is told. */
function browser() {
  let stored: string | null = null
  let keys = 0
  let last: Promise<unknown> = Promise.resolve()
  const pages: ReturnType<typeof createPlacing>[] = []
  const house = {
    sent: [] as { key: string; stake: string }[][],
    bets: new Map<string, WireBet>(),
    answer: async (bets: { key: string }[]): Promise<Output<'bets.place'>> => ({
      items: bets.map(({ key }) => ({ key, bet: house.bets.get(key) ?? wire(key), error: null })),
      balance: euro('0.00'),
    }),
    asked: 0,
    areTabsDeaf: false,
    find: async (key: string): Promise<WireBet | null> => house.bets.get(key) ?? null,
  }
  const placed: string[] = []
  const open = (uid: number | null = 1) => {
    const page = createPlacing({
      place: (text) => {
        const bets: { key: string; stake: string }[] = JSON.parse(text)
        house.sent.push(bets)
        return house.answer(bets)
      },
      find: (key) => {
        house.asked += 1
        return house.find(key)
      },
      read: () => stored,
      write: (text) => {
        stored = text
      },
      tell: (text) => {
        if (!house.areTabsDeaf) for (const other of pages) if (other !== page) other.hear(text)
      },
      readPicks,
      newKey: () => `key-of-bet-${++keys}`,
      alone: (work) => {
        const turn = last.then(work)
        last = turn.catch(() => undefined)
        return turn
      },
      onPlaced: ({ key }) => placed.push(key),
    })
    pages.push(page)
    page.setPlayer(uid)
    return page
  }
  return { open, house, placed, stored: () => stored }
}

const states = (page: ReturnType<typeof createPlacing>) => page.now().map(({ state }) => state)
const silence = () => new Promise<never>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-17T12:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a bet that is asked for', () => {
  test('is written down under its key before it is sent', async () => {
    const { open, house, stored } = browser()
    let atSending: string | null = null
    house.answer = () => {
      atSending = stored()
      return silence()
    }
    const page = open()
    await page.place([single(1)])
    expect(atSending).toContain('key-of-bet-1')
    expect(states(page)).toEqual(['sending'])
  })

  test('is answered on its own', async () => {
    const { open, house, placed } = browser()
    house.answer = async ([one, two]) => ({
      items: [
        { key: one?.key ?? '', bet: wire(one?.key ?? ''), error: null },
        { key: two?.key ?? '', bet: null, error: { type: 'InvalidParameter', reason: 'MARKET_CLOSED', data: {} } },
      ],
      balance: euro('0.00'),
    })
    const page = open()
    await page.place([single(1), single(2)])
    await vi.advanceTimersByTimeAsync(0)
    expect(states(page)).toEqual(['placed', 'refused'])
    expect(page.now()[1]?.no).toMatchObject({ reason: 'MARKET_CLOSED', wasHeld: false })
    expect(placed).toEqual(['key-of-bet-1'])
  })

  test('is not asked for twice by two presses, nor by two pages', async () => {
    const { open, house } = browser()
    house.answer = silence
    const [page, other] = [open(), open()]
    const said = await Promise.all([page.place([single(1)]), page.place([single(1)]), other.place([single(1)])])
    expect(said).toEqual([true, false, false])
    expect(house.sent).toHaveLength(1)
    expect([states(page), states(other)]).toEqual([['sending'], ['sending']])
  })

  test('is not asked for by a page that has not heard of it: the storage says it', async () => {
    const { open, house } = browser()
    house.answer = silence
    house.areTabsDeaf = true
    const [page, other] = [open(), open()]
    expect([await page.place([single(1)]), await other.place([single(1)])]).toEqual([true, false])
    expect(house.sent).toHaveLength(1)
    expect(states(other)).toEqual(['sending'])
  })

  test('is refused as a whole where the call is, and nothing is kept of it', async () => {
    const { open, house, stored } = browser()
    house.answer = async () => {
      throw new Refusal('TooManyRequests')
    }
    const [page, other] = [open(), open()]
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(page.now()[0]).toMatchObject({ state: 'refused', no: { type: 'TooManyRequests' } })
    expect([stored(), states(other)]).toEqual(['', []])
  })
})

describe('an answer that is lost', () => {
  const fails = (fault: unknown) => async () => {
    throw fault
  }

  test.each([
    ['no line', new TypeError('fetch')],
    ['a fault of the house', new Refusal('InternalServerError')],
  ])('by %s is asked for by the key', async (_, fault) => {
    const { open, house, placed } = browser()
    house.answer = fails(fault)
    house.bets.set('key-of-bet-1', wire('key-of-bet-1'))
    const page = open()
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(1)
    expect(states(page)).toEqual(['placed'])
    expect([house.sent.length, placed]).toEqual([1, ['key-of-bet-1']])
  })

  test('of a bet that may still arrive is asked for again and again, then it is lost and can be sent once more', async () => {
    const { open, house } = browser()
    house.answer = fails(new TypeError('fetch'))
    const page = open()
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(9_000)
    expect(states(page)).toEqual(['asking'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(states(page)).toEqual(['lost'])
    house.answer = async ([one]) => ({
      items: [{ key: one?.key ?? '', bet: wire(one?.key ?? ''), error: null }],
      balance: euro('0.00'),
    })
    page.again()
    await vi.advanceTimersByTimeAsync(0)
    expect(states(page)).toEqual(['placed'])
    expect(house.sent[1]).toEqual(house.sent[0])
  })

  test('and the same slip pressed again is the same bet; another one is another', async () => {
    const { open, house } = browser()
    house.answer = fails(new TypeError('fetch'))
    const page = open()
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(12_000)
    await page.place([single(1)])
    expect(house.sent[1]).toEqual(house.sent[0])
    await vi.advanceTimersByTimeAsync(12_000)
    await page.place([single(1, '11.00')])
    expect(house.sent[2]).toMatchObject([{ key: 'key-of-bet-2', stake: '11.00' }])
  })

  test('is never taken for a no while the house cannot be asked', async () => {
    const { open, house } = browser()
    house.answer = fails(new TypeError('fetch'))
    house.find = fails(new TypeError('fetch'))
    const page = open()
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(states(page)).toEqual(['asking'])
    house.find = async (key) => wire(key)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(states(page)).toEqual(['placed'])
  })
})

describe('a page that is loaded anew', () => {
  test('asks what became of the bet, and sends nothing', async () => {
    const { open, house, placed } = browser()
    house.answer = silence
    await open().place([single(1)])
    house.bets.set('key-of-bet-1', wire('key-of-bet-1'))
    const page = open()
    expect(states(page)).toEqual(['asking'])
    expect(page.now()[0]?.picks).toEqual([pickOf(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(states(page)).toEqual(['placed'])
    expect([house.sent.length, placed]).toEqual([1, ['key-of-bet-1']])
  })

  test('finds nothing of another player, of long ago, or that cannot be read', async () => {
    const { open, house } = browser()
    house.answer = silence
    await open(1).place([single(1)])
    expect(states(open(2))).toEqual([])
    expect(states(open(null))).toEqual([])
    vi.setSystemTime(Date.now() + 601_000)
    expect(states(open(1))).toEqual([])
  })
})

describe('a bet that waits', () => {
  test('counts down to the moment that the house has named, and ends by the stream', async () => {
    const { open, house } = browser()
    const page = open()
    house.bets.set('key-of-bet-1', waiting('key-of-bet-1'))
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(0)
    expect(page.now()[0]).toMatchObject({ state: 'pending', waitMs: 6_000, endsAt: Date.now() + 6_000 })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(house.asked).toBe(0)
    house.bets.set('key-of-bet-1', wire('key-of-bet-1'))
    page.look()
    await vi.advanceTimersByTimeAsync(0)
    expect(states(page)).toEqual(['placed'])
  })

  test('is asked about where the stream says nothing, until it is decided', async () => {
    const { open, house } = browser()
    const page = open()
    house.bets.set('key-of-bet-1', waiting('key-of-bet-1'))
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(6_500)
    expect([house.asked, states(page)]).toEqual([1, ['pending']])
    house.bets.set(
      'key-of-bet-1',
      wire('key-of-bet-1', { state: 'refused', refused: { reason: 'MARKET_SUSPENDED', data: { cause: 'GOAL' } } }),
    )
    await vi.advanceTimersByTimeAsync(2_000)
    expect(page.now()[0]).toMatchObject({ state: 'refused', no: { reason: 'MARKET_SUSPENDED', wasHeld: true } })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(house.asked).toBe(2)
  })

  test('cannot be put aside, and is seen by other pages', async () => {
    const { open, house } = browser()
    const [page, other] = [open(), open()]
    house.bets.set('key-of-bet-1', waiting('key-of-bet-1'))
    await page.place([single(1)])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(states(other)).toEqual(['pending'])
    other.dismiss(() => true)
    expect([states(page), states(other)]).toEqual([['pending'], ['pending']])
    house.bets.set('key-of-bet-1', wire('key-of-bet-1'))
    await vi.advanceTimersByTimeAsync(6_000)
    expect([states(page), states(other)]).toEqual([['placed'], ['placed']])
    other.dismiss(() => true)
    expect([states(page), states(other)]).toEqual([[], []])
  })
})

test('bets with one tap stand beside the slip', async () => {
  const { open, house } = browser()
  house.answer = silence
  const page = open()
  await page.place([single(1)])
  expect(await page.place([single(2)], true)).toBe(true)
  expect(await page.place([single(3)], true)).toBe(true)
  expect(await page.place([single(4)])).toBe(false)
  expect(page.now().map(({ isQuick }) => isQuick)).toEqual([false, true, true])
})
