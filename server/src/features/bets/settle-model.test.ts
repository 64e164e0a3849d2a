import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, openBet, type SaidResult, sayResult } from '../../test/bets.ts'
import { expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { chanceFrom, payIn } from '../../test/purses.ts'
import { type ModelBet, settleModel, type Word } from '../../test/settle-model.ts'
import { addPlayers } from '../../test/world.ts'
import { move, verifyLedger } from '../wallet/wallet.ts'
import { lockRunning } from './cash-out/cash-out-store.ts'
import { payCashOut } from './cash-out/pay.ts'
import { openBetDesk } from './desk.ts'
import { ruleBet } from './rule-bet.ts'
import { readWords } from './settle-view.ts'
import { marketsResulted, settleDue } from './settler.ts'

/** Random histories of results, corrections, rollbacks, windows, rulings and cash-outs: the ledger stands where the model does. */

const node = await testApp()
const { db } = node
const house = houseOf(node)

/** Few and poor, so that much happens to each of them. */
const players = 2
const questions = 3
const begin = 2_000n
const storySteps = 40

type Said = { over: Word; under: Word }
const words: readonly [SaidResult, Said][] = [
  [
    { over: [1, 0, 1], under: [0, 0, 1] },
    { over: [1, 0, 1], under: [0, 0, 1] },
  ],
  [
    { over: [0, 0, 1], under: [1, 0, 1] },
    { over: [0, 0, 1], under: [1, 0, 1] },
  ],
  [
    { over: [1, 1, 2], under: [0, 1, 2] },
    { over: [1, 1, 2], under: [0, 1, 2] },
  ],
  [
    { over: [1, 0, 2], under: [1, 0, 2] },
    { over: [1, 0, 2], under: [1, 0, 2] },
  ],
  [{ over: [0, 1, 1] }, { over: [0, 1, 1], under: [0, 0, 1] }],
  ['void', { over: [0, 1, 1], under: [0, 1, 1] }],
  ['taken back', { over: null, under: null }],
]
const rulings = [null, [0, 1, 1], [1, 0, 1], [0, 0, 1], [1, 1, 2]] as const

function randomBet(chance: (below: number) => number, most: bigint): ModelBet {
  const count = chance(2) === 0 ? questions : 1 + chance(questions)
  const markets = Array.from({ length: questions }, (_, at) => at)
    .map((market) => ({ market, at: chance(1_000) }))
    .sort((a, b) => a.at - b.at)
  const legs = markets.slice(0, count).map(({ market }) => ({
    ...{ market, price: 1_010 + chance(3_000), outcome: chance(5) === 0 ? ('under' as const) : ('over' as const) },
  }))
  const bankers = count > 2 && chance(3) === 0 ? [chance(count)] : []
  const free = count - bankers.length
  const sizes = [1, 2, 3, 4].filter((size) => size <= free && chance(2) === 0)
  const isSystem = count > 2 && sizes.length > 0 && chance(3) === 0
  const stake = 30n + BigInt(chance(Number(most > 800n ? 800n : most)))
  return {
    ...{ player: 0, stake, legs, hasBoost: chance(4) > 0, isMultiple: !isSystem && count > 1 },
    ...(isSystem ? { sizes, bankers } : { sizes: [count], bankers: [] }),
  }
}

async function tellStory(seed: number) {
  const chance = chanceFrom(seed)
  const ids = await addPlayers(db, players)
  for (const id of ids) await payIn(db, id, begin)
  const markets = await addMarkets(db, questions)
  const model = settleModel(players, begin)
  const bets: bigint[] = []
  let spent = 0

  const idOf = (player: number) => ids[player] ?? 0n
  const lookAgain = async (market: number) => {
    await marketsResulted(house, { markets: [String(markets[market])] })
    await settleDue(house)
  }
  const place = async () => {
    const player = chance(players)
    if (model.main(player) < 100n) return 'no money'
    const bet = { ...randomBet(chance, model.main(player) - 30n), player }
    const kind = bet.isMultiple ? 'multiple' : bet.legs.length === 1 ? 'single' : 'system'
    const legs = bet.legs.map(({ market, price, outcome }) => ({ market: markets[market] ?? 0n, price, outcome }))
    const { stake, sizes, bankers } = bet
    const made = {
      playerId: idOf(player),
      stake,
      legs,
      kind,
      sizes,
      bankers,
      boostBp: bet.hasBoost ? 4_000 : 0,
    } as const
    bets.push(await openBet(db, made))
    model.place(bet)
    return `place ${JSON.stringify({ ...bet, stake: String(stake) })}`
  }
  const say = async () => {
    const market = chance(questions)
    // Often the one that most bets are for, or no long bet would ever win.
    const [said, meant] = words[chance(2) === 0 ? 0 : chance(words.length)] ?? ['void', { over: null, under: null }]
    await sayResult(db, markets[market] ?? 0n, said)
    await lookAgain(market)
    model.say(market, meant)
    return `say ${market} ${JSON.stringify(said)}`
  }
  const spend = async () => {
    const player = chance(players)
    const amount = chance(2) === 0 ? model.main(player) : model.main(player) / 3n
    if (amount === 0n) return 'nothing to spend'
    spent += 1
    const from = { playerId: idOf(player), kind: 'main', currency: 'EUR' } as const
    const to = { playerId: null, owner: 'house', kind: 'test', currency: 'EUR' } as const
    const transfers = [{ from, to, amount, reason: 'correction', ref: 'test' } as const]
    const key = `${from.playerId}:${spent}`
    await house.begin((tx) =>
      move(tx, { scope: 'spent', key, playerId: from.playerId, body: {}, transfers, answer: () => null }),
    )
    model.spend(player, amount)
    return `spend ${player} ${amount}`
  }
  const rule = async () => {
    if (bets.length === 0) return 'no bet'
    const at = chance(bets.length)
    const leg = chance(model.bet(at)?.legs.length ?? 1)
    const result = rulings[chance(rulings.length)] ?? null
    await ruleBet(house, { betId: bets[at] ?? 0n, place: leg, part: 0, result, reason: 'by hand', actor: 'operator' })
    model.rule(at, leg, result)
    return `rule ${at} ${leg} ${JSON.stringify(result)}`
  }
  const cash = async () => {
    const open = bets.flatMap((_, at) => (model.bet(at)?.state === 'open' ? [at] : []))
    const at = open[chance(Math.max(1, open.length))]
    const { stake, player } = (at === undefined ? undefined : model.bet(at)) ?? {}
    if (at === undefined || stake === undefined || player === undefined) return 'no bet runs'
    const part = chance(4) === 0 ? stake : 1n + BigInt(chance(Number(stake)))
    // Worth less or more than it was staked for: the money does not ask why.
    const value = 1n + BigInt(chance(2 * Number(part)))
    await house.begin(async (tx) => {
      const desk = await openBetDesk(tx, [{ kind: 'look', playerId: idOf(player), legs: [] }], {
        ...node.config,
        lane: 0,
      })
      const bet = await lockRunning(tx, bets[at] ?? 0n)
      if (!bet) throw new Error('the bet is gone')
      const said = (await readWords(tx, [bet])).get(bet.id) ?? []
      await payCashOut(tx, { desk, bet, said }, { part, value, actor: 'player', reason: '' })
    })
    model.cash(at, part, value)
    return `cash ${at} ${part} ${value}`
  }
  const cancel = async () => {
    const market = chance(questions)
    const isLate = chance(2) === 0
    const id = markets[market] ?? 0n
    if (isLate)
      await sql`insert into sports_window (market_id, n, starts_at, ends_at, reason)
        select ${id}, coalesce(max(n), 0) + 1, '-infinity', clock_timestamp(), 'LATE_BET' from sports_window
        where market_id = ${id}`.execute(db.sql)
    else await sql`update sports_window set withdrawn_at = now() where market_id = ${id}`.execute(db.sql)
    await lookAgain(market)
    model.cancel(market, isLate)
    return `cancel ${market} ${isLate}`
  }
  const grow = async () => {
    await db.pool.query('alter table bets_step disable trigger all')
    await db.pool.query("update bets_step set at = at - interval '40 hours' where bet_id = any($1::bigint[])", [bets])
    await db.pool.query('alter table bets_step enable trigger all')
    model.grow(40)
    return 'grow 40'
  }
  const acts = [place, place, place, cash, say, say, say, say, say, say, say, spend, spend, rule, cancel, grow]
  const told: string[] = []
  for (let step = 0; step < storySteps; step += 1) {
    told.push((await acts[chance(acts.length)]?.()) ?? '')
    await compare()
  }

  async function compare() {
    const { rows: purses } = await sql<{ id: bigint; main: bigint; hold: bigint }>`select player_id as id,
        coalesce(sum(balance) filter (where kind = 'main'), 0)::bigint as main,
        coalesce(sum(balance) filter (where kind = 'slip_hold'), 0)::bigint as hold
      from wallet_purse where player_id = any(${`{${ids.join()}}`}::bigint[]) group by 1 order by 1`.execute(db.sql)
    const { rows: stand } = await sql<Record<string, unknown>>`select state, returned, boost, steps,
        is_under_review as "isUnderReview", (select coalesce(sum(shortfall), 0)::bigint from bets_step where bet_id = id) as owed
      from bets_bet where id = any(${`{${bets.join()}}`}::bigint[]) order by id`.execute(db.sql)
    const where = `seed ${seed}\n${told.join('\n')}`
    expect({ purses: purses.map(({ main, hold }) => [main, hold]), stand }, where).toEqual({
      purses: ids.map((_, at) => [model.main(at), model.hold(at)]),
      stand: bets.map((_, at) => {
        const bet = model.bet(at)
        const { returned = 0n, boost = 0n } = bet?.last ?? {}
        return {
          state: bet?.state,
          returned,
          boost,
          steps: bet?.steps,
          isUnderReview: bet?.isUnderReview,
          owed: bet?.owed,
        }
      }),
    })
  }
}

const seeds = Array.from({ length: Math.ceil(effort.settleSteps / storySteps) }, (_, at) => at + 1)

test.each(seeds)('history %i ends as the model says', tellStory, 90_000)

test('everything that can happen to a bet has happened, and the ledger is clean', async () => {
  const { rows } = await sql<Record<string, number>>`select count(*) filter (where kind = 'settled')::int as settled,
      count(*) filter (where kind = 'reopened')::int as reopened,
      count(*) filter (where kind = 'corrected' and returned_after > returned_before)::int as up,
      count(*) filter (where kind = 'corrected' and returned_after < returned_before)::int as down,
      count(*) filter (where kind = 'cashed')::int as cashed,
      count(*) filter (where boost > 0)::int as boosted, count(*) filter (where shortfall > 0)::int as missing,
      count(*) filter (where shortfall < 0)::int as "paid back" from bets_step`.execute(db.sql)
  for (const [what, count] of Object.entries(rows[0] ?? {})) expect(count, what).toBeGreaterThan(0)
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: node.config.dataDir })).faults).toEqual([])
})
