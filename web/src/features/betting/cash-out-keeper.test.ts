import { describe, expect, test } from 'vitest'
import { type CashOutItem, cashOutNow, createCashOutKeeper } from './cash-out-keeper.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const itemOf = (id: string, more: Partial<CashOutItem> = {}): CashOutItem => ({
  ...{ id, value: eur('15.24'), quote: `quote-${id}`, share_bp: 9_650, most_part: eur('9.80') },
  ...{ delay_seconds: 6, expires_at: '2026-11-17T10:00:05.000Z', cause: null },
  ...more,
})
const before = { share_bp: 9_850, delay_seconds: 0 }

describe('a value', () => {
  test.each<[string, Partial<CashOutItem>, number, string]>([
    ['of a match that is played is good for five seconds', {}, 4_999, 'value'],
    ['and not a moment longer', {}, 5_000, 'old'],
    ['before the start for fifteen', before, 14_999, 'value'],
    ['and not longer either', before, 15_000, 'old'],
    ['that there is none of has its cause', { value: null, quote: null, cause: 'SUSPENDED' }, 0, 'none'],
  ])('%s', (_, more, age, kind) => {
    expect(cashOutNow({ item: itemOf('1', more), askedAt: 1_000 }, 1_000 + age).kind).toBe(kind)
  })

  test('that was not asked for yet is not known', () => expect(cashOutNow(undefined, 0).kind).toBe('asking'))

  test('that has run out is not told any more', () => {
    expect(JSON.stringify(cashOutNow({ item: itemOf('1'), askedAt: 0 }, 6_000))).not.toContain('15.24')
  })
})

/** A clock that is turned by hand. */
function world() {
  let now = 0
  let isSeen = true
  let fails = false
  const timers = new Set<{ at: number; run: () => void }>()
  const asked: { at: number; ids: readonly string[] }[] = []
  const keeper = createCashOutKeeper({
    ask: async (ids) => {
      asked.push({ at: now, ids })
      if (fails) throw new Error('no answer')
      return ids.map((id) => itemOf(id, id === 'early' ? before : {}))
    },
    now: () => now,
    later: (run, ms) => {
      const timer = { at: now + ms, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    isSeen: () => isSeen,
  })
  const settle = () => new Promise((done) => setImmediate(done))
  return {
    keeper,
    asked,
    hide: (isHidden: boolean) => {
      isSeen = !isHidden
      keeper.look()
    },
    fail: (isOn: boolean) => {
      fails = isOn
    },
    async pass(ms: number) {
      for (const until = now + ms; ; ) {
        await settle()
        const next = [...timers].toSorted((one, other) => one.at - other.at)[0]
        if (!next || next.at > until) {
          now = until
          return
        }
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
        await settle()
      }
    },
  }
}

describe('the values of a page', () => {
  test('are asked for together, and renewed before they run out', async () => {
    const { keeper, asked, pass } = world()
    keeper.want('1')
    keeper.want('2')
    await pass(10_000)
    expect(asked[0]).toEqual({ at: 0, ids: ['1', '2'] })
    expect(asked.map(({ at }) => at)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000])
  })

  test('never more often than once a second, whatever comes and goes', async () => {
    const { keeper, asked, pass } = world()
    for (let at = 0; at < 50; at++) {
      const letGo = keeper.want(String(at))
      await pass(100)
      letGo()
    }
    keeper.want('last')
    for (let at = 0; at < 50; at++) {
      keeper.forget('last')
      await pass(100)
    }
    const gaps = asked.slice(1).map(({ at }, place) => at - (asked[place]?.at ?? 0))
    expect(asked.length).toBeGreaterThan(5)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000)
  })

  test('before the start less often', async () => {
    const { keeper, asked, pass } = world()
    keeper.want('early')
    await pass(12_000)
    expect(asked.map(({ at }) => at)).toEqual([0, 6_000, 12_000])
  })

  test('not while nobody looks', async () => {
    const { keeper, asked, pass, hide } = world()
    keeper.want('1')
    await pass(1)
    hide(true)
    await pass(60_000)
    expect(asked).toHaveLength(1)
    hide(false)
    await pass(1)
    expect(asked).toHaveLength(2)
  })

  test('no longer when the last has gone', async () => {
    const { keeper, asked, pass } = world()
    const letGo = [keeper.want('1'), keeper.want('1')]
    await pass(1)
    letGo[0]?.()
    await pass(2_000)
    expect(asked).toHaveLength(2)
    letGo[1]?.()
    await pass(60_000)
    expect(asked).toHaveLength(2)
  })

  test('without an answer less and less often, and the old value runs out', async () => {
    const { keeper, asked, pass, fail } = world()
    keeper.want('1')
    await pass(1)
    fail(true)
    await pass(30_000)
    expect(asked.length).toBeLessThanOrEqual(6)
    expect(cashOutNow(keeper.known('1'), 30_001).kind).toBe('old')
    fail(false)
    await pass(60_000)
    expect(keeper.known('1')?.askedAt).toBeGreaterThan(30_000)
  })

  test('what was said of a bet before something happened to it counts no more', async () => {
    const { keeper, pass } = world()
    keeper.want('1')
    await pass(1)
    expect(keeper.known('1')).toBeDefined()
    keeper.forget('1')
    expect(keeper.known('1')).toBeUndefined()
    await pass(1_000)
    expect(keeper.known('1')).toBeDefined()
  })
})
