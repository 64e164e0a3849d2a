import { parseTopic } from '@croupier/contract/sports'
import { beforeEach, expect, test } from 'vitest'
import type { BookMarket, EventHead, ProducerStanding } from '../../ports/sports-book.ts'
import { candidatesOf, frameOf } from './frames.ts'
import { openShelf } from './memory-book.ts'

const names = { en: 'x' }
const headOf = (id: number, more: Partial<EventHead> = {}): EventHead => ({
  ...{
    id,
    producer: 'p',
    ref: `${id}`,
    startsMs: 0,
    firstStartsMs: 0,
    state: 'live',
    reason: '',
    closed: null,
    version: 1,
    hasLive: true,
  },
  tournament: {
    ...{ id: 9, names, position: 1, tier: 'A' },
    category: { id: 1, names, position: 1 },
    sport: { sysname: 'football', names, position: 1 },
  },
  home: { id: 1, names, crest: '' },
  away: { id: 2, names, crest: '' },
  ...{ isHandled: false, format: {}, clock: null, score: {}, facts: 0, rules: '', seedHash: '', endedMs: null },
  ...more,
})
const marketOf = (id: number, version: number, more: Partial<BookMarket> = {}): BookMarket => ({
  ...{ id, version, type: 'result', period: 'ft', line: null, state: 'open', cause: null, isLive: true },
  prices: [1000 + version],
  ...more,
})

function filled() {
  const shelf = openShelf()
  shelf.putHead(headOf(1), 0)
  shelf.putMarket(1, marketOf(11, 1), 0)
  shelf.putMarket(1, marketOf(12, 1, { type: 'total', line: '2.5' }), 0)
  shelf.putHead(headOf(2, { state: 'open', startsMs: 1_000 }), 0)
  shelf.putMarket(2, marketOf(21, 1), 0)
  return shelf
}

let producers: ReadonlyMap<string, ProducerStanding>
beforeEach(() => {
  producers = new Map([['p', { isSimulated: false, isSilentLive: false, isSilentBefore: false }]])
})

const frame = (shelf: ReturnType<typeof openShelf>, text: string, since: number, nowMs = 0) => {
  const topic = parseTopic(text) ?? expect.unreachable()
  return frameOf(topic, since, candidatesOf(shelf, topic), { nowMs, producers })
}

test('a topic that names its events looks at no others, however many have changed', () => {
  const shelf = filled()
  const seen = (text: string, among?: ReadonlySet<number>) =>
    [...candidatesOf(shelf, parseTopic(text) ?? expect.unreachable(), among)].map(({ head }) => head.id)
  expect(seen('markets:11,12,21')).toEqual([1, 2])
  expect(seen('markets:11,12,99')).toEqual([1])
  expect(seen('markets:11,21', new Set([2, 3]))).toEqual([2])
  expect(seen('event:1', new Set([2]))).toEqual([])
  expect(seen('live', new Set([2]))).toEqual([2])
  expect(seen('live')).toEqual([1, 2])
  shelf.drop(1)
  expect(seen('markets:11,21')).toEqual([2])
})

test('a version that was passed does not come back', () => {
  const shelf = filled()
  shelf.putMarket(1, marketOf(11, 5), 40)
  shelf.putMarket(1, marketOf(11, 4, { prices: [1] }), 41)
  shelf.putHead(headOf(1, { version: 3, facts: 3 }), 42)
  shelf.putHead(headOf(1, { version: 2, facts: 2 }), 43)
  expect(shelf.events.get(1)).toMatchObject({ head: { version: 3, facts: 3 }, seq: 42 })
  expect(shelf.events.get(1)?.markets.get(11)).toMatchObject({ version: 5, prices: [1005], seq: 40 })
  expect(shelf.size()).toEqual({ events: 2, markets: 3 })
})

test('of a market that moved often only the last version is told, and nothing where nothing moved', () => {
  const shelf = filled()
  expect(frame(shelf, 'event:1', 0)).toBeNull()
  for (const version of [2, 3, 4]) shelf.putMarket(1, marketOf(11, version), 40 + version)
  expect(frame(shelf, 'event:1', 40)).toEqual({ m: [[11, 4, 'open', [1004], null]] })
  expect(frame(shelf, 'event:1', 44)).toBeNull()
  expect(frame(shelf, 'event:2', 0)).toBeNull()
})

test('a stop stands before every price', () => {
  const shelf = filled()
  shelf.putMarket(1, marketOf(11, 2), 41)
  shelf.putMarket(1, marketOf(12, 2, { state: 'suspended', cause: 'GOAL' }), 42)
  expect(frame(shelf, 'event:1', 40)?.m?.map(([id]) => id)).toEqual([12, 11])
})

test('whose producer is silent is not for sale, for what is played sooner than for what is to come', () => {
  const shelf = filled()
  expect(shelf.touchAllOf(new Set(['q']), 50)).toEqual([])
  expect(shelf.touchAllOf(new Set(['p']), 50)).toEqual([1, 2])
  const states = () => frame(shelf, 'markets:11,21', 49)?.m?.map(([id, , state, , cause]) => [id, state, cause])
  expect(states()).toEqual([
    [11, 'open', null],
    [21, 'open', null],
  ])
  producers = new Map([['p', { isSimulated: false, isSilentLive: true, isSilentBefore: false }]])
  expect(states()).toEqual([
    [11, 'suspended', 'FEED'],
    [21, 'open', null],
  ])
  producers = new Map()
  expect(states()).toEqual([
    [11, 'suspended', 'FEED'],
    [21, 'suspended', 'FEED'],
  ])
})

test('each topic has its own: live and lists the main market, an event all, markets those that were named', () => {
  const shelf = filled()
  for (const [event, market] of [
    [1, marketOf(11, 2)],
    [1, marketOf(12, 2, { type: 'total', line: '2.5' })],
    [2, marketOf(21, 2)],
  ] as const)
    shelf.putMarket(event, market, 41)
  shelf.putHead(headOf(1, { version: 2, score: { ft: [1, 0] } }), 41)
  const told = (text: string, nowMs = 0) => {
    const found = frame(shelf, text, 40, nowMs)
    return [found?.m?.map(([id]) => id), found?.e?.map(([id]) => id)]
  }
  expect(told('live')).toEqual([[11], [1]])
  expect(told('list:football')).toEqual([[11, 21], [1]])
  expect(told('list:9')).toEqual([[11, 21], [1]])
  expect(told('list:8')).toEqual([undefined, undefined])
  expect(told('list:today')).toEqual([[11, 21], [1]])
  expect(told('list:today', -90_000_000)).toEqual([[11], [1]])
  expect(told('event:1')).toEqual([[11, 12], [1]])
  expect(told('markets:12,21')).toEqual([[12, 21], [1]])
  shelf.putHead(headOf(1, { version: 3, state: 'ended', endedMs: 5 }), 45)
  expect(frame(shelf, 'live', 44)?.e).toMatchObject([[1, 3, 'ended', null, {}, 0, null]])
})

test('what is let go is not counted any more', () => {
  const shelf = filled()
  shelf.drop(1)
  expect(shelf.size()).toEqual({ events: 1, markets: 1 })
})
