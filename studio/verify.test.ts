import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { bytesOf, drawsFrom } from './engine/draws.ts'
import { drawPot, potDraws } from './engine/pot.ts'
import { studioGame } from './games.ts'
import { UnknownGame, verifyPot, verifyRound } from './verify.ts'

const seed = createHash('sha256').update('a seed of the tests').digest()
const claim = {
  game: 'plinth',
  version: '1.0.0',
  stake: 100n,
  choices: [{ rows: 16, risk: 'high' }],
  serverSeed: seed.toString('hex'),
  clientSeed: 'me',
  nonce: 7,
}

describe('a player who has the seeds can recompute a round', () => {
  test('with the browser’s own cryptography it comes out as on the server', async () => {
    const blockAt = (cursor: number) => createHmac('sha256', seed).update(`me:7:${cursor}`).digest()
    const { stake, choices } = claim
    const expected = studioGame('plinth')?.maths.play({ stake, choices }, drawsFrom(bytesOf(blockAt)))
    const { hash, blocks, standings } = await verifyRound(claim)
    expect(standings).toEqual([expected])
    expect(hash).toBe(createHash('sha256').update(seed).digest('hex'))
    // Sixteen numbers of four bytes: two blocks.
    expect(blocks).toEqual([0, 1].map((cursor) => blockAt(cursor).toString('hex')))
  })

  test('another seed, client seed or nonce gives another round', async () => {
    const path = async (change: Partial<typeof claim>) => {
      const { standings } = await verifyRound({ ...claim, ...change })
      return JSON.stringify(standings[0]?.view)
    }
    const all = [
      await path({}),
      await path({ nonce: 8 }),
      await path({ clientSeed: 'you' }),
      await path({ serverSeed: seed.toString('hex').replace(/^../, '00') }),
    ]
    expect(new Set(all).size).toBe(4)
  })

  test('a version that is gone, a game that never was, and a seed that is none are said to be so', async () => {
    await expect(verifyRound({ ...claim, version: '0.9.0' })).rejects.toThrow(UnknownGame)
    await expect(verifyRound({ ...claim, game: 'nothing' })).rejects.toThrow(UnknownGame)
    await expect(verifyRound({ ...claim, serverSeed: 'not hex' })).rejects.toThrow(TypeError)
  })
})

describe('the pot beside the round', () => {
  // The number of the smallest level is 7 at this place of the seed: eight units hit it, seven do not.
  const chance = { serverSeed: seed.toString('hex'), clientSeed: 'me', nonce: 18_931 }
  const pot = (own: bigint, game = 'captains-share') => verifyPot({ ...chance, game, own, currency: 'EUR' })

  test('example 33: of a stake of 2.00 with 1.40 of own money seven units draw, not ten', async () => {
    expect(await pot(200n)).toBe('mini')
    expect(await pot(140n)).toBeNull()
    // What is less than a unit draws nothing.
    expect([await pot(159n), await pot(160n)]).toEqual([null, 'mini'])
  })

  test('bonus money alone draws nothing, and a game without a pot has none', async () => {
    expect(await pot(0n)).toBeNull()
    expect(await pot(200n, 'plinth')).toBeUndefined()
  })

  test('every level draws once, in one order, and the greatest that is hit wins', () => {
    const asked: number[] = []
    const draws = { below: (limit: number) => asked.push(limit) % 2 }
    expect(drawPot(potDraws.house, { stake: 20n, currency: 'EUR', draws })?.sysname).toBe('grand')
    expect(asked).toEqual([25_000, 250_000, 5_000_000, 100_000_000])
  })
})
