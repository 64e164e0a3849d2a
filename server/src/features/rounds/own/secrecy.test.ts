import { randomBytes } from 'node:crypto'
import { habitsOf } from '@croupier/studio/simulator/title'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { effort } from '../../../test/effort.ts'
import { fund } from '../../../test/game-provider.ts'
import { ownTitles, studioClient } from '../../../test/studio.ts'
import { openChance, ownerOfSeed } from '../sealed-chance.ts'
import { openGuest } from './guest.ts'
import { drawsOf } from './seeds.ts'

const house = await testApp()
const { db, addPlayer } = house
const client = studioClient(house, [house])
const sysnames = ownTitles.map(({ about }) => about.sysname)

let count = 0
const newPlayer = async () => {
  count += 1
  const id = await addPlayer({ login: `secret${count}@example.com` })
  await fund(house, id, '1000.00')
  return id
}

/** A secret however it could be written. */
const forms = (seed: Buffer) => [
  seed.toString('hex'),
  seed.toString('hex').toUpperCase(),
  seed.toString('base64'),
  seed.toString('base64url'),
  JSON.stringify([...seed]).slice(1, -1),
]

const secretsNow = async (): Promise<Buffer[]> => {
  const { rows } = await sql<{ seed: Buffer; playerId: bigint }>`select server_seed as seed, player_id as "playerId"
    from rounds_seed union all select server_seed, 0 from rounds_guest`.execute(db.sql)
  return rows.map(({ seed, playerId }) => openChance(seed, ownerOfSeed(playerId), house.secrets))
}

async function expectNoSecret(bodies: readonly string[]) {
  const written = (await secretsNow()).flatMap(forms)
  expect(written.length).toBeGreaterThan(0)
  const told = bodies.filter((body) => written.some((secret) => body.includes(secret)))
  expect(told).toEqual([])
}

describe.each(sysnames)('%s', (game) => {
  test('tells no seed in any answer, to a player or to a guest', async () => {
    const id = await newPlayer()
    const me = house.as(await house.signIn(id))
    const ways = await habitsOf(game)
    const seats = [await client.launch(id, { game }), client.seatOf(await begin(db, (tx) => openGuest(tx, { game })))]
    const bodies: string[] = []
    for (const seat of seats) {
      for (let played = 0; played < 3; played += 1) {
        let reply = await seat.play('1.00', ways.opening)
        while (reply.data) {
          const { round } = reply.data
          bodies.push(reply.body, (await seat.open()).body, (await seat.balance()).body)
          bodies.push((await me.get('rounds.getRound', { round })).body, (await me.get('rounds.getUnfinished')).body)
          bodies.push((await me.get('fairness.get')).body, (await me.get('fairness.getSeeds')).body)
          if (reply.data.is_over) break
          reply = await seat.act(round, reply.data.step, ways.strategy(reply.data.view))
        }
        expect(reply.reason).toBe('')
      }
    }
    // The hashes are there, so a seed would be found as well.
    expect(bodies.some((body) => body.includes('next_hash'))).toBe(true)
    await expectNoSecret(bodies)
  })
})

describe('what is face down', () => {
  const stand = (game: string, choices: unknown[]) => {
    const title = ownTitles.find(({ about }) => about.sysname === game)
    if (!title) throw new Error('no such title')
    return title.maths.play({ stake: 100n, choices }, drawsOf(randomBytes(32), 'me', 0n))
  }

  test('no mine can be told from a sheet before its end', () => {
    for (const mines of [1, 3, 12, 24]) {
      const views = Array.from({ length: 200 }, () => JSON.stringify(stand('minefold', [{ mines }]).view))
      expect(new Set(views).size).toBe(1)
      const after = Array.from({ length: 300 }, () => stand('minefold', [{ mines }, { cell: 12 }]))
      const open = after.filter(({ isOver }) => !isOver).map(({ view }) => JSON.stringify(view))
      if (mines < 24) expect(open.length).toBeGreaterThan(0)
      expect(new Set(open).size).toBeLessThanOrEqual(1)
    }
  })

  test('a deal with the same open cards looks the same, whatever the hole card and the shoe are', () => {
    const byCards = new Map<string, Set<string>>()
    const dealt = new Set<number>()
    let pairs = 0
    for (let deal = 0; deal < effort.deals; deal += 1) {
      const { view, isOver } = stand('blackjack-salon', [{}])
      if (isOver) continue
      const { dealer, hands } = JSON.parse(JSON.stringify(view))
      dealt.add(dealer.cards.length)
      const shown = JSON.stringify([dealer.cards, hands.map(({ cards }: { cards: unknown }) => cards)])
      const views = byCards.get(shown)
      if (views) pairs += 1
      byCards.set(shown, (views ?? new Set()).add(JSON.stringify(view)))
    }
    expect(dealt).toEqual(new Set([1]))
    // Enough hands must have met a twin for this to say anything.
    expect(pairs).toBeGreaterThan(40)
    expect([...byCards.values()].filter((views) => views.size > 1)).toEqual([])
  })
})
