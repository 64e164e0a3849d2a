import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../../test/app.ts'
import { effort } from '../../../test/effort.ts'
import { pointBy, testTable } from '../../../test/table.ts'
import { openChance, ownerOfChain, sealChance } from '../sealed-chance.ts'
import { linkAt, makeChain } from './chain.ts'
import { secretOf } from './game.ts'
import { addShared, readShared, setOver } from './store.ts'

/** What anybody can check from outside, with nothing of ours. */

const app = await testApp()
const table = testTable(app)
const count = 100 * effort.repeats
const byLoop = 10

const shared = z.object({
  terminal_hash: z.string(),
  salt: z.string().nullable(),
  length: z.number(),
  total: z.number(),
  items: z.array(z.object({ id: z.string(), place: z.number(), hash: z.string(), point: z.string(), at: z.string() })),
})
const published = async (offset = 0) => {
  const { json } = await app
    .as(null)
    .get('fairness.getShared', { game: 'liftoff', count: '100', offset: String(offset) })
  return shared.parse(json.data)
}

test(`${count} rounds follow from the hash that was published before the first of them`, {
  timeout: 60_000,
}, async () => {
  await table.chain(() => true, { length: count, salt: null })
  const loop = table.open({ openMs: 0, overMs: 0 })
  await loop.turn()
  const before = await published()
  expect([before.salt, before.total, before.length]).toEqual([null, 0, count])
  // A player stakes: from now on the salt is fixed.
  const player = await table.launch(app.addPlayer)
  await player.stake(crypto.randomUUID())
  const { salt, terminal_hash: terminal } = await published()
  expect([salt?.length, terminal]).toEqual([64, before.terminal_hash])
  for (let at = 0; at < byLoop; at += 1) {
    // From its announcement to its start, to its end, to the next one.
    for (const phase of ['open', 'running']) {
      while ((await table.round()).phase === phase) {
        if (phase === 'running') await table.push(600_000)
        await loop.turn()
      }
    }
    await loop.turn()
  }
  // The others are ended as the loop does it, without its pauses.
  await table.house.begin(async (tx) => {
    for (let at = byLoop; at < count; at += 1) {
      const shared = await readShared(tx, 'liftoff')
      if (!shared) throw new Error('no round')
      await setOver(tx, shared.id, { ...(await secretOf(table.game, shared, app.secrets)), isInterrupted: false })
      expect(await addShared(tx, 'liftoff', 0)).toBe(at + 1 < count)
    }
  })
  let link = Buffer.from(terminal, 'hex')
  for (let offset = count - 100; offset >= 0; offset -= 100) {
    const { items, total, terminal_hash, salt: now } = await published(offset)
    expect([total, terminal_hash, now]).toEqual([count, terminal, salt])
    // The oldest is the last one.
    for (const { place, hash, point } of items.toReversed()) {
      const seed = Buffer.from(hash, 'hex')
      expect(createHash('sha256').update(seed).digest('hex')).toBe(link.toString('hex'))
      expect([place, point]).toEqual([place, (pointBy(seed, salt ?? '', place) / 100).toFixed(2)])
      link = seed
    }
  }
  const { rows } = await sql<{ root: Buffer }>`select root from rounds_chain order by id desc limit 1`.execute(
    app.db.sql,
  )
  const kept = rows[0]?.root ?? Buffer.alloc(0)
  // All of it was used: the last one is where the house began. Until then the database alone could not tell it.
  expect(link).toEqual(openChance(kept, ownerOfChain('liftoff'), app.secrets))
  expect(kept.includes(link)).toBe(false)
})

test('the link of every place, near or far, is the hash of the one after it', async () => {
  const { root, terminal, length } = await makeChain(1_500)
  const chain = { game: 'liftoff', rootKept: sealChance(root, ownerOfChain('liftoff'), app.secrets), length }
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
  let link = terminal
  for (let place = 1; place <= chain.length; place += 1) {
    const next = await linkAt(chain, place, app.secrets)
    expect(sha256(next).equals(link)).toBe(true)
    link = next
  }
  expect(link).toEqual(root)
  await expect(linkAt(chain, 0, app.secrets)).rejects.toThrow('outside')
  await expect(linkAt(chain, 1_501, app.secrets)).rejects.toThrow('outside')
})

test('only games with a table have a chain', async () => {
  const { json } = await app.as(null).get('fairness.getShared', { game: 'fruit-parade' })
  expect(json.error).toMatchObject({ error_data: { reason: 'UNKNOWN_GAME' } })
})
