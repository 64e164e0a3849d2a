import { stakeUnit } from '@croupier/studio/engine/stakes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { die } from '../../test/killed.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { chanceFrom } from '../../test/purses.ts'
import { addCup, endCup, type Seat, seat } from '../../test/tournaments.ts'
import { sweepCups } from '../tournaments/feed.ts'
import { finishDue, recomputeResult } from '../tournaments/finish.ts'
import { keepTournaments, tournamentHouse } from '../tournaments/tournaments.ts'
import { workIn } from '../tournaments/work-in.ts'
import { sweepPoints } from './feed.ts'
import { loyaltyHouse } from './loyalty.ts'
import { recomputePoints } from './recompute.ts'
import { workInPoints } from './work-in.ts'

/**
 * Everything of the clubs at once and by chance, on two nodes, by players with no decimals, two and six: rounds and what
 * is taken back of them, joins, leaves, purchases, dealers, switches, breaks, payouts, workers that die, cups that end or
 * are cancelled. Afterwards all books agree.
 */

const payments = new Map([['sandbox', pretendProvider('sandbox').provider]])
const node = await testApp({ payments })
const other = await testApp({ beside: node, payments })
const { db } = node
const nodes = [node, other] as const
const houses = [houseOf(node), houseOf(other)] as const
await publishTemplates(db)
await publish(db, 'characters', 'lion', { boosts: { casino: 120 } })
await publish(db, 'loyalty-programs', 'house-club', { ...plainProgram, default_rate: 500, most_per_day: 60 })
await publish(db, 'quests', 'own-limits', { period: 'once', steps: [{ kind: 'limit_set' }], reward: 200 })
const amount = { EUR: '1', JPY: '150', USDT: '1' }
const shelf = { 'spins-ten': { kind: 'cash', amount, stock: 7 }, 'cash-five': { kind: 'cash', amount, per_player: 2 } }
for (const [name, terms] of Object.entries(shelf)) await publish(db, 'loyalty-products', name, { ...terms, price: 40 })

type Player = {
  id: bigint
  cookie: string
  unit: bigint
  play: Seat
  open: string[]
  done: { round: string; transaction: string }[]
}
type Chance = (below: number) => number

async function newPlayer(currency: string): Promise<Player> {
  const unit = stakeUnit(currency)
  const { id, cookie } = await addPayer(node, { main: unit * 100_000n, currency, row: { character_id: 'lion' } })
  await givePoints(db, id, 200n)
  return { id, cookie, unit, play: await seat(node, id, { currency }), open: [], done: [] }
}

const volume = { kind: 'stake', most_per_day: 40 }
const kinds = [{ kind: 'multiplier_sum', best_of: 3 }, { kind: 'streak', at_least: 1.2 }, volume, {}]
const addOne = (at: number) =>
  addCup(db, {
    ...{ fee_points: 20, most_players: 4, most_rounds: 25, grace: 0, reset_on_cashout: at % 2 === 0 },
    ...{ prizes: [{ from: 1, to: 1, kind: 'cash', amount }], ...kinds[at % kinds.length] },
    ...(at % 2 === 1 && { prizes: [{ from: 1, to: 2, kind: 'points', points: 30 }] }),
  })

let calls = 0
const faults: string[] = []
async function call({ cookie }: Player, method: string, said: Record<string, string>): Promise<void> {
  calls += 1
  const { status, json } = await nodes[calls % 2 === 0 ? 0 : 1].as(cookie).post(method, said)
  if (status >= 500) faults.push(`${method}: ${JSON.stringify(json)}`)
}

/** What a game does fails where its player is shut out meanwhile. */
const mayFail = (work: Promise<unknown>) => work.catch(() => undefined)

const playSteps: ((who: Player, chance: Chance) => Promise<unknown>)[] = [
  async ({ play, unit, done }, chance) => {
    const spin = play.spin({ stake: unit * BigInt(1 + chance(6)), win: (unit * BigInt(chance(900))) / 100n })
    done.push(await spin)
  },
  async ({ play, unit, open }) => open.push((await play.bet({ stake: unit * 2n })).round),
  async ({ play, unit, open }) => {
    const round = open.shift()
    if (round) await play.win(round, unit * 3n)
  },
  async ({ play, done }, chance) => {
    const [last] = done.splice(chance(Math.max(1, done.length)), 1)
    if (last) await play.rollback(last.round, last.transaction)
  },
]

const shut = (id: bigint, until: 'infinity' | null) =>
  sql`update account_player set excluded_until = ${until}::timestamptz where id = ${id}`.execute(db.sql)

function buySomething(who: Player, chance: Chance) {
  const id = chance(2) === 0 ? 'spins-ten' : 'cash-five'
  // Often the same key, also for another product and on the other node.
  return call(who, 'loyalty.buyproduct', { id, expected_price: '40', key: `key-of-order-${who.id}-${chance(6)}` })
}

const clubSteps: ((who: Player, chance: Chance, cups: readonly bigint[]) => Promise<unknown>)[] = [
  (who, chance, cups) => call(who, 'tournaments.participate', { tournament_id: String(cups[chance(cups.length)]) }),
  (who, chance, cups) => call(who, 'tournaments.participate', { tournament_id: String(cups.at(-1 - chance(2))) }),
  (who, chance, cups) =>
    chance(2) === 0
      ? call(who, 'tournaments.leave', { tournament_id: String(cups[chance(cups.length)]) })
      : Promise.resolve(),
  (who, chance) => buySomething(who, chance),
  (who, chance) => buySomething(who, chance),
  (who, chance) => call(who, 'loyalty.setcharacter', { id: chance(2) === 0 ? 'fox' : 'lion' }),
  (who, chance) => call(who, 'loyalty.setActive', { is_active: chance(3) === 0 ? '0' : '1' }),
  (who) => call(who, 'account.setLimit', { kind: 'deposit', period: '7', amount: '500' }),
  (who, chance) => {
    const said = { method: 'wallet', amount: '20', key: `key-of-payout-${who.id}-${chance(9)}` }
    return call(who, 'cashier.makewithdrawal', { ...said, 'requisites[account]': 'a@pay.example' })
  },
  ({ id }, chance) => shut(id, chance(4) === 0 ? 'infinity' : null),
]

const working = (ids: readonly bigint[], chance: Chance) => async () => {
  const house = houses[chance(2) === 0 ? 0 : 1]
  const death = { at: 1, isAfter: chance(2) === 0 }
  const isDying = chance(3) === 0
  await (isDying ? die(house, (ctx) => workIn(ctx, ids), death) : workIn(house, ids))
  await (isDying ? die(house, (ctx) => workInPoints(ctx, ids), death) : workInPoints(house, ids))
}

const givers = {
  points: (tx: Parameters<typeof loyaltyHouse.givePrize>[1], prize: Parameters<typeof loyaltyHouse.givePrize>[2]) =>
    loyaltyHouse.givePrize(async () => undefined, tx, prize),
}

async function endOne(cup: bigint, chance: Chance) {
  // Workers that died left something behind.
  await sweepCups(houses[1])
  if (chance(3) === 0) await begin(db, (tx) => tournamentHouse.cancel(tx, cup, 'not today'))
  else await endCup(db, cup)
  const how = chance(3)
  if (how === 0)
    await die(houses[0], (ctx) => finishDue(ctx, { waitMs: 0, givers }), { at: 1 + chance(3), isAfter: true })
  await Promise.all(houses.map((house) => finishDue(house, { waitMs: 0, givers })))
  await Promise.all(houses.map((house) => keepTournaments(house, givers)))
}

/** Each of them is long. */
const steps = Math.min(2_000, effort.cupSteps / 2)

test('all at once, and all books agree', async () => {
  const chance = chanceFrom(29)
  const players = await Promise.all(['EUR', 'JPY', 'USDT', 'EUR', 'JPY', 'USDT'].map(newPlayer))
  const ids = players.map(({ id }) => id)
  const cups = [await addOne(0), await addOne(1)]
  for (let step = 0; step < steps; step += 1) {
    await db.sql.deleteFrom('http_rate_limit').execute()
    const at = [...players].sort(() => chance(3) - 1)
    await Promise.all([
      ...at.slice(0, 3).map((who) => mayFail(playSteps[chance(playSteps.length)]?.(who, chance) ?? Promise.resolve())),
      ...at.slice(2, 5).map((who) => clubSteps[chance(clubSteps.length)]?.(who, chance, cups)),
      ...(chance(2) === 0
        ? [
            working(
              ids.filter(() => chance(2) === 0),
              chance,
            )(),
          ]
        : []),
      ...(chance(2) === 0 ? [working(ids, chance)()] : []),
    ])
    if (step % 12 === 11) {
      await endOne(cups.at(-1) ?? 0n, chance)
      cups.push(await addOne(cups.length))
    }
  }
  for (const id of ids) await shut(id, null)
  for (const house of houses) await Promise.all([sweepCups(house), sweepPoints(house)])
  // The others are over.
  for (const cup of [cups[0], cups.at(-1)]) await endCup(db, cup ?? 0n)
  await Promise.all(houses.map((house) => finishDue(house, { waitMs: 0, givers })))
  await keepTournaments(houses[0], givers)

  expect(faults).toEqual([])
  for (const id of ids) expect((await recomputePoints(db.sql, id)).differences).toEqual([])
  const results = (await Promise.all(cups.map((cup) => recomputeResult(db.sql, cup)))).filter((each) => each !== null)
  expect(results.length).toBeGreaterThan(1)
  for (const { hash, stored } of results) expect(hash).toBe(stored)
  expect([...node.lines, ...other.lines].filter((line) => line.includes('running scores differ'))).toEqual([])
  await expectZero(db)
  await expectKeptFees()
  await expectShelf()
  await expectBusy()
})

/** What entries hold is what lies in the purse of fees. */
async function expectKeptFees() {
  const { rows } = await sql<{ held: string; kept: string }>`select
      (select coalesce(sum(fee), 0) from tournaments_entry)::text as held,
      (select coalesce(sum(balance), 0) from wallet_purse where owner = 'loyalty' and kind = 'tournaments')::text as kept`.execute(
    db.sql,
  )
  expect(rows[0]?.held).toBe(rows[0]?.kept)
}

async function expectShelf() {
  const { rows } = await sql<{ product: string; sold: number; most: number; spent: string; lines: string }>`
    select o.product, count(*)::int as sold, max(own)::int as most, sum(o.price)::text as spent,
      (select sum(t.amount) from wallet_transfer as t where t.reason = 'purchase' and t.amount = 40
        and t.ref in (select 'order:' || id from loyalty_order where product = o.product))::text as lines
    from (select product, price, count(*) over (partition by player_id, product) as own from loyalty_order) as o
    group by o.product order by 1`.execute(db.sql)
  for (const { spent, lines } of rows) expect(spent).toBe(lines)
  expect(rows.find(({ product }) => product === 'spins-ten')?.sold ?? 0).toBeLessThanOrEqual(7)
  expect(rows.find(({ product }) => product === 'cash-five')?.most ?? 0).toBeLessThanOrEqual(2)
}

/** Most of it is refused to players who are shut out; enough is not. */
async function expectBusy() {
  const { rows } = await sql<{ rounds: number; joins: number; orders: number; prizes: number }>`select
      (select count(*) from rounds_round)::int as rounds, (select sum(joins) from tournaments_tournament)::int as joins,
      (select count(*) from loyalty_order)::int as orders, (select count(*) from tournaments_prize)::int as prizes`.execute(
    db.sql,
  )
  expect(rows[0]?.rounds).toBeGreaterThan(steps / 2)
  expect(Math.min(rows[0]?.joins ?? 0, rows[0]?.orders ?? 0)).toBeGreaterThan(3)
  expect(rows[0]?.prizes).toBeGreaterThan(0)
}
