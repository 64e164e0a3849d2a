import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { chanceFrom } from '../../test/purses.ts'
import { addCup } from '../../test/tournaments.ts'
import { addPlayers } from '../../test/world.ts'
import { readTournamentBoard } from './board.ts'

const { db } = await testApp()

test('a board that follows changes is the one that is read anew', async () => {
  const cup = await addCup(db)
  const ids = await addPlayers(db, 60)
  const joined = { tournament_id: cup, joined_at: new Date(), version: 0n }
  await db.sql
    .insertInto('tournaments_entry')
    .values(ids.map((player_id, at) => ({ ...joined, player_id, join_no: at + 1 })))
    .execute()
  const chance = chanceFrom(3)
  // Where plain numbers tell no two neighbours apart any more.
  const change = (version: number) =>
    sql`update tournaments_entry as e set score = n.score, state = n.state, reached_at = now(), version = ${version}
      from unnest(${`{${ids.filter(() => chance(3) === 0).join()}}`}::bigint[]) as meant (who)
      cross join lateral (select 9007199254740990 + (random() * 9)::int as score, case when random() < 0.2 then 'left' else 'in' end as state, who) as n
      where e.tournament_id = ${cup} and e.player_id = n.who`.execute(db.sql)
  for (let version = 1; version <= 3; version += 1) {
    await change(version)
    await sql`update tournaments_tournament set version = ${version} where id = ${cup}`.execute(db.sql)
    const board = async () => readTournamentBoard(db.sql, cup)
    await expect.poll(async () => (await board())?.version, { timeout: 30_000 }).toBe(version)
    const { rows } = await sql<{ playerId: bigint; score: bigint }>`select player_id as "playerId", score
      from tournaments_entry where tournament_id = ${cup} and state = 'in'
      order by score desc, date_trunc('milliseconds', reached_at) nulls last, join_no`.execute(db.sql)
    const seen = await board()
    expect(seen?.entries.map(({ playerId, score }) => ({ playerId, score }))).toEqual(rows)
    expect(seen?.total()).toBe(rows.reduce((sum, { score }) => sum + score, 0n))
    for (const [place, { playerId }] of rows.entries()) expect(seen?.placeOf(playerId)).toBe(place)
  }
})

test('pages do not wait while a board is read again, unless that takes long', async () => {
  const cup = await addCup(db)
  const began = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(began)
  try {
    const first = await readTournamentBoard(db.sql, cup)
    const late = await begin(db, async (tx) => {
      await sql`lock table tournaments_tournament in access exclusive mode`.execute(tx)
      clock.mockReturnValue(began + 1_400)
      expect(await readTournamentBoard(db.sql, cup)).toBe(first)
      clock.mockReturnValue(began + 1_600)
      return { board: readTournamentBoard(db.sql, cup) }
    })
    expect(await late.board).not.toBe(first)
  } finally {
    clock.mockRestore()
  }
})
