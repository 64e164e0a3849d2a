import type { SportsStreamEvent } from '@croupier/contract/sports'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBookStore } from './book-store.ts'

type Hear = (event: { data: string; lastEventId: string }) => void

/** Streams that a test speaks on. */
function testStreams() {
  const opened: {
    address: URL
    isClosed: boolean
    say: (kind: SportsStreamEvent, data?: unknown, id?: number) => void
  }[] = []
  const open = (address: string) => {
    const listeners = new Map<SportsStreamEvent, Hear>()
    const stream = {
      address: new URL(address, 'http://croupier.invalid'),
      isClosed: false,
      say: (kind: SportsStreamEvent, data: unknown = {}, id = 0) =>
        listeners.get(kind)?.({ data: JSON.stringify(data), lastEventId: String(id) }),
    }
    opened.push(stream)
    return {
      addEventListener: (kind: SportsStreamEvent, hear: Hear) => void listeners.set(kind, hear),
      isClosed: () => stream.isClosed,
      close: () => {
        stream.isClosed = true
      },
    }
  }
  return { opened, open }
}

const settleMs = 60

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-17T03:00:00Z') }))
afterEach(() => void vi.useRealTimers())

test('all parts of a page share one stream, from the oldest that one of them knows', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 900)
  store.want('list:today', 880)
  store.want('live', 950)
  vi.advanceTimersByTime(settleMs)
  expect(opened).toHaveLength(1)
  expect(opened[0]?.address.searchParams.get('topics')).toBe('list:today live')
  expect(opened[0]?.address.searchParams.get('since')).toBe('880')
})

test('a part that comes later is told all that it does not know, whatever others have heard', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const since = () => opened.at(-1)?.address.searchParams.get('since')
  store.want('live', 900)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('frame', {}, 950)
  // Its answer was stored before the last word of the stream.
  store.want('list:today', 940)
  vi.advanceTimersByTime(settleMs)
  expect([opened.length, since()]).toEqual([2, '940'])
  opened[1]?.say('frame', {}, 960)
  // All of this was heard.
  store.want('live', 930)
  vi.advanceTimersByTime(settleMs)
  expect(opened).toHaveLength(2)
  // None of this was: the page on which the stream began had loaded it.
  store.want('live', 890)
  vi.advanceTimersByTime(settleMs)
  expect([opened.length, since()]).toEqual([3, '890'])
})

test('a page that is left and the next one make one new stream, and the last part closes it', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const leave = store.want('live', 900)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('frame', {}, 5_000)
  leave()
  const leaveNext = store.want('event:40', 5_010)
  vi.advanceTimersByTime(settleMs)
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
  expect(opened[1]?.address.searchParams.get('since')).toBe('5010')
  leaveNext()
  vi.advanceTimersByTime(settleMs)
  expect(opened[1]?.isClosed).toBe(true)
})

test('a topic that stays goes on from what was heard, not from what was loaded', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 900)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('frame', {}, 5_000)
  store.want('markets:7', 5_000)
  vi.advanceTimersByTime(settleMs)
  expect(opened[1]?.address.searchParams.get('since')).toBe('5000')
})

test('what comes is in the book, and who looks is told', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const told = vi.fn()
  store.subscribe(told)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('frame', { m: [[7, 4, 'open', [2050], null]] }, 2)
  expect(store.book().markets.get(7)?.prices).toEqual([2050])
  expect(told).toHaveBeenCalledTimes(1)
})

test('of a frame only those hear whom it is about', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const [seven, eight, gone, event, otherEvent] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  store.onMarket(7, seven)
  store.onMarket(8, eight)
  store.onMarket(9, gone)
  store.onEvent(40, event)
  store.onEvent(41, otherEvent)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  const clock = { period: 'h1', seconds: 60, at: '2026-11-17T12:00:00.000Z', speed: 1, is_running: true }
  opened[0]?.say('frame', { m: [[7, 4, 'open', [2050], null]], e: [[40, 2, 'live', clock, {}, 0, null]], x: [9] }, 2)
  expect([seven, eight, gone, event, otherEvent].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1, 1, 0])
})

test('who has left hears nothing, and another one of the same market still does', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const [one, other] = [vi.fn(), vi.fn()]
  const leave = store.onMarket(7, one)
  store.onMarket(7, other)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('frame', { m: [[7, 4, 'open', [2050], null]] }, 2)
  leave()
  opened[0]?.say('frame', { m: [[7, 5, 'open', [2060], null]] }, 3)
  expect([one, other].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})

test('what pages know better after a reset is told to those whom it is about', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('frame', { m: [[7, 4, 'suspended', [2050], 'FEED']] }, 2)
  opened[0]?.say('reset', {}, 50)
  const told = vi.fn()
  store.onMarket(7, told)
  store.renew('live', 50)
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveBeenCalledTimes(1)
  expect(store.book().markets.has(7)).toBe(false)
})

test('a silent stream tells those who trust its prices, not those who wait for one', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const [doubt, market] = [vi.fn(), vi.fn()]
  store.onFreshness(doubt)
  store.onMarket(7, market)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('beat')
  vi.advanceTimersByTime(14_000)
  expect([doubt, market].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

test('twelve silent seconds and no price is fresh; the next word makes them so again', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('beat')
  vi.advanceTimersByTime(11_000)
  expect(store.isFresh()).toBe(true)
  vi.advanceTimersByTime(2_000)
  expect(store.isFresh()).toBe(false)
  opened[0]?.say('beat')
  expect(store.isFresh()).toBe(true)
})

test('a beat says what time it is in the house', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('beat', { server_now: Date.now() + 5_000 })
  expect(store.skew()).toBe(5_000)
})

test('a reset asks the page again, once for each', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const ask = vi.fn()
  const stop = store.onReset(ask)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('reset')
  expect(ask).toHaveBeenCalledTimes(1)
  stop()
  opened[0]?.say('reset')
  expect(ask).toHaveBeenCalledTimes(1)
})

test('after a reset a page is asked until it knows as much as the stream goes on from', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const ask = vi.fn()
  store.onReset(ask)
  store.want('live', 1)
  store.want('markets:7', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('reset', {}, 50)
  expect(ask).toHaveBeenCalledTimes(1)
  // An answer that was stored a moment ago, and one that is fresh.
  store.renew('live', 40)
  store.renew('markets:7', 60)
  vi.advanceTimersByTime(1_000)
  expect(ask).toHaveBeenCalledTimes(2)
  store.renew('live', 50)
  vi.advanceTimersByTime(5_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('what was heard before a reset is not held against a page that has been asked since', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  const stopped = (id: number) => [id, 4, 'suspended', [2050], 'FEED']
  opened[0]?.say('frame', { m: [stopped(7), stopped(8)], x: [9] }, 2)
  opened[0]?.say('reset', {}, 50)
  opened[0]?.say('frame', { m: [stopped(8)], x: [10] }, 51)
  vi.advanceTimersByTime(1_000)
  expect([...store.book().markets.keys()]).toEqual([7, 8])
  store.renew('live', 50)
  vi.advanceTimersByTime(1_000)
  expect([...store.book().markets.keys()]).toEqual([8])
  expect([...store.book().gone]).toEqual([10])
})

test('a page that cannot know as much is not asked for ever', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const ask = vi.fn()
  store.onReset(ask)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('reset', {}, 50)
  vi.advanceTimersByTime(60_000)
  expect(ask).toHaveBeenCalledTimes(10)
})

test('a stream that begins anew after a reset begins with what the page knows', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const ask = vi.fn()
  store.onReset(ask)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('reset', {}, 50)
  store.renew('live', 40)
  store.want('markets:7', 60)
  vi.advanceTimersByTime(settleMs)
  expect(opened[1]?.address.searchParams.get('since')).toBe('40')
  vi.advanceTimersByTime(5_000)
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a stream that the browser gave up is opened again', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  const [first] = opened
  if (first) first.isClosed = true
  vi.advanceTimersByTime(4_000)
  expect(opened).toHaveLength(2)
})

test('seen again after hours no price is fresh before the stream has said something', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('beat')
  store.rest()
  vi.advanceTimersByTime(3_600_000)
  store.wake()
  expect(store.isFresh()).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(opened).toHaveLength(2)
  expect(store.isFresh()).toBe(false)
  opened[1]?.say('beat')
  expect(store.isFresh()).toBe(true)
})

test('another topic does not make fresh what a silent stream has left old', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('beat')
  vi.advanceTimersByTime(14_000)
  expect(store.isFresh()).toBe(false)
  store.want('markets:7', 1)
  vi.advanceTimersByTime(3_000)
  expect(store.isFresh()).toBe(false)
  expect(opened.length).toBeGreaterThan(1)
})

test('a page that comes after all betting pages were left is fresh from its beginning', () => {
  const { opened, open } = testStreams()
  const store = createBookStore(open)
  const leave = store.want('live', 1)
  vi.advanceTimersByTime(settleMs)
  opened[0]?.say('beat')
  leave()
  vi.advanceTimersByTime(3_600_000)
  store.want('live', 90)
  vi.advanceTimersByTime(5_000)
  expect(store.isFresh()).toBe(true)
})
