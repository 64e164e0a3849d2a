import { studioGames } from '@croupier/studio/games'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { installGames } from '../games/games.ts'
import { activePacks, addPack, endPack, packsFor, usePacks } from './freespins.ts'

const { db, as, addPlayer, signIn } = await testApp()

const packFor = (playerId: bigint, key: string, lifeDays = 7) =>
  begin(db, (tx) =>
    addPack(tx, { playerId, game: 'fruit-parade', currency: 'EUR', stake: 40n, count: 3, lifeDays, key }),
  )

test('a pack is granted once per key, however often it is asked for at once', async () => {
  const playerId = await addPlayer({ login: 'spins@example.com' })
  const granted = await Promise.all(Array.from({ length: 32 }, () => packFor(playerId, 'welcome')))
  expect(granted.filter(Boolean)).toHaveLength(1)
  const cookie = await signIn(playerId)
  const { json } = await as(cookie).get('freespins.get', { status: 'active' })
  expect(json.data).toMatchObject({ total: 1, items: [{ status: 'active', total_count: 3, remaining_count: 3 }] })
  expect(json.data.items[0]).toMatchObject({ stake: { amount: '0.40', currency: 'EUR' }, winnings: 'main' })
})

test('a used spin is counted, the last one ends the pack, and there is never one more', async () => {
  const playerId = await addPlayer({ login: 'used@example.com' })
  await packFor(playerId, 'used')
  const [pack] = await activePacks(db.sql, [playerId])
  if (!pack) throw new Error('no pack')
  const spin = (spins: number) => begin(db, (tx) => usePacks(tx, [{ id: pack.id, spins, won: 15n }]))
  await spin(1)
  await spin(2)
  await expect(spin(1)).rejects.toMatchObject({ code: '23514' })
  expect(await activePacks(db.sql, [playerId])).toEqual([])
  const { json } = await as(await signIn(playerId)).get('freespins.get')
  expect(json.data.items[0]).toMatchObject({ status: 'used', remaining_count: 0, won: { amount: '0.30' } })
})

test('a pack whose day has come is over, though no job ended it', async () => {
  const playerId = await addPlayer({ login: 'late@example.com' })
  await packFor(playerId, 'late')
  await sql`update freespins_pack set expires_at = now() - interval '1 second' where key = 'late'`.execute(db.sql)
  expect(await activePacks(db.sql, [playerId])).toEqual([])
  const cookie = await signIn(playerId)
  expect((await as(cookie).get('freespins.get', { status: 'active' })).json.data.total).toBe(0)
  expect((await as(cookie).get('freespins.get', { status: 'expired' })).json.data.total).toBe(1)
})

test('the pack that ends first is spun first, and no player sees the packs of others', async () => {
  const [mine, other] = [await addPlayer({ login: 'a@example.com' }), await addPlayer({ login: 'b@example.com' })]
  await packFor(mine, 'long', 30)
  await packFor(mine, 'short', 2)
  await packFor(other, 'theirs', 1)
  const packs = await activePacks(db.sql, [mine])
  expect(packs).toHaveLength(2)
  const { json } = await as(await signIn(mine)).get('freespins.get')
  expect(json.data.items.map(({ id }: { id: string }) => id)).toEqual(packs.map(({ id }) => String(id)))
})

test('the operator grants spins in the steps of the game, and only of games that have them', async () => {
  await addPlayer({ login: 'gift@example.com', currency: 'JPY' })
  const grant = (...words: string[]) => run(db, ['freespins', 'grant', 'gift@example.com', ...words])
  expect(await grant('fruit-parade', '10', '40')).toMatchObject({ code: 0 })
  expect(await grant('fruit-parade', '10', '41')).toMatchObject({ code: 1 })
  expect(await grant('fruit-parade', '10', '40.5')).toMatchObject({ code: 1 })
  expect(await grant('liftoff', '10', '40')).toMatchObject({ code: 1 })
  expect(await grant('nothing', '10', '40')).toMatchObject({ code: 1 })
  expect(await grant('fruit-parade', '0', '40')).toMatchObject({ code: 2 })
  expect(await grant('fruit-parade', '5', '40', '30', 'once')).toMatchObject({ code: 0 })
  expect(await grant('fruit-parade', '5', '40', '30', 'once')).toMatchObject({ code: 1 })
})

test('the operator grants spins of another studio’s game, and ends what is left of a pack', async () => {
  await addPlayer({ login: 'guest-game@example.com', currency: 'EUR' })
  await addPlayer({ login: 'stranger@example.com', currency: 'EUR' })
  await installGames(db, studioGames, { isSandboxOn: true, isSportsOn: true })
  const operate = (...words: string[]) => run(db, ['freespins', ...words])
  expect(await operate('grant', 'guest-game@example.com', 'wheel-of-hours', '3', '0')).toMatchObject({ code: 1 })
  expect(await operate('grant', 'guest-game@example.com', 'dgt_sportsbook', '3', '0.35')).toEqual({
    lines: ['No studio runs dgt_sportsbook.'],
    code: 1,
  })
  const { lines, code } = await operate('grant', 'guest-game@example.com', 'wheel-of-hours', '3', '0.35')
  expect(code).toBe(0)
  const [, pack = ''] = /pack (\d+)\.$/.exec(lines[0] ?? '') ?? []
  const spinnable = async () =>
    (await packsFor(db.sql, { ids: [BigInt(pack)], playerIds: [] })).map(({ state }) => state)
  expect(await spinnable()).toEqual(['active'])
  expect(await operate('end', 'stranger@example.com', pack)).toMatchObject({ code: 1 })
  expect(await operate('end', 'guest-game@example.com', 'all')).toMatchObject({ code: 2 })
  expect(await spinnable()).toEqual(['active'])
  expect(await operate('end', 'guest-game@example.com', pack)).toMatchObject({ code: 0 })
  expect(await spinnable()).toEqual(['expired'])
  expect(await operate('end', 'guest-game@example.com', pack)).toMatchObject({ code: 1 })
})

test('a pack that was ended is not spun by a spin that began before and waited for its player', async () => {
  const playerId = await addPlayer({ login: 'ended-meanwhile@example.com' })
  const id = (await packFor(playerId, 'ended meanwhile')) ?? 0n
  await begin(db, async (spin) => {
    await sql`select now()`.execute(spin)
    expect(await begin(db, (tx) => endPack(tx, playerId, id))).toBe(true)
    expect(await packsFor(spin, { ids: [id], playerIds: [playerId] })).toMatchObject([{ id, state: 'expired' }])
    expect(await packsFor(spin, { ids: [], playerIds: [playerId] })).toEqual([])
  })
})
