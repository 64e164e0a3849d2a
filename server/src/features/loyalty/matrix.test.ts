import { randomUUID } from 'node:crypto'
import { methodNames } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, houseOf, purseOf } from '../../test/cashier.ts'
import { sessionOf } from '../../test/every-call.ts'
import { givePoints, plainProgram } from '../../test/loyalty.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { postPromotionLetters } from '../limits/limits.ts'
import { sweepCups } from '../tournaments/feed.ts'
import { finishDue } from '../tournaments/finish.ts'
import { hideShut } from '../tournaments/instances.ts'
import { resultFile } from '../tournaments/result-file.ts'
import { loyaltyHouse } from './loyalty.ts'
import { addClubNotices } from './notice-store.ts'

/** Exclusion, care, a session for payouts and both switches against every method, notice and letter of the clubs. */

const node = await testApp()
const { db, as, letters } = node
const house = houseOf(node)
const givers = { points: (tx: Parameters<typeof loyaltyHouse.givePrize>[1], prize: Prize) => give(tx, prize) }
type Prize = Parameters<typeof loyaltyHouse.givePrize>[2]
const give = (tx: Parameters<typeof loyaltyHouse.givePrize>[1], prize: Prize) =>
  loyaltyHouse.givePrize(async () => undefined, tx, prize)

await publishTemplates(db)
await publish(db, 'loyalty-programs', 'house-club', plainProgram)
const products = {
  'spins-ten': { kind: 'freespins', template: 'ten' },
  'bonus-five': { kind: 'bonus', template: 'five' },
  'cash-five': { kind: 'cash', amount: { EUR: '5' } },
  'dealer-mug': { kind: 'goods' },
}
for (const [sysname, terms] of Object.entries(products)) {
  await publish(db, 'loyalty-products', sysname, { ...terms, price: 10 })
}
const weekly = { period: 'weekly', reward: 10 }
await publish(db, 'quests', 'three-demos', { ...weekly, steps: [{ kind: 'demo_games', count: 3 }] })
await publish(db, 'quests', 'own-limits', { period: 'once', reward: 50, steps: [{ kind: 'limit_set' }] })

beforeEach(async () => {
  await db.sql.deleteFrom('http_rate_limit').execute()
})

const address = { home_town: 'Berlin', address: 'Allee 1', postcode: '10115', email_is_subscribed: true }

/** In one cup with a score and not in the other; with points, goods on their way, and notices that no page has shown. */
async function member() {
  const { id, login, cookie } = await addPayer(node, { main: 10_000n, row: address })
  await givePoints(db, id, 100n)
  const joined = await addCup(db, { grace: 0 })
  await as(cookie).post('tournaments.participate', { tournament_id: String(joined) })
  await (await seat(node, id)).spin({ stake: 100n, win: 300n })
  await sweepCups(house)
  const mug = { id: 'dealer-mug', expected_price: '10', key: randomUUID() }
  const order: string = (await as(cookie).post('loyalty.buyproduct', mug)).json.data.order.id
  const credit = { playerId: id, key: 'came', trigger: 'quest', subject: 'own-limits', isCredit: true } as const
  await begin(db, (tx) => addClubNotices(tx, [credit]))
  return { id, login, cookie, joined, other: await addCup(db), order: BigInt(order) }
}
type Member = Awaited<ReturnType<typeof member>>

async function exclude({ id }: Member) {
  const forGood = { excluded_until: sql<Date>`'infinity'` }
  await db.sql.updateTable('account_player').set(forGood).where('id', '=', id).execute()
  await hideShut(house, [id])
}

/** What is done to the player, and with which session it goes on. */
const states = {
  open: async ({ cookie }: Member) => cookie,
  excluded: async (player: Member) => {
    await exclude(player)
    return sessionOf(node, player.id, 'payout')
  },
  'payout only': ({ id }: Member) => sessionOf(node, id, 'payout'),
  'in care': async ({ id, cookie }: Member) => {
    await db.sql.insertInto('limits_setting').values({ player_id: id, care_since: sql<Date>`now()` }).execute()
    return cookie
  },
  'without promotions': async ({ cookie }: Member) => {
    await as(cookie).post('account.setPromotions', { is_on: '0' })
    return cookie
  },
  'switched off': async ({ cookie }: Member) => {
    await as(cookie).post('loyalty.setActive', { is_active: '0' })
    return cookie
  },
}
type State = keyof typeof states
const isState = (name: string): name is State => Object.hasOwn(states, name)
const stateNames = Object.keys(states).filter(isState)

type Call = ReturnType<typeof as>
type Shown = Record<string, string | boolean | null>

const joinable = ({ user_info: own }: { user_info: Shown }) => {
  if (own.is_joined) return 'in'
  return own.can_join ? 'can join' : `no: ${own.reason}`
}

/** In a few words what each method gives, or why it does not. */
const probes: Record<string, (call: Call, player: Member) => Promise<string>> = {
  'tournaments.get': async (call, { joined, other }) => {
    const { items } = (await call.get('tournaments.get', { count: '50' })).json.data
    const seen = [joined, other].map((id) => items.find((cup: Shown) => cup.id === String(id)))
    return seen.map((cup) => (cup ? joinable(cup) : 'hidden')).join(', ')
  },
  'tournaments.getStandings': async (call, { joined }) => {
    const { items, own } = (await call.get('tournaments.getStandings', { tournament_id: String(joined) })).json.data
    return `${items.length} on the board, own place ${own?.place ?? 'none'}`
  },
  'tournaments.getRounds': (call, { joined }) =>
    said(call.get('tournaments.getRounds', { tournament_id: String(joined) })),
  'tournaments.participate': (call, { other }) =>
    said(call.post('tournaments.participate', { tournament_id: String(other) })),
  'tournaments.leave': (call, { joined }) => said(call.post('tournaments.leave', { tournament_id: String(joined) })),
  'loyalty.getActive': async (call) => {
    const answer = await call.get('loyalty.getActive')
    return refusal(answer) ?? String(answer.json.data.is_active)
  },
  'loyalty.getinfo': async (call) => `${(await call.get('loyalty.getinfo')).json.data.points} points`,
  'loyalty.getHistory': (call) => said(call.get('loyalty.getHistory')),
  'loyalty.getOrders': (call) => said(call.get('loyalty.getOrders')),
  'loyalty.getcharacters': async (call) => {
    const { items } = (await call.get('loyalty.getcharacters')).json.data
    return `${items.filter(({ can_choose }: Shown) => can_choose).length} to choose`
  },
  'loyalty.setcharacter': (call) => said(call.post('loyalty.setcharacter', { id: 'lion' })),
  'loyalty.getPrograms': (call) => said(call.get('loyalty.getPrograms')),
  'loyalty.getProgram': (call) => said(call.get('loyalty.getProgram', { sysname: 'house-club' })),
  'loyalty.getproducts': (call) => listed(call.get('loyalty.getproducts'), ({ id }) => id),
  'loyalty.buyproduct': async (call) => {
    const bought: string[] = []
    for (const id of Object.keys(products)) {
      const asked = { id, expected_price: '10', key: randomUUID() }
      if ((await said(call.post('loyalty.buyproduct', asked))) === 'yes') bought.push(id)
    }
    return bought.join(' ') || 'nothing'
  },
  'loyalty.getQuests': (call) => listed(call.get('loyalty.getQuests'), ({ id }) => id),
  'loyalty.getnotifications': (call) =>
    listed(call.get('loyalty.getnotifications'), ({ trigger, type }) => `${trigger}/${type}`),
  'loyalty.seeNotifications': (call) => said(call.post('loyalty.seeNotifications', { ids: '1' })),
  'loyalty.setActive': (call) => said(call.post('loyalty.setActive', { is_active: '1' })),
  'events.handle': async (call, { id }) => {
    await call.get('events.handle', { event_name: 'fairness_checked' })
    const facts = await db.sql.selectFrom('loyalty_fact').select('event').where('player_id', '=', id).execute()
    return `${facts.length} facts`
  },
}

type Answered = Awaited<ReturnType<Call['get']>>
const refusal = ({ json }: Answered): string | null => (json.error ? `no: ${json.error.error_data.reason}` : null)
const said = async (asked: Promise<Answered>) => refusal(await asked) ?? 'yes'

async function listed(asked: Promise<Answered>, name: (item: Record<string, string>) => string | undefined) {
  const answer = await asked
  if (answer.json.error) return refusal(answer) ?? ''
  const items: Record<string, string>[] = answer.json.data.items ?? answer.json.data
  return [...new Set(items.map(name))].sort().join(' ') || 'nothing'
}

const shut = 'no: SELF_EXCLUDED'
const away = 'no: NOT_AVAILABLE'
const all = (text: string): Record<State, string> => ({
  ...{ open: text, excluded: text, 'payout only': text },
  ...{ 'in care': text, 'without promotions': text, 'switched off': text },
})
const outside = { excluded: shut, 'payout only': shut }

/** What may reach a player. Own points, history and orders are open to all; guests see boards and programmes too. */
const expected: Record<string, Record<State, string>> = {
  'tournaments.get': {
    ...all(`in, ${away}`),
    open: 'in, can join',
    'switched off': 'in, hidden',
  },
  'tournaments.getStandings': {
    ...all('1 on the board, own place 1'),
    excluded: '0 on the board, own place none',
  },
  'tournaments.getRounds': { ...all('yes'), ...outside },
  'tournaments.participate': { ...all(away), open: 'yes', ...outside },
  'tournaments.leave': { ...all('yes'), ...outside },
  'loyalty.getActive': { ...all('true'), ...outside, 'switched off': 'false' },
  'loyalty.getinfo': all('90 points'),
  'loyalty.getHistory': all('yes'),
  'loyalty.getOrders': all('yes'),
  'loyalty.getcharacters': { ...all('5 to choose'), excluded: '0 to choose', 'payout only': '0 to choose' },
  'loyalty.setcharacter': { ...all('yes'), ...outside },
  'loyalty.getPrograms': all('yes'),
  'loyalty.getProgram': all('yes'),
  'loyalty.getproducts': {
    ...all('cash-five dealer-mug'),
    open: 'cash-five dealer-mug spins-ten',
    ...outside,
    'switched off': 'nothing',
  },
  'loyalty.buyproduct': {
    ...all('cash-five dealer-mug'),
    open: 'spins-ten bonus-five cash-five dealer-mug',
    ...{ excluded: 'nothing', 'payout only': 'nothing', 'switched off': 'nothing' },
  },
  'loyalty.getQuests': { ...all('own-limits'), open: 'own-limits three-demos', ...outside, 'switched off': 'nothing' },
  'loyalty.getnotifications': {
    ...all('product/other quest/credit'),
    ...outside,
    'in care': 'quest/credit',
    'switched off': 'nothing',
  },
  'loyalty.seeNotifications': { ...all('yes'), ...outside },
  'loyalty.setActive': { ...all('yes'), ...outside },
  'events.handle': { ...all('1 facts'), excluded: '0 facts', 'payout only': '0 facts', 'switched off': '0 facts' },
}

test('the matrix has a row for every method of the clubs', () => {
  const names = methodNames.filter((name) => /^(tournaments|loyalty)\./.test(name))
  expect(Object.keys(expected).sort()).toEqual([...names, 'events.handle'].sort())
  expect(Object.keys(probes).sort()).toEqual(Object.keys(expected).sort())
})

describe.each(stateNames)('%s', (state) => {
  test('each method gives what it may, and nothing more', async () => {
    const player = await member()
    const cookie = await states[state](player)
    const given: Record<string, string> = {}
    for (const [name, probe] of Object.entries(probes)) {
      // The switch is turned on again by the last but one of them: what follows it is asked of another player.
      if (name === 'events.handle') continue
      await db.sql.deleteFrom('http_rate_limit').execute()
      given[name] = await probe(as(cookie), player)
    }
    const other = await member()
    const last = await probes['events.handle']?.(as(await states[state](other)), other)
    const row = Object.entries(expected).map(([name, cells]) => [name, cells[state]])
    expect({ ...given, 'events.handle': last }).toEqual(Object.fromEntries(row))
  })

  test('what is won is paid, and what is told reaches those alone who may be told', async () => {
    const player = await member()
    const cookie = await states[state](player)
    const points = await addCup(db, { grace: 0, prizes: [{ from: 1, to: 1, kind: 'points', points: 900 }] })
    await db.sql
      .insertInto('tournaments_entry')
      .values({
        tournament_id: points,
        player_id: player.id,
        join_no: 1,
        joined_at: sql<Date>`now() - interval '1 hour'`,
        version: 0n,
      })
      .execute()
    const before = await purseOf(db, player.id, 'main')
    await begin(db, (tx) => loyaltyHouse.changeOrder(tx, player.order, 'sent', 'DHL'))
    for (const cup of [player.joined, points]) await endCup(db, cup)
    await finishDue(house, { waitMs: 0, givers })
    await postPromotionLetters(house)
    const mail = (await letters(player.login))
      .map(({ subject }) => subject)
      .filter((subject) => clubLetters.includes(subject))
    const told = await noticesOf(player.id)
    expect({
      cash: (await purseOf(db, player.id, 'main')) - before,
      points: await purseOf(db, player.id, 'points'),
      notices: told,
      letters: mail.length,
      club: await probes['loyalty.getnotifications']?.(as(cookie), player),
      isNamed: (await resultFile(db.sql, player.joined))?.includes('\t-\t') === false,
      offered: await offeredTo(player.id),
    }).toEqual(reached[state])
  })
})

/** Points of an offer that was taken before. */
async function offeredTo(playerId: bigint): Promise<bigint> {
  const before = await purseOf(db, playerId, 'points')
  const promised = { playerId: String(playerId), points: 40, key: `claim:${randomUUID()}`, offer: 'of-points' }
  await loyaltyHouse.giveOffered(house, promised)
  return (await purseOf(db, playerId, 'points')) - before
}

async function noticesOf(playerId: bigint): Promise<string[]> {
  const rows = await db.sql.selectFrom('account_notice').select('kind').where('player_id', '=', playerId).execute()
  return rows
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'prizePaid' || kind === 'orderSent')
    .sort()
}

type Reached = {
  cash: bigint
  points: bigint
  notices: string[]
  letters: number
  club: string
  isNamed: boolean
  offered: bigint
}
const notices = ['orderSent', 'prizePaid']
const clubLetters = ['Your order is on its way', 'You won a prize']
/** One letter a day leaves: the other is read on the page. */
const usual: Reached = {
  cash: 5_000n,
  points: 990n,
  notices,
  letters: 1,
  club: 'level/other product/other quest/credit',
  isNamed: true,
  offered: 40n,
}
const silent = { notices: [], letters: 0 }

/** Cash that was won is paid whatever stands between; points are what invites, and stay away from who is shut out. */
const reached: Record<State, Reached> = {
  open: usual,
  excluded: { ...usual, ...silent, points: 90n, club: shut, isNamed: false },
  'payout only': { ...usual, club: shut },
  'in care': { ...usual, letters: 0, club: 'quest/credit' },
  'without promotions': { ...usual, ...silent },
  'switched off': { ...usual, ...silent, club: 'nothing', offered: 0n },
}
