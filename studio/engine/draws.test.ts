import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { chiSquareP, countsOf, couponP, fipsPasses, normalP, ranksP, runsP, serialP } from '../test/statistics.ts'
import { blockName, bytesOf, drawsFrom, scaled, shuffled } from './draws.ts'

/** Fixed seeds, so that the answer of a test is always the same. */
const seed = (name: string) => createHmac('sha256', 'croupier tests').update(name).digest()
const bytesFrom = (serverSeed: Buffer, clientSeed = 'client', nonce = 0) =>
  bytesOf((cursor) =>
    createHmac('sha256', serverSeed)
      .update(blockName(clientSeed, nonce, cursor))
      .digest(),
  )
const drawsOf = (serverSeed: Buffer, nonce = 0) => drawsFrom(bytesFrom(serverSeed, 'client', nonce))
const least = 0.0001

// Millions of numbers: on a busy machine they take their time.
vi.setConfig({ testTimeout: 60_000 })

describe('scaling', () => {
  test('every number has exactly as many words as any other', () => {
    for (const values of [256, 65_536]) {
      for (const limit of [1, 2, 3, 5, 6, 7, 10, 13, 25, 36, 37, 38, 52, 100, 255, 256]) {
        const counts = new Array<number>(limit).fill(0)
        for (let word = 0; word < values; word += 1) {
          const number = scaled(word, limit, values)
          if (number !== null) counts[number] = (counts[number] ?? 0) + 1
        }
        expect(new Set(counts)).toEqual(new Set([Math.floor(values / limit)]))
      }
    }
  })

  test('words in the zone of rejection are passed over, the last one before it is not', () => {
    for (const limit of [3, 37, 52, 312, 10_000, 3_000_000_000, 4_294_967_295]) {
      const end = 2 ** 32 - (2 ** 32 % limit)
      const words = [end, 2 ** 32 - 1, end - 1].filter((word) => word < 2 ** 32)
      const bytes = words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
      let at = 0
      const draws = drawsFrom(() => bytes[at++] ?? 0)
      expect(draws.below(limit)).toBe((end - 1) % limit)
    }
  })

  test('a limit that cannot be is a fault', () => {
    const draws = drawsOf(seed('limits'))
    for (const limit of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) expect(() => draws.below(limit)).toThrow(RangeError)
  })

  test('one round uses its bytes once and in order, block after block', () => {
    const next = bytesFrom(seed('order'), 'me', 7)
    const taken = Buffer.from(Array.from({ length: 70 }, next))
    const block = (cursor: number) => createHmac('sha256', seed('order')).update(`me:7:${cursor}`).digest()
    expect(taken).toEqual(Buffer.concat([block(0), block(1), block(2)]).subarray(0, 70))
  })
})

describe('chance', () => {
  const raw = Array.from({ length: 400_000 }, bytesFrom(seed('raw')))

  test('raw bytes are even, and neighbours know nothing of each other', () => {
    expect(chiSquareP(countsOf(raw, 256), () => raw.length / 256)).toBeGreaterThan(least)
    expect(runsP(raw, 128)).toBeGreaterThan(least)
    for (const lag of [1, 2, 3, 7, 32]) expect(serialP(raw, lag)).toBeGreaterThan(least)
    const pairs = raw.flatMap((byte, at) => (at % 2 ? [] : [(byte >> 2) * 64 + ((raw[at + 1] ?? 0) >> 2)]))
    expect(chiSquareP(countsOf(pairs, 4_096), () => pairs.length / 4_096)).toBeGreaterThan(least)
    const ones = raw.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    const bits = raw.length * 8
    expect(normalP((ones - bits / 2) / Math.sqrt(bits / 4))).toBeGreaterThan(least)
  })

  test('matrices of its bits have the ranks of chance', () => {
    const next = bytesFrom(seed('ranks'))
    const words = Array.from({ length: 32 * 4_000 }, () => ((next() * 256 + next()) * 256 + next()) * 256 + next())
    expect(ranksP(words)).toBeGreaterThan(least)
  })

  test('at most four of 200 blocks fail FIPS 140-2, for the seeds of the system as for the stream', () => {
    const next = bytesFrom(seed('fips'))
    const blocks = Array.from({ length: 200 }, () => Uint8Array.from({ length: 2_500 }, next))
    expect(blocks.filter((block) => !fipsPasses(block)).length).toBeLessThanOrEqual(4)
    const system = Array.from({ length: 200 }, () => randomBytes(2_500))
    expect(system.filter((block) => !fipsPasses(block)).length).toBeLessThanOrEqual(6)
    expect(fipsPasses(new Uint8Array(2_500).fill(0x55))).toBe(false)
  })

  test.each([2, 6, 25, 37, 52, 312, 10_000])('numbers below %d are even, without memory', (limit) => {
    const draws = drawsOf(seed(`scaled ${limit}`))
    const values = Array.from({ length: 200_000 }, () => draws.below(limit))
    expect(chiSquareP(countsOf(values, limit), () => values.length / limit)).toBeGreaterThan(least)
    expect(runsP(values, limit / 2)).toBeGreaterThan(least)
    for (const lag of [1, 2, 5]) expect(serialP(values, lag)).toBeGreaterThan(least)
    if (limit <= 52) expect(couponP(values, limit)).toBeGreaterThan(least)
  })

  test('the first number of round after round is as good as one long stream', () => {
    const values = Array.from({ length: 100_000 }, (_, nonce) => drawsOf(seed('rounds'), nonce).below(37))
    expect(chiSquareP(countsOf(values, 37), () => values.length / 37)).toBeGreaterThan(least)
    expect(serialP(values, 1)).toBeGreaterThan(least)
    expect(runsP(values, 18.5)).toBeGreaterThan(least)
  })

  test('all 120 orders of five cards are equally likely', () => {
    const draws = drawsOf(seed('shuffle'))
    const names = new Map<string, number>()
    for (let round = 0; round < 240_000; round += 1) {
      const name = shuffled(5, draws).join('')
      names.set(name, (names.get(name) ?? 0) + 1)
    }
    expect(names.size).toBe(120)
    expect(chiSquareP([...names.values()], () => 2_000)).toBeGreaterThan(least)
  })

  test('a source that leans is found out', () => {
    const draws = drawsOf(seed('lean'))
    const leaning = Array.from({ length: 200_000 }, () => Math.min(draws.below(3_700), draws.below(3_720)) % 37)
    const modulo = Array.from({ length: 200_000 }, () => draws.below(256) % 37)
    expect(chiSquareP(countsOf(modulo, 37), () => modulo.length / 37)).toBeLessThan(least)
    const clinging = leaning.map((value, at) => (at % 20 === 0 ? (leaning[at - 1] ?? 0) : value))
    expect(serialP(clinging, 1)).toBeLessThan(least)
  })
})
