import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { HistoryLine, PaidBy } from '../../../ports/history.ts'
import { testApp } from '../../../test/app.ts'
import { houseOf } from '../../../test/cashier.ts'
import { roundsHistory } from './history-store.ts'
import { makeExport } from './make-export.ts'
import { type ExportSource, type HistorySource, openHistory } from './source.ts'

/** A second product, as bets will be one: it gives its lines, and no reader is edited for it. */

const house = await testApp()
const { db } = house
let playerId = 0n

const at = (minutesAgo: number) => new Date(Date.UTC(2026, 5, 1, 12) - minutesAgo * 60_000)
const slip = (name: string, minutesAgo: number, isClosed: boolean): HistoryLine & PaidBy => ({
  ...{ provider: 'slips', round: name, game: 'football', mode: 'real', currency: 'EUR', staked: 500n },
  ...{ won: isClosed ? 900n : 0n, isClosed, isFree: false, version: null, openedAt: at(minutesAgo) },
  ...{ own: 500n, bonus: 0n, counted: 0n },
})
const slips = [slip('s2', 2, false), slip('s5', 5, true), slip('s9', 9, true)]
const open = slips.filter(({ isClosed }) => !isClosed)
const secondProduct: HistorySource = {
  product: 'slips',
  page: async (_db, _query, { count, offset }) => slips.slice(offset, offset + count),
  count: async () => slips.length,
  openPage: async (_db, _playerId, { count, offset }) => open.slice(offset, offset + count),
  countOpen: async () => open.length,
  openStakes: async () => open.reduce((sum, { staked }) => sum + staked, 0n),
}

const history = openHistory([roundsHistory, secondProduct])
const names = (lines: readonly { round: string }[]) => lines.map(({ round }) => round)

beforeAll(async () => {
  playerId = await house.addPlayer({ login: 'both@example.com' })
  for (const [name, minutes, isClosed] of [
    ['r1', 1, false],
    ['r4', 4, true],
    ['r6', 6, true],
  ] as const) {
    await sql`insert into rounds_round (provider, round, player_id, game, mode, currency, staked, won, bets, is_closed,
        opened_at)
      values ('sample', ${name}, ${playerId}, 'goal-streak', 'real', 'EUR', 100, 0, 1, ${isClosed}, ${at(minutes)})`.execute(
      db.sql,
    )
  }
})

test('lines of both products stand in one history, newest first, and every page of it is right', async () => {
  const query = { playerId, mode: 'real' } as const
  const whole = ['r1', 's2', 'r4', 's5', 'r6', 's9']
  expect(names(await history.page(db.sql, query, { count: 10, offset: 0 }))).toEqual(whole)
  expect(await history.count(db.sql, query)).toBe(6)
  for (const offset of [0, 2, 4, 5, 6]) {
    expect(names(await history.page(db.sql, query, { count: 2, offset }))).toEqual(whole.slice(offset, offset + 2))
  }
})

test('what is open of either is an open stake', async () => {
  expect(names(await history.openPage(db.sql, playerId, { count: 10, offset: 0 }))).toEqual(['r1', 's2'])
  expect(await history.countOpen(db.sql, playerId)).toBe(2)
  expect(await history.openStakes(db.sql, { playerId, currency: 'EUR' })).toBe(600n)
  expect(await history.openStakes(db.sql, { playerId, currency: 'GBP' })).toBe(500n)
  expect(await openHistory([roundsHistory]).openStakes(db.sql, { playerId, currency: 'GBP' })).toBe(0n)
})

test('a second product writes its own lines into a file by the same parts', async () => {
  const { id } = await db.sql
    .insertInto('rounds_export')
    .values({ player_id: playerId, mode: 'real' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const oldest = slips.toReversed()
  const source: ExportSource = {
    product: 'games',
    header: 'slip\r\n',
    lines: async (_ctx, _tx, { after, count }) => {
      const begin = oldest.findIndex(({ round }) => round === after.round) + 1
      return oldest.slice(begin, begin + count).map(({ round, provider, openedAt }) => ({
        text: `${round}\r\n`,
        place: { at: openedAt.toISOString(), provider, round },
      }))
    },
  }
  await makeExport(houseOf(house), { exportId: id }, { rounds: 2, parts: 5 }, source)
  const parts = await db.sql
    .selectFrom('rounds_export_part')
    .select('bytes')
    .where('export_id', '=', id)
    .orderBy('part')
    .execute()
  expect(parts.map(({ bytes }) => String(gunzipSync(bytes))).join('')).toBe('slip\r\ns9\r\ns5\r\ns2\r\n')
})
