import { expect, test } from 'vitest'
import { advance, beginTurn, coverScale, isBlurred, type ReelMotion, stillAt, wrap } from './reel-motion.ts'

const pace = { rows: 3, speed: 30, bounce: 0.12 }

/** Runs a reel in frames until it stands; says what happened when. */
function run(reel: ReelMotion, frameMs = 16) {
  const news: { what: string; ms: number }[] = []
  for (let ms = frameMs; ms < 10_000 && reel.state !== 'still'; ms += frameMs) {
    const what = advance(reel, pace, frameMs)
    if (what) news.push({ what, ms })
  }
  return news
}

test('a reel stops exactly where it is told, and says so once before it stands', () => {
  const reel = stillAt(7)
  beginTurn(reel)
  reel.landing = { stop: 12, afterMs: 400 }
  const news = run(reel)
  expect(news.map(({ what }) => what)).toEqual(['stopped', 'stands'])
  expect(news[0]?.ms).toBeGreaterThanOrEqual(400)
  expect(reel).toMatchObject({ at: 12, state: 'still', landing: null })
})

test('a reel that has no stop yet turns on', () => {
  const reel = stillAt(0)
  beginTurn(reel)
  for (let frame = 0; frame < 500; frame += 1) expect(advance(reel, pace, 16)).toBeNull()
  expect(reel.state).toBe('turning')
  expect(isBlurred(reel)).toBe(true)
})

test('it pulls back before it runs, and is sharp until it is fast', () => {
  const reel = stillAt(5)
  beginTurn(reel)
  advance(reel, pace, 60)
  expect(reel.at).toBeGreaterThan(5)
  expect(isBlurred(reel)).toBe(false)
})

test('a second begin changes nothing while it turns', () => {
  const reel = stillAt(5)
  beginTurn(reel)
  advance(reel, pace, 200)
  reel.landing = { stop: 1, afterMs: 50 }
  beginTurn(reel)
  expect(reel).toMatchObject({ turnedMs: 200, landing: { stop: 1 } })
})

test('however soon it may stop, a reel comes up to speed first', () => {
  const reel = stillAt(5)
  beginTurn(reel)
  reel.landing = { stop: 1, afterMs: 0 }
  expect(run(reel)[0]?.ms).toBeGreaterThan(220)
})

test('a strip is a ring, and covers come row by row', () => {
  expect([wrap(-1, 10), wrap(10, 10), wrap(23, 10)]).toEqual([9, 0, 3])
  expect([coverScale(0, 0), coverScale(90, 1), coverScale(600, 2)]).toEqual([0, 0, 1])
  expect(coverScale(130, 0)).toBeGreaterThan(coverScale(130, 1))
})
