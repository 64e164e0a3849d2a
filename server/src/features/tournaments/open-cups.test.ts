import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { publish } from '../../test/campaigns.ts'
import { addPayer } from '../../test/cashier.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { addCup } from '../../test/tournaments.ts'
import { addPlayers } from '../../test/world.ts'

/** A crowd that joins at one moment is decided together; each player is answered as if alone. */

const node = await testApp()
const { db } = node
await publish(db, 'loyalty-programs', 'house-club', plainProgram)

const join = (cookie: string, cup: bigint) =>
  node.as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
const said = ({ json }: Awaited<ReturnType<typeof join>>): string =>
  json.error?.error_data?.reason ?? json.error?.type ?? 'in'
const inside = async (cup: bigint) =>
  (
    await db.sql
      .selectFrom('tournaments_entry')
      .select(['player_id', 'fee'])
      .where('tournament_id', '=', cup)
      .where('state', '=', 'in')
      .orderBy('join_no')
      .execute()
  ).map(({ player_id, fee }) => [player_id, fee])

test('players of one crowd do not answer for each other', async () => {
  const open = await addCup(db)
  const [feeA, feeB] = [await addCup(db, { fee_points: 200 }), await addCup(db, { fee_points: 200 })]
  const abroad = await addCup(db, { conditions: { countries: ['BR'] } })
  const yen = await addCup(db, {
    prizes: [{ from: 1, to: 1, kind: 'cash', amount: { JPY: '8000' } }],
  })
  const [first, twice, rich, last] = await Promise.all(Array.from({ length: 4 }, () => addPayer(node, {})))
  if (!first || !twice || !rich || !last) throw new Error('four were asked for')
  await givePoints(db, rich.id, 300n)
  await db.sql.deleteFrom('http_rate_limit').execute()
  // The first goes alone at once; all others come while it is decided, and are one crowd.
  const answers = await Promise.all([
    join(first.cookie, open),
    join(twice.cookie, open),
    join(twice.cookie, open),
    join(first.cookie, abroad),
    join(first.cookie, yen),
    join(first.cookie, 999_999n),
    join(rich.cookie, feeA),
    join(rich.cookie, feeB),
    join(last.cookie, feeA),
    join(last.cookie, open),
  ])
  expect(answers.map(said)).toEqual([
    ...['in', 'in', 'in', 'NOT_FOR_YOU', 'NOT_FOR_YOU', 'UNKNOWN_TOURNAMENT'],
    ...['in', 'NOT_ENOUGH_POINTS', 'NOT_ENOUGH_POINTS', 'in'],
  ])
  expect(await inside(open)).toEqual([
    [first.id, 0n],
    [twice.id, 0n],
    [last.id, 0n],
  ])
  expect(await inside(feeA)).toEqual([[rich.id, 200n]])
  expect(await inside(feeB)).toEqual([])
})

test('a crowd for few places is decided together, and takes exactly these', async () => {
  const cup = await addCup(db, { most_players: 40 })
  const ids = await addPlayers(db, 120)
  const cookies = await Promise.all(ids.map((id) => node.signIn(id)))
  await db.sql.deleteFrom('http_rate_limit').execute()
  const answers = await Promise.all(cookies.map((cookie) => join(cookie, cup)))
  expect(Map.groupBy(answers.map(said), (word) => word).get('in')).toHaveLength(40)
  expect(new Set(answers.map(said))).toEqual(new Set(['in', 'TOURNAMENT_FULL']))
  const { players, joins, version } = await db.sql
    .selectFrom('tournaments_tournament')
    .select(['players', 'joins', 'version'])
    .where('id', '=', cup)
    .executeTakeFirstOrThrow()
  expect([players, joins, (await inside(cup)).length]).toEqual([40, 40, 40])
  // One step of the board for all who came in together.
  expect(Number(version)).toBeLessThan(20)
})
