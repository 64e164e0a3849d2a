import { type Currency, toDecimal } from '@croupier/contract/money'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begin } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { issueBet } from '../../../test/betting.ts'
import { type BetTerms, type ModelPick, min, type PickEnd } from '../../../test/betting-model/machine.ts'
import { BettingModel } from '../../../test/betting-model/model.ts'
import { addPayer, expectZero, fund, houseOf } from '../../../test/cashier.ts'
import { effort } from '../../../test/effort.ts'
import { chanceFrom } from '../../../test/purses.ts'
import { lockPlayer } from '../../account/account.ts'
import { verifyBonuses } from '../../rounds/rounds.ts'
import { move } from '../../wallet/wallet.ts'
import { burnBonuses, endDueBonuses, slipHooks } from '../bonuses.ts'

/** Random stories of bets with betting bonuses, in step with a model that was written from the page alone. */

const house = await testApp()
const { db, as } = house
const jobs = houseOf(house)
const currencies = ['EUR', 'JPY', 'USDT'] as const satisfies readonly Currency[]
/** So many steps make a story, and so many are told at a time. */
const [length, together] = [50, 20]
const stories = Math.ceil(effort.bettingSteps / length)

type Chance = (below: number) => number
const pick = <T>(chance: Chance, list: readonly T[]): T => {
  const found = list[chance(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

const sports = ['football', 'tennis']
const ends: readonly PickEnd[] = ['won', 'won', 'won', 'lost', 'void', 'void', 'half_won', 'half_lost', 'dead_heat']
const results = {
  won: { win: 1, back: 0, of: 1 },
  lost: { win: 0, back: 0, of: 1 },
  void: { win: 0, back: 1, of: 1 },
  half_won: { win: 1, back: 1, of: 2 },
  half_lost: { win: 0, back: 1, of: 2 },
  dead_heat: { win: 1, back: 0, of: 2 },
} as const satisfies Record<PickEnd, object>

const anyTerms = (chance: Chance): BetTerms => ({
  type: pick(chance, ['free_bet', 'free_bet', 'wagering', 'wagering', 'wagering', 'refund', 'combo_boost']),
  amount: BigInt(100 + chance(900)),
  minOdds: pick(chance, [0, 0, 1_500, 1_800]),
  minLegOdds: pick(chance, [0, 0, 1_200]),
  minLegs: pick(chance, [1, 1, 1, 2]),
  sports: pick(chance, [[], [], [], ['football']]),
  times: BigInt(pick(chance, [50, 100, 133, 300])),
  order: pick(chance, ['bonus_first', 'own_first']),
  gives: pick(chance, ['free_bet', 'wagering', 'cash']),
  most: BigInt(100 + chance(900)),
  boosts: [
    { legs: 2, parts: 333n },
    { legs: 3, parts: 1_000n },
  ],
  cap: chance(2) === 0 ? BigInt(chance(1_500)) : null,
  isBurnt: chance(3) > 0,
})

/** Terms as content has them. */
function written(terms: BetTerms, currency: Currency): Record<string, unknown> {
  const sum = (amount: bigint) => ({ [currency]: toDecimal(amount, currency) })
  return {
    type: terms.type,
    ...(terms.minOdds > 0 && { min_odds: terms.minOdds / 1_000 }),
    ...(terms.minLegOdds > 0 && { min_leg_odds: terms.minLegOdds / 1_000 }),
    min_legs: terms.minLegs,
    sports: terms.sports,
    wagering: { times: Number(terms.times) / 100 },
    order: terms.order,
    refund: { gives: terms.gives, max: sum(terms.most) },
    boosts: terms.boosts.map(({ legs, parts }) => ({ legs, percent: Number(parts) / 100 })),
    ...(terms.cap !== null && { max_conversion: sum(terms.cap) }),
    on_withdrawal: terms.isBurnt ? 'forfeit' : 'keep',
    days: 7,
  }
}

type Seat = Awaited<ReturnType<typeof newSeat>>

async function newSeat(number: number) {
  const chance = chanceFrom(number)
  const currency = pick(chance, currencies)
  const main = BigInt(chance(2) * chance(4_000))
  const { id: playerId, cookie } = await addPayer(house, { currency, main })
  const model = new BettingModel()
  model.deposit(main)
  return { number, chance, currency, playerId, me: as(cookie), model, names: ['never'], told: [] as string[] }
}

const locked = <T>({ playerId }: Seat, act: (tx: Parameters<typeof lockPlayer>[0]) => Promise<T>) =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    return act(tx)
  })

const numbers = async ({ playerId }: Seat) =>
  (
    await db.sql.selectFrom('bonuses_betting').select('id').where('player_id', '=', playerId).orderBy('id').execute()
  ).map(({ id }) => id)

async function change(seat: Seat, name: 'activate' | 'remove', number: number): Promise<string> {
  await db.sql.deleteFrom('http_rate_limit').execute()
  const bonus_id = String((await numbers(seat))[number - 1] ?? 999_999_999n)
  const { status, json } = await seat.me.post(`BettingBonuses.${name}`, { bonus_id })
  return status === 200 ? 'ok' : json.error.error_data.reason
}

/** One step: what the house and the model said. */
async function step(seat: Seat): Promise<{ what: string; is: string; should: string }> {
  const { chance, model, currency, playerId } = seat
  const count = model.bonuses.length
  const number = 1 + chance(count + (chance(20) === 0 ? 1 : 0) || 1)
  const at = chance(100)
  if (at < 10 || count === 0) {
    const terms = anyTerms(chance)
    const isMoney = terms.type === 'free_bet' || terms.type === 'wagering'
    await issueBet(db, { playerId, currency, amount: isMoney ? terms.amount : 0n, terms: written(terms, currency) })
    return { what: `issue ${terms.type}`, is: 'ok', should: model.issue(terms) }
  }
  if (at < 24)
    return { what: `activate ${number}`, is: await change(seat, 'activate', number), should: model.activate(number) }
  if (at < 27)
    return { what: `remove ${number}`, is: await change(seat, 'remove', number), should: model.remove(number) }
  if (at < 30) {
    const id = (await numbers(seat))[number - 1] ?? 0n
    await sql`update bonuses_betting set take_by = now() - interval '1 second',
      expires_at = case when expires_at is not null then now() - interval '1 second' end
      where id = ${id} and ended_at is null`.execute(db.sql)
    model.expire(number)
    return { what: `expire ${number}`, is: 'ok', should: 'ok' }
  }
  if (at < 33) {
    const amount = BigInt(1 + chance(1_500))
    await fund(db, playerId, { currency, kind: 'main', amount })
    model.deposit(amount)
    return { what: `deposit ${amount}`, is: 'ok', should: 'ok' }
  }
  if (at < 37) return payout(seat)
  return at < 64 ? place(seat, number) : end(seat)
}

async function payout(seat: Seat) {
  const { chance, model, currency, playerId } = seat
  const amount = min(BigInt(chance(3_000)), model.pots.main)
  await locked(seat, async (tx) => {
    await burnBonuses(jobs, tx, playerId)
    const to = { playerId: null, owner: 'house', kind: 'test', currency } as const
    const from = { playerId, kind: 'main', currency } as const
    const key = `out:${playerId}:${seat.told.length}`
    const transfers = amount > 0n ? [{ from, to, amount, reason: 'correction', ref: 'test' } as const] : []
    await move(tx, { scope: 'test', key, playerId, body: {}, transfers, answer: () => null })
  })
  model.payout(amount)
  return { what: `payout ${amount}`, is: 'ok', should: 'ok' }
}

async function place(seat: Seat, number: number) {
  const { chance, model, playerId } = seat
  const isAgain = chance(15) === 0 && model.slips.size > 0
  const known = isAgain ? [...model.slips.values()][chance(model.slips.size)] : undefined
  const name = known?.name ?? `s${seat.number}-${seat.names.length}`
  const chosen = known ? known.bonus.number : chance(4) === 0 ? null : number
  const bonus = chosen === null ? undefined : model.bonuses[chosen - 1]
  const legs: ModelPick[] =
    known?.picks ??
    Array.from({ length: 1 + chance(4) }, () => ({
      sport: chance(5) === 0 ? 'tennis' : pick(chance, sports),
      odds: pick(chance, [1_100, 1_250, 1_500, 1_931, 2_000, 2_500, 3_337]),
    }))
  const any = BigInt(1 + chance(800))
  const stake = known?.stake ?? (chance(6) > 0 && bonus?.terms.type === 'free_bet' ? bonus.terms.amount : any)
  const odds = Number(legs.reduce((product, leg) => product * BigInt(leg.odds), 1_000n) / 1_000n ** BigInt(legs.length))
  const bonusId = chosen === null ? null : ((await numbers(seat))[chosen - 1] ?? 999_999_999n)
  const said = await locked(seat, (tx) =>
    slipHooks.payForSlip(tx, { playerId, bonusId, slip: name, stake, odds, legs }),
  )
  if (!known) seat.names.push(name)
  const is = said.kind === 'refused' ? said.reason : said.kind === 'paid' ? 'ok' : said.kind
  const should = model.place(chosen, name, stake, legs)
  return { what: `place ${name} ${chosen} ${stake} ${legs.map((leg) => leg.odds).join('/')}`, is, should }
}

async function end(seat: Seat) {
  const { chance, model } = seat
  // Mostly bets that there are; the open ones more often.
  const open = [...model.slips.values()].filter((slip) => !slip.end)
  const name =
    chance(2) === 0 && open.length > 0
      ? pick(chance, open).name
      : pick(
          chance,
          [...model.slips.keys(), ...(chance(9) === 0 ? ['never'] : [])].concat(model.slips.size ? [] : ['never']),
        )
  const slip = model.slips.get(name)
  const how = chance(12)
  if (how === 0) {
    const is = (await locked(seat, (tx) => slipHooks.reverseSlip(tx, name))).kind
    return { what: `reverse ${name}`, is, should: model.reverse(name) }
  }
  if (how === 1) {
    const returned = BigInt(chance(1_200))
    const said = await locked(seat, (tx) => slipHooks.settleSlip(tx, name, { kind: 'cashed', returned }))
    const is = said.kind === 'refused' ? said.reason : said.kind
    return { what: `cash ${name} ${returned}`, is, should: model.cash(name, returned) }
  }
  const picks = chance(5) === 0 ? slip?.picks.map(() => pick(chance, ['won', 'void', 'lost'] as const)) : undefined
  const all = chance(6) === 0 ? slip?.picks.map(() => 'void' as const) : picks
  const words = all ?? slip?.picks.map(() => pick(chance, ends)) ?? ['won' as const]
  const returned = slip ? returnOf(slip.stake, slip.picks, words) : 0n
  const legs = words.map((word) => results[word])
  const said = await locked(seat, (tx) => slipHooks.settleSlip(tx, name, { kind: 'settled', returned, legs }))
  const is = said.kind === 'refused' ? said.reason : said.kind
  return { what: `settle ${name} ${words.join('/')}`, is, should: model.settle(name, words) }
}

/** The arithmetic of bets as the house will do it: exact, rounded down once. */
function returnOf(stake: bigint, picks: readonly ModelPick[], words: readonly PickEnd[]): bigint {
  let [above, below] = [stake, 1n]
  for (const [at, { odds }] of picks.entries()) {
    const { win, back, of } = results[words[at] ?? 'lost']
    above *= BigInt(win * odds + back * 1_000)
    below *= BigInt(of * 1_000)
  }
  return above / below
}

/** Purses of the player and every bonus, in the same words for both. */
async function lookAt({ playerId, currency }: Seat) {
  const purses = await db.sql
    .selectFrom('wallet_purse')
    .select(['kind', 'balance'])
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .execute()
  const of = (kind: string) => purses.find((purse) => purse.kind === kind)?.balance ?? 0n
  const rows = await db.sql
    .selectFrom('bonuses_betting')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('id')
    .execute()
  return [
    `main ${of('main')} bonus ${of('betting_bonus')} hold ${of('slip_hold')}`,
    ...rows.map((row) =>
      lineOf([
        row.type,
        row.state,
        row.amount,
        row.held,
        row.required_bp,
        row.progress_bp,
        row.base,
        row.converted,
        row.forfeited,
        row.in_slips,
      ]),
    ),
  ].join('\n')
}

function modelLines({ model }: Seat) {
  const { main, bonus, hold } = model.pots
  return [
    `main ${main} bonus ${bonus} hold ${hold}`,
    ...model.bonuses.map((each) =>
      lineOf([
        each.terms.type,
        each.state,
        each.terms.amount,
        each.held,
        each.need,
        each.done,
        each.base,
        each.converted,
        each.forfeited,
        model.openOf(each).length,
      ]),
    ),
  ].join('\n')
}

const lineOf = (values: readonly unknown[]) => values.join(' ')

const seen = new Set<string>()
const tellOf = ({ number, currency, told }: Seat) => `story ${number} (${currency})\n${told.join('\n')}`

async function stepBoth(seat: Seat): Promise<void> {
  const { what, is, should } = await step(seat)
  seat.told.push(what)
  seen.add(`${what.split(' ')[0]} ${is}`)
  expect(is, tellOf(seat)).toBe(should)
  expect(await lookAt(seat), tellOf(seat)).toBe(modelLines(seat))
  for (const { state, terms } of seat.model.bonuses) seen.add(`${terms.type} ${state}`)
}

test(`${stories * length} random steps give the answers, purses and states of the model`, {
  timeout: 300_000 * effort.timeoutFactor,
}, async () => {
  const owed = new Map<string, bigint>()
  const add = (name: string, amount: bigint) => owed.set(name, (owed.get(name) ?? 0n) + amount)
  for (let first = 1; first <= stories; first += together) {
    const seats: Seat[] = []
    for (let number = first; number < first + together && number <= stories; number += 1) {
      seats.push(await newSeat(number))
    }
    for (let round = 0; round < length; round += 1) {
      await Promise.all(seats.map(stepBoth))
      // The job ends what is over of all players, so all of them wait for it, and no story leaves something to the next.
      if (round % 5 > 0 && round < length - 1) continue
      await endDueBonuses(jobs)
      for (const seat of seats) {
        seat.model.jobs()
        seat.told.push('jobs')
        expect(await lookAt(seat), tellOf(seat)).toBe(modelLines(seat))
      }
    }
    for (const { model, currency } of seats) {
      for (const pot of ['promotions', 'book', 'receivable'] as const) add(`${pot} ${currency}`, model.pots[pot])
    }
    const held = await housePots()
    const is = [...owed.keys()].map((name) => [name, held.get(name) ?? 0n])
    expect(is, seats.map(tellOf).join('\n\n')).toEqual([...owed])
  }
  expect((await verifyBonuses({ sql: db.sql, begin: (work) => begin(db, work) })).faults).toEqual([])
  await expectZero(db)
  expect(mustMeet.filter((what) => !seen.has(what))).toEqual([])
})

async function housePots() {
  const { rows } = await sql<{ name: string; balance: bigint }>`select case when owner = 'promotions' then 'promotions'
      when kind = 'sportsbook' then 'book' else 'receivable' end || ' ' || currency as name, sum(balance)::bigint as balance
    from wallet_purse where owner = 'promotions' or owner = 'house' and kind in ('sportsbook', 'receivable')
    group by 1`.execute(db.sql)
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

/** What stories must have met, so that the comparison has looked at it. */
const mustMeet = [
  ...['BONUS_MIN_ODDS', 'BONUS_MIN_LEGS', 'BONUS_STAKE', 'BONUS_SPORT', 'BONUS_EXPIRED', 'BONUS_IN_SLIP'].map(
    (reason) => `place ${reason}`,
  ),
  ...['place ok', 'place none', 'place UNKNOWN_BONUS', 'place INSUFFICIENT_FUNDS', 'remove ok', 'remove BONUS_IN_SLIP'],
  ...['settle settled', 'settle repeated', 'settle final', 'reverse settled', 'cash settled', 'cash BONUS_NO_CASH_OUT'],
  ...['free_bet completed', 'free_bet lost', 'free_bet used', 'free_bet active', 'wagering completed', 'wagering lost'],
  ...['wagering expired', 'wagering removed', 'refund completed', 'combo_boost completed', 'combo_boost lost'],
]
