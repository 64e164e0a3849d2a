import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { relations } from '../account/account.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { finishDue } from './finish.ts'
import { addPrizes, prizesOf, readCurrencies } from './finish-store.ts'
import { lateLines } from './late.ts'
import { openKinds, scoreAnew, stretchOf } from './score.ts'
import { entriesIn, readTournament } from './store.ts'
import { keepTournaments } from './tournaments.ts'

/** What cannot go on keeps nothing else from it, and equal scores are told apart. */

const node = await testApp()
const { db } = node
const house = houseOf(node)

async function entrants(cup: bigint, count: number) {
  const found: { id: bigint; play: Awaited<ReturnType<typeof seat>> }[] = []
  for (let at = 0; at < count; at += 1) {
    await db.sql.deleteFrom('http_rate_limit').execute()
    const { id, cookie } = await addPayer(node, { main: 10_000n })
    await node.as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
    found.push({ id, play: await seat(node, id) })
  }
  return found
}

const prizes = (cup: bigint) =>
  db.sql
    .selectFrom('tournaments_prize')
    .select(['place', 'kind', 'state'])
    .where('tournament_id', '=', cup)
    .orderBy('place')
    .execute()
const stateOf = async (cup: bigint) =>
  (await db.sql.selectFrom('tournaments_tournament').select('state').where('id', '=', cup).executeTakeFirstOrThrow())
    .state

test('a prize that fails keeps no other from its own, and is paid when it can be', async () => {
  const cup = await addCup(db, {
    prizes: [
      { from: 1, to: 1, kind: 'points', points: 600 },
      { from: 2, to: 2, kind: 'cash', amount: { EUR: '5' } },
    ],
  })
  for (const [at, { play }] of (await entrants(cup, 2)).entries()) await play.spin({ win: BigInt(900 - at * 100) })
  await endCup(db, cup)
  const broken = { points: () => Promise.reject(new Error('out of order')) }
  await expect(finishDue(house, { waitMs: 0, givers: broken })).rejects.toThrow('out of order')
  expect((await prizes(cup)).map(({ kind, state }) => [kind, state])).toEqual([
    ['points', 'owed'],
    ['cash', 'paid'],
  ])
  await finishDue(house, { waitMs: 0, givers: { points: async () => undefined } })
  expect((await prizes(cup)).map(({ state }) => state)).toEqual(['paid', 'paid'])
})

test('a prize that has no amount in the currency of its winner by then is withheld, and the operator sees it', async () => {
  const cup = await addCup(db, { prizes: [{ from: 1, to: 2, kind: 'cash', amount: { EUR: '5' } }] })
  const [changed, same] = await entrants(cup, 2)
  await changed?.play.spin({ win: 900n })
  await same?.play.spin({ win: 800n })
  await db.sql
    .updateTable('account_player')
    .set({ currency: 'BRL' })
    .where('id', '=', changed?.id ?? 0n)
    .execute()
  await endCup(db, cup)
  const error = vi.fn()
  await finishDue({ ...house, log: { ...house.log, error } }, { waitMs: 0 })
  expect((await prizes(cup)).map(({ place, state }) => [place, state])).toEqual([
    [1, 'withheld'],
    [2, 'paid'],
  ])
  const told = { player: String(changed?.id), place: 1, kind: 'cash', currency: 'BRL' }
  expect(error).toHaveBeenCalledWith(expect.objectContaining(told), 'a prize has no amount to pay')
  const { lines } = await run(db, ['tournaments', 'show', String(cup)])
  expect(lines.join('\n')).toContain(`withheld: cash of place 1, player ${changed?.id}`)
})

test('one that cannot be made keeps no other from being made, and none that is over from its result', async () => {
  const over = await addCup(db)
  const [entrant] = await entrants(over, 1)
  await entrant?.play.spin({ win: 900n })
  await endCup(db, over)
  await sql`update tournaments_tournament set cut_at = cut_at - interval '1 hour', starts_at = starts_at - interval '2 hours',
    ends_at = ends_at - interval '1 hour' where id = ${over}`.execute(db.sql)
  // Comes before the next one by its name, and ends before it starts.
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const body = { starts_at: hours(2), ends_at: hours(1), prizes: [{ from: 1, to: 1, kind: 'points', points: 5 }] }
  await sql`insert into campaigns_live (kind, sysname, hash, body, actor)
    values ('tournaments', 'backwards', 'backwards', ${JSON.stringify(body)}::jsonb, 'test')`.execute(db.sql)
  await expect(addCup(db, {}, 'later')).rejects.toThrow('tournaments_tournament_check')
  const made = await db.sql.selectFrom('tournaments_tournament').select('definition').execute()
  expect(made.some(({ definition }) => definition.startsWith('later'))).toBe(true)
  await expect(keepTournaments(house)).rejects.toThrow('tournaments_tournament_check')
  expect(await stateOf(over)).toBe('finished')
  await sql`delete from campaigns_live where sysname = 'backwards'`.execute(db.sql)
})

test('more prizes than a statement has parameters are written, and the currencies of all who won are read', async () => {
  const cup = await addCup(db)
  const winners = Array.from({ length: 70_000 }, (_, at) => 1_000_000n + BigInt(at))
  const { id } = await addPayer(node, {})
  const currencies = await readCurrencies(db.sql, relations.profileFacts, [...winners, id])
  expect([...currencies]).toEqual([[id, 'EUR']])
  const written = await begin(db, async (tx) => {
    // These players are not there: the row of each prize is what is asked about.
    await sql`set local session_replication_role = replica`.execute(tx)
    const each = { kind: 'bonus', currency: 'EUR', amount: 500n, template: 'five, "six"', state: 'owed' } as const
    const spins = { ...each, kind: 'freespins', amount: null, template: null } as const
    const won = winners.map((playerId, at) => ({ ...(at === 1 ? spins : each), playerId, place: at + 1 }))
    await addPrizes(tx, cup, won)
    await addPrizes(tx, cup, [])
    const rows = await prizesOf(tx, [cup], null)
    await sql`delete from tournaments_prize where tournament_id = ${cup}`.execute(tx)
    return rows
  })
  expect(written).toHaveLength(70_000)
  expect(written.slice(0, 2)).toMatchObject([
    { playerId: 1_000_000n, place: 1, kind: 'bonus', currency: 'EUR', amount: 500n, template: 'five, "six"' },
    { playerId: 1_000_001n, place: 2, kind: 'freespins', amount: null, template: null, state: 'owed' },
  ])
})

test('a tournament that cannot be settled keeps no other from its result', async () => {
  const [broken, whole] = [await addCup(db), await addCup(db)]
  const [entrant] = await entrants(whole, 1)
  await entrant?.play.spin({ win: 900n })
  await endCup(db, broken)
  await endCup(db, whole)
  const terms = await db.sql
    .selectFrom('tournaments_tournament')
    .select('terms')
    .where('id', '=', broken)
    .executeTakeFirstOrThrow()
  const write = (body: string) =>
    sql`update tournaments_tournament set terms = ${body}::jsonb where id = ${broken}`.execute(db.sql)
  await write('{"prizes": 7}')
  await expect(finishDue(house, { waitMs: 0 })).rejects.toThrow()
  expect([await stateOf(broken), await stateOf(whole)]).toEqual(['open', 'finished'])
  expect((await prizes(whole)).map(({ state }) => state)).toEqual(['paid'])
  await write(JSON.stringify(terms.terms))
  await finishDue(house, { waitMs: 0 })
  expect(await stateOf(broken)).toBe('finished')
})

test('of equal scores the one that was there first is ahead, whoever joined or registered first', async () => {
  const cup = await addCup(db)
  const [first, second] = await entrants(cup, 2)
  for (const who of [second, first]) {
    await who?.play.spin({ win: 900n })
    await sql`select pg_sleep(0.005)`.execute(db.sql)
  }
  await endCup(db, cup)
  await finishDue(house, { waitMs: 0 })
  const placed = await db.sql
    .selectFrom('tournaments_result')
    .select('player_id')
    .where('tournament_id', '=', cup)
    .orderBy('place')
    .execute()
  expect(placed.map(({ player_id }) => player_id)).toEqual([second?.id, first?.id])
})

test('a crowd that played more than one statement reads is scored the same, portion by portion', async () => {
  const cup = await addCup(db)
  const all = await entrants(cup, 4)
  const played = [7, 2, 0, 4]
  for (const [at, { play }] of all.entries())
    for (let spin = 0; spin < (played[at] ?? 0); spin += 1) await play.spin({ win: BigInt(100 + ((spin * 37) % 90)) })
  const tournament = await readTournament(db.sql, cup)
  if (!tournament) throw new Error('no tournament')
  const entries = await entriesIn(db.sql, cup, { after: 0n, count: 10 })
  const stretches = entries.map((entry) => stretchOf(entry, tournament))
  const portions = await stoodRounds.portionsOf(db.sql, stretches, 3)
  const read = await Promise.all(portions.map((portion) => stoodRounds.ofPlayers(db.sql, portion, { cut: null })))
  expect(read.map((rounds) => rounds.length)).toEqual([2, 3, 2, 2, 2, 2])
  const whole = await stoodRounds.ofPlayers(db.sql, stretches, { cut: null })
  const names = (rounds: typeof whole) => rounds.map(({ round }) => round).sort()
  expect(names(read.flat())).toEqual(names(whole))
  for (const kind of ['multiplier_best', 'multiplier_sum', 'multiplier_run', 'streak', 'stake', 'win'] as const) {
    const terms = { ...tournament.terms, kind, best_of: 3, run_length: 3, most_rounds: 6, most_per_day: 50 }
    const score = (most: number) =>
      scoreAnew(db.sql, { ...tournament, terms }, entries, {
        ...{ cut: null, kinds: openKinds(null), atMs: Date.now() + 60_000, most },
      })
    const at = await score(100)
    expect(at.filter(({ tally }) => tally.score > 0n)).toHaveLength(3)
    for (const most of [1, 3, 6]) expect(await score(most)).toEqual(at)
  }
})

test('the words of a stopped definition are read by players of those that do not begin; one that runs is played on', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const cup = await addCup(db, { starts_at: hours(-1), ends_at: hours(1), repeats: 'day' }, 'daily')
  const { definition } = await db.sql
    .selectFrom('tournaments_tournament')
    .select('definition')
    .where('id', '=', cup)
    .executeTakeFirstOrThrow()
  const name = `tournaments/${definition}`
  expect(await run(db, ['campaigns', 'stop', name])).toMatchObject({ code: 1 })
  expect(await run(db, ['campaigns', 'stop', name, 'The', 'studio', 'is', 'closed'])).toMatchObject({ code: 0 })
  await keepTournaments(house)
  const [running, ...coming] = await db.sql
    .selectFrom('tournaments_tournament')
    .select(['id', 'state', 'note'])
    .where('definition', '=', definition)
    .orderBy('starts_at')
    .execute()
  expect(running).toEqual({ id: cup, state: 'open', note: '' })
  expect(coming.length).toBeGreaterThan(0)
  const words = { state: 'cancelled', note: 'The studio is closed' }
  expect(coming).toMatchObject(Array.from(coming, () => words))
})

test('what came too late is found however many tournaments were cancelled since', async () => {
  const cup = await addCup(db)
  const [entrant] = await entrants(cup, 1)
  const spun = await entrant?.play.spin({ win: 900n })
  await endCup(db, cup)
  await finishDue(house, { waitMs: 0 })
  await entrant?.play.rollback(spun?.round ?? '', spun?.transaction ?? '')
  await sql`insert into tournaments_tournament
      (sysname, definition, starts_at, ends_at, join_until, cut_at, version_id, terms, templates, state)
    select sysname || '-again-' || n, definition, starts_at, ends_at + interval '1 second', join_until, cut_at + interval '1 second',
      version_id, terms, templates, 'cancelled'
    from tournaments_tournament, generate_series(1, 250) as n where id = ${cup}`.execute(db.sql)
  expect((await lateLines(db.sql)).some((line) => line.includes(`/${spun?.round}`))).toBe(true)
})
