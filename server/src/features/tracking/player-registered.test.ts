import { beforeEach, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { written } from '../../test/written.ts'
import { readHit, readParams, readVisitId } from './rules.ts'
import { addHit } from './store.ts'
import { exportTracking, playerRegistered } from './tracking.ts'

const { db, parts, addPlayer, runJobs } = await testApp()

const house = { begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
const hit = { referer: 'https://partner.example/', trackId: 't1', seonSession: '', isLate: false }

let count = 0
let id = 0n
let visit = ''
beforeEach(async () => {
  count += 1
  id = await addPlayer({ login: `player${count}@example.com` })
  visit = `visit-0123456789-${count}`
})

const registered = (params: Record<string, string> = {}, playerId = id) =>
  playerRegistered(house, { playerId: String(playerId), visit, params })
const owners = async () =>
  (await db.sql.selectFrom('tracking_hit').select('player_id').where('visit', '=', visit).orderBy('id').execute()).map(
    ({ player_id }) => player_id,
  )

test('a registration remembers how its player came, and whose the hits were', async () => {
  await addHit(db.sql, { ...hit, visit })
  await addHit(db.sql, { ...hit, visit: 'another-visit-00001' })
  await registered({ track_id: 't1', publisher_id: 'p', evil: 'x', link_id: '' })
  const row = await db.sql
    .selectFrom('tracking_registration')
    .selectAll()
    .where('player_id', '=', id)
    .executeTakeFirst()
  expect(row).toMatchObject({ visit, params: { track_id: 't1', publisher_id: 'p' } })
  expect(await owners()).toEqual([id])
  await addHit(db.sql, { ...hit, visit, isLate: true })
  expect(await owners()).toEqual([id, id])
})

test('twice, and thirty-two at once, is once; the first word counts', async () => {
  await addHit(db.sql, { ...hit, visit })
  await registered({ track_id: 'first' })
  await Promise.all(Array.from({ length: 32 }, () => registered({ track_id: 'second' })))
  const rows = await db.sql.selectFrom('tracking_registration').selectAll().where('player_id', '=', id).execute()
  expect(rows).toMatchObject([{ params: { track_id: 'first' } }])
})

test('a second player in the same browser does not take the hits of the first', async () => {
  await addHit(db.sql, { ...hit, visit })
  await registered()
  const second = await addPlayer({ login: `second${count}@example.com` })
  await registered({}, second)
  expect(await owners()).toEqual([id])
})

test('a registration without a visit ties nothing', async () => {
  await addHit(db.sql, { ...hit, visit: '' })
  visit = ''
  await registered()
  const rows = await db.sql.selectFrom('tracking_hit').select('player_id').where('visit', '=', '').execute()
  expect(rows.every(({ player_id }) => player_id === null)).toBe(true)
})

test('it is heard when it is announced', async () => {
  await begin(db, (tx) =>
    parts.announce(tx, 'player.registered', { playerId: String(id), visit, params: { goal_id: 'g' } }),
  )
  await runJobs()
  const row = await db.sql
    .selectFrom('tracking_registration')
    .selectAll()
    .where('player_id', '=', id)
    .executeTakeFirst()
  expect(row).toMatchObject({ visit, params: { goal_id: 'g' } })
})

test('the player can have all of it', async () => {
  await addHit(db.sql, { ...hit, visit })
  await registered({ track_id: 't1' })
  const mine = await written(await exportTracking({ sql: db.sql }, id))
  expect(mine).toMatchObject({
    registration: { visit, params: { track_id: 't1' } },
    hits: [{ referer: 'https://partner.example/', track_id: 't1', is_late: false }],
    events: [],
  })
  const none = await written(await exportTracking({ sql: db.sql }, id + 1000n))
  expect(none).toEqual({ registration: null, hits: [], events: [] })
})

test.each([
  ['0123456789abcdef', '0123456789abcdef'],
  ['short', ''],
  ['x'.repeat(65), ''],
  ['0123456789abcdef; drop', ''],
  [undefined, ''],
  [['0123456789abcdef'], ''],
])('the visit %j is read as %j', (text, read) => {
  expect(readVisitId(text)).toBe(read)
})

test('whatever a query holds becomes something that can be stored', () => {
  expect(readHit({ referer: 'a\0b\ud800', track_id: { x: 1 }, late: '1', seon_session: 'y'.repeat(20_000) })).toEqual({
    visit: '',
    referer: 'ab',
    trackId: '',
    seonSession: 'y'.repeat(20_000),
    isLate: true,
  })
  expect(readHit({ seon_session: 'y'.repeat(20_001) }).seonSession).toBe('')
  expect(readParams({ seon_session: 'y'.repeat(20_001) })).toEqual({})
  expect(readParams({ track_id: 'x'.repeat(1000), other: 'y', goal_id: 5 })).toEqual({ track_id: 'x'.repeat(300) })
})
