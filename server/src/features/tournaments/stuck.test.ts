import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { finishDue } from './finish.ts'
import { openKinds, scoreAnew, stretchOf } from './score.ts'
import { entriesIn, readTournament } from './store.ts'

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
