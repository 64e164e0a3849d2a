import { createHash, randomUUID } from 'node:crypto'
import { studioGame } from '@croupier/studio/games'
import { verifyPot } from '@croupier/studio/verify'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { giveBonus } from '../../../test/bonuses.ts'
import { frames } from '../../../test/frame.ts'
import { fund, gameProvider } from '../../../test/game-provider.ts'
import { freePort } from '../../../test/http-browser.ts'
import { addPack } from '../../freespins/freespins.ts'
import { drawsOf } from '../own/seeds.ts'
import { openChance, ownerOfSeed } from '../sealed-chance.ts'
import { isIn } from './history-store.ts'

const house = await testApp()
const { db, as, addPlayer, signIn, app } = house
const { open, call, throwDice, foldMines } = await frames(house)
const port = await freePort()
await app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(house, [`http://127.0.0.1:${port}`])

let count = 0
let playerId = 0n
let cookie = ''
let stranger = ''
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `looker${count}@example.com` })
  await fund(house, playerId, '50.00')
  cookie = await signIn(playerId)
  stranger = await signIn(await addPlayer({ login: `stranger${count}@example.com` }))
})

const tokenFor = async (path: string) => (await open(cookie, path)).launch.token
const history = async (params: Record<string, string> = {}, who = cookie) =>
  (await as(who).get('games.getHistory', params)).json.data
const roundOf = async (round: string, who = cookie, provider?: string) =>
  (await as(who).get('rounds.getRound', { round, ...(provider && { provider }) })).json

/** Opens a sheet, opens cells until it is over or three are open, and takes what it gives. */
async function fold(token: string) {
  const round = randomUUID()
  await foldMines(token, round)
  for (let step = 1; ; step++) {
    const choice = step < 4 ? { cell: step } : { cash: true }
    const { data } = await call('rounds.act', { token, round, step: String(step), choice: JSON.stringify(choice) })
    if (data.is_over) return { round, won: data.won, steps: step + 1 }
  }
}

describe('my history', () => {
  test('has my rounds of all providers, newest first, with names and pictures', async () => {
    const dice = randomUUID()
    await throwDice(await tokenFor('twin-dice'), dice)
    const wheel = await sample.launch(playerId, { game: 'wheel-of-hours' })
    await wheel.betwin('turn-1', '2.00', '3.50')
    const { items, total } = await history()
    expect(total).toBe(2)
    expect(items).toMatchObject([
      {
        round: 'turn-1',
        provider: 'sample',
        game: { sysname: 'wheel-of-hours', name: 'Wheel of Hours', image_url: '/art/wheel-of-hours.webp' },
        mode: 'real',
        staked: { amount: '2.00', currency: 'EUR' },
        won: { amount: '3.50', currency: 'EUR' },
        is_closed: true,
        is_free: false,
        has_replay: false,
      },
      { round: dice, provider: 'studio', game: { sysname: 'twin-dice' }, is_closed: true, has_replay: true },
    ])
    expect(await history({}, stranger)).toEqual({ items: [], total: 0, offset: 0, limit: 20 })
  })

  test('gives the lines of the ledger the names of their games', async () => {
    await throwDice(await tokenFor('twin-dice'), randomUUID())
    const wheel = await sample.launch(playerId, { game: 'wheel-of-hours' })
    await wheel.betwin(`named:${count}`, '2.00', '3.50')
    const { items } = (await as(cookie).get('cashier.getstatement')).json.data
    const names = new Set(items.map(({ game }: { game: { name: string } | null }) => game?.name ?? null))
    expect(names).toEqual(new Set(['Wheel of Hours', 'Twin Dice', null]))
    const [newest] = items
    expect(newest).toMatchObject({ ref: `round:sample:named:${count}`, game: { sysname: 'wheel-of-hours' } })
  })

  test('is told by mode, game and day, page by page', async () => {
    const game = await sample.launch(playerId, { game: 'goal-streak' })
    for (const round of ['a', 'b', 'c']) await game.betwin(`${count}${round}`, '0.10', '0')
    await throwDice(await tokenFor('twin-dice'))
    await throwDice(await tokenFor('twin-dice/demo'))
    const day = (round: string, at: string) =>
      db.sql
        .updateTable('rounds_round')
        .set({ opened_at: sql<Date>`${at}::timestamptz` })
        .where('round', '=', `${count}${round}`)
        .execute()
    await day('a', '2026-02-28T23:59:59.999999Z')
    await day('b', '2026-03-01T00:00:00Z')
    await day('c', '2026-03-01T23:59:59.999999Z')
    const found = async (params: Record<string, string>) => {
      const { items, total } = await history(params)
      return [total, ...items.map(({ round }: { round: string }) => round.replace(String(count), ''))]
    }
    expect(await found({ game: 'goal-streak' })).toEqual([3, 'c', 'b', 'a'])
    expect(await found({ from: '2026-03-01', to: '2026-03-01' })).toEqual([2, 'c', 'b'])
    expect(await found({ to: '2026-02-28' })).toEqual([1, 'a'])
    expect(await found({ from: '2026-03-02', game: 'goal-streak' })).toEqual([0])
    expect(await found({ game: 'goal-streak', count: '1', offset: '1' })).toEqual([3, 'b'])
    expect((await history({ mode: 'demo' })).items).toMatchObject([
      { mode: 'demo', game: { sysname: 'twin-dice' }, staked: { currency: 'FUN' } },
    ])
  })

  test.each(['2026-02-30', '0000-01-01', '2026-1-1', "2026-01-01'--", '1969-12-31'])(
    'knows no day %s',
    async (from) => {
      const { status, json } = await as(cookie).get('games.getHistory', { from })
      expect([status, json.error.invalid_parameters]).toEqual([422, { from: ['FORMAT'] }])
    },
  )

  test('marks what the house staked', async () => {
    const pack = {
      playerId,
      game: 'fruit-parade',
      currency: 'EUR',
      stake: 20n,
      count: 1,
      lifeDays: 1,
      key: `p${count}`,
    }
    await begin(db, (tx) => addPack(tx, pack))
    const token = await tokenFor('fruit-parade')
    const spin = () => call('rounds.play', { token, round: randomUUID(), stake: '0.20', choice: '{}' })
    await spin()
    await spin()
    const { items } = await history()
    expect(items.map(({ is_free }: { is_free: boolean }) => is_free)).toEqual([false, true])
  })

  test('walks along an index, however many rounds there are', async () => {
    await sql`insert into rounds_round (provider, round, player_id, game, mode, currency, opened_at, is_closed)
      select 'sample', ${`many${count}-`} || n, ${playerId}, 'goal-streak', 'real', 'EUR', now() - n * interval '1 minute', true
      from generate_series(1, 3000) as n`.execute(db.sql)
    const crowd = await addPlayer({ login: `crowd${count}@example.com` })
    await sql`insert into rounds_round (provider, round, player_id, game, mode, currency, is_closed)
      select 'sample', ${`crowd${count}-`} || n, ${crowd}, 'goal-streak', 'real', 'EUR', true
      from generate_series(1, 30000) as n`.execute(db.sql)
    await sql`analyze rounds_round`.execute(db.sql)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select count(*) from rounds_round as r
      where ${isIn({ playerId, mode: 'real' })}`.execute(db.sql)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/rounds_round_player/)
    const { items, total } = await history({ count: '2', offset: '2998' })
    expect([total, ...items.map(({ round }: { round: string }) => round)]).toEqual([
      3000,
      `many${count}-2999`,
      `many${count}-3000`,
    ])
  })
})

describe('what I left unfinished', () => {
  test('is listed until it is over', async () => {
    const token = await tokenFor('minefold')
    const round = randomUUID()
    await foldMines(token, round)
    const other = await sample.launch(playerId, { game: 'goal-streak' })
    await other.bet(`open${count}`, '1.00')
    const list = async (who = cookie) => (await as(who).get('rounds.getUnfinished')).json.data
    expect(await list()).toMatchObject({
      total: 2,
      items: [
        { round: `open${count}`, provider: 'sample', staked: { amount: '1.00' } },
        {
          round,
          provider: 'studio',
          game: { sysname: 'minefold', name: 'Minefold' },
          mode: 'real',
          staked: { amount: '0.20' },
        },
      ],
    })
    expect((await list(stranger)).items).toEqual([])
    await other.rollback(`open${count}`, 'never-was')
    await other.win(`open${count}`, '0')
    const { data } = await call('rounds.act', { token, round, step: '1', choice: '{"cell":1}' })
    if (!data.is_over) await call('rounds.act', { token, round, step: '2', choice: '{"cash":true}' })
    expect(await list()).toMatchObject({ total: 0, items: [] })
  })
})

describe('one of my rounds', () => {
  test('is recorded with every step, and its seed is told only when it is revealed', async () => {
    const token = await tokenFor('minefold')
    const { round, won, steps } = await fold(token)
    const before = (await roundOf(round)).data
    expect(before).toMatchObject({
      round,
      provider: 'studio',
      version: studioGame('minefold')?.maths.version,
      won,
      is_closed: true,
    })
    expect(before.play.standings).toHaveLength(steps)
    expect(before.play.choices).toHaveLength(steps)
    expect(before.play.server_seed).toBeNull()
    expect(before.actions.length).toBeGreaterThan(0)
    const { hash } = (await as(cookie).get('fairness.get')).json.data
    expect(before.play.hash).toBe(hash)
    const told = (await as(cookie).post('fairness.rotate', { client_seed: 'mine', hash })).json.data
    const after = (await roundOf(round)).data.play
    expect(after).toEqual({ ...before.play, server_seed: told.server_seed })
    // With the seed the same round is made again.
    expect(createHash('sha256').update(Buffer.from(after.server_seed, 'hex')).digest('hex')).toBe(after.hash)
    const draws = drawsOf(Buffer.from(after.server_seed, 'hex'), after.client_seed, BigInt(after.nonce))
    const standing = studioGame('minefold')?.maths.play({ stake: 20n, choices: after.choices }, draws)
    expect(JSON.parse(JSON.stringify(standing?.view))).toEqual(after.standings.at(-1).view)
  })

  test('shows of an open round only what I have seen', async () => {
    const token = await tokenFor('blackjack-salon')
    const round = randomUUID()
    let view: unknown
    for (let tries = 0; ; tries++) {
      const { data } = await call('rounds.play', {
        token,
        round: tries === 0 ? round : randomUUID(),
        stake: '0.20',
        choice: '{}',
      })
      view = data?.view
      if (!data?.is_over) break
    }
    const { items } = (await as(cookie).get('rounds.getUnfinished')).json.data
    const { play, closed_at, is_closed } = (await roundOf(items[0].round)).data
    expect([is_closed, closed_at, play.server_seed]).toEqual([false, null, null])
    expect(play.standings).toHaveLength(1)
    expect(play.standings[0].view).toEqual(view)
    const [seed] = await db.sql
      .selectFrom('rounds_seed')
      .select('server_seed')
      .where('player_id', '=', playerId)
      .execute()
    if (!seed) throw new Error('no seed')
    const secret = openChance(seed.server_seed, ownerOfSeed(playerId), house.secrets)
    expect(JSON.stringify(play)).not.toContain(secret.toString('hex'))
  })

  test('example 33: it says which money paid and what counted, and the pot is drawn with the own part', async () => {
    const mixed = await addPlayer({ login: `mixed${count}@example.com` })
    await fund(house, mixed, '1.40')
    await giveBonus(db, { playerId: mixed, amount: 500n })
    const own = await signIn(mixed)
    const { token } = (await open(own, 'captains-share')).launch
    const round = randomUUID()
    expect((await call('rounds.play', { token, round, stake: '2.00', choice: '{}' })).reason).toBe('')
    const paid = {
      paid_by: { main: { amount: '1.40', currency: 'EUR' }, bonus: { amount: '0.60', currency: 'EUR' } },
      counted: { amount: '0.60', currency: 'EUR' },
    }
    const { data } = await roundOf(round, own)
    expect(data).toMatchObject({ staked: { amount: '2.00' }, ...paid })
    expect(data.actions[0]).toMatchObject(paid)
    expect((await history({}, own)).items).toMatchObject([{ round, ...paid }])
    const due = await sql<{ staked: bigint }>`select staked from jackpots_due order by id desc limit 1`.execute(db.sql)
    expect(due.rows).toEqual([{ staked: 140n }])
    // The verifier, with nothing but the record and the seed, draws the level that the record names.
    const seeds = db.sql.selectFrom('rounds_seed').select('server_seed').where('player_id', '=', mixed)
    const { server_seed } = await seeds.orderBy('id').executeTakeFirstOrThrow()
    const serverSeed = openChance(server_seed, ownerOfSeed(mixed), house.secrets).toString('hex')
    const { client_seed: clientSeed, nonce, jackpot } = data.play
    const drawn = { game: 'captains-share', serverSeed, clientSeed, nonce, own: 140n, currency: 'EUR' }
    expect(await verifyPot(drawn)).toBe(jackpot?.level ?? null)
    // A stake that was given back was paid from no purse in the end.
    const wheel = await sample.launch(mixed, { game: 'wheel-of-hours' })
    await wheel.bet(`back${count}`, '0.40', { transaction: `b${count}` })
    await wheel.rollback(`back${count}`, `b${count}`, { transaction: `c${count}` })
    const back = (await roundOf(`back${count}`, own, 'sample')).data
    expect([back.paid_by.main.amount, back.paid_by.bonus.amount, back.counted.amount]).toEqual(['0.00', '0.00', '0.00'])
  })

  test('of another provider has its money and nothing else', async () => {
    const game = await sample.launch(playerId, { game: 'goal-streak' })
    await game.bet(`pen${count}`, '1.00', { transaction: `t${count}-1` })
    await game.win(`pen${count}`, '2.50', { transaction: `t${count}-2`, is_closed: true })
    await game.bet(`pen${count}x`, '1.00', { transaction: `t${count}-3` })
    await game.rollback(`pen${count}x`, `t${count}-3`, { transaction: `t${count}-4` })
    expect((await roundOf(`pen${count}`, cookie, 'sample')).data).toMatchObject({
      provider: 'sample',
      version: null,
      play: null,
      staked: { amount: '1.00' },
      won: { amount: '2.50' },
      is_closed: true,
      actions: [
        { transaction: `t${count}-1`, kind: 'bet', staked: { amount: '1.00' }, is_rolled_back: false },
        { transaction: `t${count}-2`, kind: 'win', won: { amount: '2.50' } },
      ],
    })
    const undone = (await roundOf(`pen${count}x`, cookie, 'sample')).data
    expect(undone.actions).toMatchObject([{ is_rolled_back: true }, { kind: 'rollback' }])
  })

  test('is its owner’s alone: the answer is the one for a round that never was', async () => {
    const round = randomUUID()
    await throwDice(await tokenFor('twin-dice'), round)
    const never = await roundOf(randomUUID(), stranger)
    expect(never.error.error_data).toEqual({ reason: 'ROUND_UNKNOWN' })
    expect(await roundOf(round, stranger)).toEqual(never)
    expect(await roundOf(round, cookie, 'sample')).toEqual(never)
    expect((await roundOf(round)).result).toBe(1)
  })

  test('of a version that is gone keeps its money, and is shown by no other', async () => {
    const { round } = await fold(await tokenFor('minefold'))
    await db.sql.updateTable('rounds_play').set({ version: '0.0.1' }).where('round', '=', round).execute()
    const { play, won } = (await roundOf(round)).data
    expect(play.standings).toEqual([])
    expect(won.currency).toBe('EUR')
    expect((await history()).items[0]).toMatchObject({ round, has_replay: false })
    expect((await open(cookie, `minefold/replay?round=${round}`)).status).toBe(404)
  })
})
