import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../db/db.ts'
import { fillCatalogue } from '../../seeds/fill-catalogue.ts'
import { testApp } from '../../test/app.ts'
import { openCatalogue } from './catalogue.ts'
import { closeGames, openGames } from './games.ts'

/** The catalogue lives in the memory of every node; what changes on one is seen by the others. */

const here = await testApp({ isListening: true })
const there = await testApp({ isListening: true, beside: here })
const { db } = here

await db.sql.insertInto('games_provider').values({ sysname: 'orbit', name: 'Orbit', runner: 'studio' }).execute()
const addGame = (sysname: string) =>
  db.sql
    .insertInto('games_game')
    .values({ sysname, provider: 'orbit', name: `Game ${sysname}`, image_url: '', type: 'fast', version: '1' })
    .execute()
await addGame('plinth')

const seenBy = async (node: typeof here, sysname: string) => {
  const { json } = await node.as(null).get('games.get', { options: JSON.stringify({ ids: [sysname] }) })
  return json.data.items[0] ? json.data.items[0].is_open : null
}
const bothSee = (sysname: string, expected: boolean | null) =>
  vi.waitFor(
    async () => expect([await seenBy(here, sysname), await seenBy(there, sysname)]).toEqual([expected, expected]),
    { timeout: 5_000, interval: 20 },
  )

test('a switch, a new game and a filled hall are seen on both nodes', async () => {
  await bothSee('plinth', true)
  await closeGames(db.sql, { scope: 'game', name: 'plinth', reason: '' })
  await bothSee('plinth', false)
  await openGames(db.sql, { scope: 'game', name: 'plinth' })
  await bothSee('plinth', true)
  await bothSee('ninth', null)
  await addGame('ninth')
  await bothSee('ninth', true)
  await fillCatalogue(db, 30)
  await vi.waitFor(async () => {
    for (const node of [here, there]) expect((await node.as(null).get('games.get')).json.data.total).toBe(32)
  })
})

test('a change by hand, past every command, is seen too', async () => {
  await sql`update games_game set version = null where sysname = 'ninth'`.execute(db.sql)
  await bothSee('ninth', false)
})

test('while nothing changes nobody asks the database more than now and then', async () => {
  await bothSee('plinth', true)
  const asked = vi.spyOn(db.pool, 'query')
  const connected = vi.spyOn(db.pool, 'connect')
  const before = connected.mock.calls.length
  for (let time = 0; time < 50; time += 1) await seenBy(here, 'plinth')
  // Fifty answers take less than the three seconds after which it is asked; a slow machine may ask a few times.
  expect(asked.mock.calls.length + connected.mock.calls.length - before).toBeLessThan(10)
  vi.restoreAllMocks()
})

test('the hall can be looked at while the database is away, but not before it was ever there', async () => {
  const log = pino({ level: 'silent' })
  const parts = { content: here.content, listener: null, log }
  const leaving = openDatabase(db.url, log)
  const catalogue = await openCatalogue({ sql: leaving.sql, ...parts })
  expect((await catalogue.hall('en')).games.has('plinth')).toBe(true)
  await leaving.pool.end()
  expect((await catalogue.hall('en')).games.has('plinth')).toBe(true)
  const never = await openCatalogue({ sql: leaving.sql, ...parts })
  await expect(never.hall('en')).rejects.toThrow('Cannot use a pool')
})
