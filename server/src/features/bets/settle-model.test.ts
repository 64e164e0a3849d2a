import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { addMarkets, openBets, type SaidResult, sayResult } from '../../test/bets.ts'
import { expectZero, houseOf } from '../../test/cashier.ts'
import { effort } from '../../test/effort.ts'
import { chanceFrom, mainOf, oneMove, ownPurse } from '../../test/purses.ts'
import { type ModelBet, settleModel, type Word } from '../../test/settle-model.ts'
import { addPlayers } from '../../test/world.ts'
import { moveAll, verifyLedger } from '../wallet/wallet.ts'
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

/** Poor, so that much happens to each; what is said of their markets is said to all of a story, the rest to each alone. */
const mostPlayers = 250
const questions = 3
const begin = 2_000n
const storySteps = 20

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

/** A history is what happens to one player; those of a story share the words about their markets. */
type Story = { seed: number; players: number }

async function tellStory({ seed, players }: Story) {
  const chance = chanceFrom(seed)
  const ids = await addPlayers(db, players)
  await payAll(ids.map((playerId) => ({ playerId, amount: begin, isIn: true })))
  const markets = await addMarkets(db, questions)
  const model = settleModel(players, begin)
  const bets: bigint[] = []

  const idOf = (player: number) => ids[player] ?? 0n
  const lookAgain = async (market: number) => {
    await marketsResulted(house, { markets: [String(markets[market])] })
    await settleDue(house)
  }
  /** About one of so many players. */
  const some = (oneOf: number) => ids.map((_, player) => player).filter(() => chance(oneOf) === 0)
  const place = async () => {
    const asked = some(3).flatMap((player) =>
      model.main(player) < 100n ? [] : [{ ...randomBet(chance, model.main(player) - 30n), player }],
    )
    const made = asked.map(({ player, stake, sizes, bankers, ...bet }) => ({
      ...{ playerId: idOf(player), stake, sizes, bankers, boostBp: bet.hasBoost ? 4_000 : 0 },
      kind: bet.isMultiple ? ('multiple' as const) : bet.legs.length === 1 ? ('single' as const) : ('system' as const),
      legs: bet.legs.map(({ market, price, outcome }) => ({ market: markets[market] ?? 0n, price, outcome })),
    }))
    if (made.length > 0) bets.push(...(await openBets(db, made)))
    for (const bet of asked) model.place(bet)
    return `place ${JSON.stringify(asked, (_, value) => (typeof value === 'bigint' ? String(value) : value))}`
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
    const spent = some(3).flatMap((player) => {
      const amount = chance(2) === 0 ? model.main(player) : model.main(player) / 3n
      return amount === 0n ? [] : [{ player, amount }]
    })
    await payAll(spent.map(({ player, amount }) => ({ playerId: idOf(player), amount, isIn: false })))
    for (const { player, amount } of spent) model.spend(player, amount)
    return `spend ${spent.map(({ player, amount }) => `${player} ${amount}`).join(', ')}`
  }
  /** Of each player one bet at most: the order of two would be one more thing that the model had to know. */
  const chosen = (oneOf: number, isFit: (at: number) => boolean) =>
    [...Map.groupBy(bets.keys(), (at) => model.bet(at)?.player).values()].flatMap((own) => {
      const fit = own.filter(isFit)
      const at = fit[chance(Math.max(1, fit.length))]
      return at !== undefined && chance(oneOf) === 0 ? [at] : []
    })
  const rule = async () => {
    const ruled = chosen(6, () => true).map((at) => ({
      ...{ at, leg: chance(model.bet(at)?.legs.length ?? 1), result: rulings[chance(rulings.length)] ?? null },
    }))
    await inTurns(ruled, ({ at, leg, result }) =>
      ruleBet(house, { betId: bets[at] ?? 0n, place: leg, part: 0, result, reason: 'by hand', actor: 'operator' }),
    )
    for (const { at, leg, result } of ruled) model.rule(at, leg, result)
    return `rule ${JSON.stringify(ruled)}`
  }
  const cash = async () => {
    const cashed = chosen(4, (at) => model.bet(at)?.state === 'open').map((at) => {
      const { stake = 1n, player = 0 } = model.bet(at) ?? {}
      const part = chance(4) === 0 ? stake : 1n + BigInt(chance(Number(stake)))
      // Worth less or more than it was staked for: the money does not ask why.
      return { at, player, part, value: 1n + BigInt(chance(2 * Number(part))) }
    })
    await inTurns(cashed, ({ at, player, part, value }) =>
      house.begin(async (tx) => {
        const look = { kind: 'look', playerId: idOf(player), legs: [] } as const
        const desk = await openBetDesk(tx, [look], { ...node.config, lane: 0 })
        const bet = await lockRunning(tx, bets[at] ?? 0n)
        if (!bet) throw new Error('the bet is gone')
        const said = (await readWords(tx, [bet])).get(bet.id) ?? []
        await payCashOut(tx, { desk, bet, said }, { part, value, actor: 'player', reason: '' })
      }),
    )
    for (const { at, part, value } of cashed) model.cash(at, part, value)
    return `cash ${cashed.map(({ at, part, value }) => `${at} ${part} ${value}`).join(', ')}`
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
  const told: string[] = [await place()]
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
    const found = { purses: purses.map(({ main, hold }) => [main, hold]), stand }
    const meant = {
      purses: ids.map((_, at) => [model.main(at), model.hold(at)]),
      stand: bets.map((_, at) => {
        const { state, last, steps, isUnderReview, owed } = model.bet(at) ?? {}
        return { state, returned: last?.returned ?? 0n, boost: last?.boost ?? 0n, steps, isUnderReview, owed }
      }),
    }
    // The long words are only made where they are read.
    if (textOf(found) !== textOf(meant)) expect(found, `seed ${seed}\n${told.join('\n')}`).toEqual(meant)
  }
}

/** In the same order of fields on both sides. */
const textOf = (value: object) =>
  JSON.stringify(value, (_, each) =>
    typeof each === 'bigint'
      ? String(each)
      : typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : each,
  )

let paid = 0
/** Money from outside, or spent there, of many players at once. */
async function payAll(sums: readonly { playerId: bigint; amount: bigint; isIn: boolean }[]) {
  const movements = sums.map(({ playerId, amount, isIn }) => {
    paid += 1
    const [own, outside] = [mainOf(playerId), ownPurse('payment:sandbox')]
    return oneMove({ ...(isIn ? { from: outside, to: own } : { from: own, to: outside }), amount, key: `paid:${paid}` })
  })
  for (const { kind } of await house.begin((tx) => moveAll(tx, movements)))
    if (kind !== 'moved') throw new Error(`money did not move: ${kind}`)
}

/** Four at a time. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items]
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}

/** At least two stories, so that not all hear the same words; in the first two everything happens that can. */
const size = Math.min(mostPlayers, Math.ceil(effort.settleHistories / 2))
const stories = Array.from({ length: Math.ceil(effort.settleHistories / size) }, (_, at) => ({
  ...{ seed: at + 11, players: size },
}))

test.each(stories)('histories of $players players by seed $seed end as the model says', tellStory, 90_000)

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
