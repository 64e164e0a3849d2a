import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { publish, publishTemplates } from '../../test/campaigns.ts'
import { addPayer, expectZero, houseOf, purseOf } from '../../test/cashier.ts'
import { pretendProvider } from '../../test/pretend-provider.ts'
import { addCup, endCup, type Seat, seat } from '../../test/tournaments.ts'
import { exclude } from '../limits/limits.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { readTournamentBoard } from './board.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { makeInstances } from './instances.ts'
import { readNames } from './names.ts'
import { keepTournaments, resultFile } from './tournaments.ts'
import { workIn } from './work-in.ts'

/** One cup from joining to its prizes, as players, guests and the operator see it. */

const node = await testApp({ payments: new Map([['sandbox', pretendProvider('sandbox').provider]]) })
const { db, as } = node
const house = houseOf(node)
await publishTemplates(db)

type Player = { id: bigint; cookie: string; login: string; play: Seat }

async function newPlayer(currency = 'EUR'): Promise<Player> {
  const { id, cookie, login } = await addPayer(node, { main: 100_000n, currency })
  return { id, cookie, login, play: await seat(node, id, { currency }) }
}

beforeEach(() => db.sql.deleteFrom('http_rate_limit').execute())

const join = (who: Player, cup: bigint) =>
  as(who.cookie).post('tournaments.participate', { tournament_id: String(cup) })
const leave = (who: Player, cup: bigint) => as(who.cookie).post('tournaments.leave', { tournament_id: String(cup) })
const reasonOf = ({ json }: Awaited<ReturnType<typeof join>>) =>
  json.error ? (json.error.error_data?.reason ?? json.error.type) : null
const catchUp = (...who: Player[]) =>
  workIn(
    house,
    who.map(({ id }) => id),
  )

const standings = async (cup: bigint, who: Player | null = null) =>
  (await as(who?.cookie ?? null).get('tournaments.getStandings', { tournament_id: String(cup) })).json.data
/** Pages see a board that is a second old at most; this looks at once. */
async function scores(cup: bigint, who: Player | null = null) {
  const entries = (await readTournamentBoard(db.sql.withoutPlugins(), cup))?.entries ?? []
  const ids = entries.map(({ playerId }) => playerId)
  const nameOf = await readNames(db.sql, ids, who?.id ?? null)
  return entries.map(({ playerId, score }) => [nameOf(playerId).fakename, String(score)])
}
const roundsOf = async (who: Player, cup: bigint, more: Record<string, string> = {}) =>
  (await as(who.cookie).get('tournaments.getRounds', { tournament_id: String(cup), ...more })).json.data
const shown = async (cup: bigint, who: Player | null = null) =>
  (await as(who?.cookie ?? null).get('tournaments.get', { ids: String(cup) })).json.data.items[0]
const nick = ({ login }: Player) => `fake-${login}`

test('a cup: joined, played, settled and paid, and the same result from the books', async () => {
  const cup = await addCup(db, { min_units: 5 })
  const [ann, ben] = [await newPlayer(), await newPlayer()]
  await ann.play.spin({ win: 9_000n })
  expect([await join(ann, cup), await join(ben, cup), await join(ann, cup)].map(reasonOf)).toEqual([null, null, null])
  await ann.play.spin({ win: 400n })
  const lost = await ann.play.spin({ win: 1_250n })
  await ann.play.spin({ stake: 50n, win: 5_000n })
  await ben.play.spin({ win: 700n })
  await catchUp(ann, ben)
  expect(await scores(cup)).toEqual([
    [nick(ann), '1250'],
    [nick(ben), '700'],
  ])
  await ann.play.rollback(lost.round, lost.transaction)
  await catchUp(ann, ben)
  expect(await standings(cup, ann)).toMatchObject({
    total: 2,
    items: [
      {
        place: 1,
        fakename: nick(ben),
        score: '700',
        multiple: '7.00',
        is_own: false,
        prize: { amount: { amount: '50.00' } },
      },
      { place: 2, fakename: nick(ann), score: '400', multiple: '4.00', is_own: true },
    ],
    own: { place: 2, score: '400' },
  })
  const list = await roundsOf(ann, cup)
  expect(
    list.items.map(({ reason, counted, multiple }: Record<string, unknown>) => [reason, counted, multiple]),
  ).toEqual([
    ['STAKE_TOO_SMALL', false, '100.00'],
    ['ROLLED_BACK', false, '0.00'],
    [null, true, '4.00'],
    ['BEFORE_JOINING', false, '90.00'],
  ])
  expect(list.items[0].reason_data).toEqual({ min: { amount: '1.00', currency: 'EUR' } })
  // The round that is the score is named whatever the list is narrowed to.
  expect(await roundsOf(ann, cup, { reason: 'ROLLED_BACK' })).toMatchObject({
    total: 1,
    stands_on: { multiple: '4.00' },
  })
  expect((await roundsOf(ben, cup)).stands_on).toMatchObject({ multiple: '7.00', counted: true, reason: null })
  expect((await shown(cup, ann)).user_info).toMatchObject({
    is_joined: true,
    place: 2,
    score: '400',
    rounds: 1,
    can_join: false,
  })

  await endCup(db, cup)
  expect((await shown(cup)).status).toBe('settling')
  expect(reasonOf(await join(await newPlayer(), cup))).toBe('TOURNAMENT_CLOSED')
  await ben.play.spin({ win: 90_000n })
  const before = await Promise.all([purseOf(db, ann.id, 'main'), purseOf(db, ben.id, 'main')])
  await finishDue(house, { waitMs: 0 })
  await finishDue(house, { waitMs: 0 })
  const after = await Promise.all([purseOf(db, ann.id, 'main'), purseOf(db, ben.id, 'main')])
  expect(after.map((balance, at) => balance - (before[at] ?? 0n))).toEqual([2_000n, 5_000n])
  await expectZero(db)
  const told = (await as(ben.cookie).get('account.getNotices')).json.data
  expect(told).toEqual([expect.objectContaining({ kind: 'prizePaid', params: { amount: '€50.00', place: '1' } })])

  const found = await shown(cup, ben)
  expect(found).toMatchObject({ status: 'finished', user_info: { place: 1, prize: { kind: 'cash', state: 'paid' } } })
  const again = await recomputeResult(db.sql, cup)
  expect([again?.hash, again?.stored]).toEqual([found.extra.result_hash, found.extra.result_hash])
  expect(await resultFile(db.sql, cup)).toMatch(
    new RegExp(`^1\t${nick(ben)}\t700\t\\d{13}\n2\t${nick(ann)}\t400\t\\d{13}\n$`),
  )
  const file = await node.send({ method: 'GET', url: found.extra.result_url })
  expect([file.status, file.body]).toEqual([200, await resultFile(db.sql, cup)])
  expect((await node.send({ method: 'GET', url: '/tournament-result/999999.txt' })).status).toBe(404)
  expect(node.lines.filter((line) => line.includes('running scores differ'))).toEqual([])
})

describe('rounds', () => {
  test('one that is open counts when it closes, in its place among those that came after it', async () => {
    const cup = await addCup(db, { kind: 'streak' })
    const ann = await newPlayer()
    await join(ann, cup)
    const open = await ann.play.bet()
    await ann.play.spin({ win: 200n })
    await catchUp(ann)
    expect((await roundsOf(ann, cup)).items.map(({ reason }: { reason: string }) => reason)).toEqual([
      null,
      'ROUND_OPEN',
    ])
    // A win of nothing closes it: no line of the ledger says so.
    await ann.play.win(open.round, 0n)
    await ann.play.spin({ win: 200n })
    await catchUp(ann)
    expect((await roundsOf(ann, cup)).items.map(({ counted }: { counted: boolean }) => counted)).toEqual([
      true,
      true,
      true,
    ])
    expect(await scores(cup)).toEqual([[nick(ann), '2']])
    expect(await db.sql.selectFrom('tournaments_open').selectAll().where('player_id', '=', ann.id).execute()).toEqual(
      [],
    )
  })

  test('a late win counts before the cut and is listed after it', async () => {
    const cup = await addCup(db)
    const ann = await newPlayer()
    await join(ann, cup)
    const { round } = await ann.play.spin({ stake: 50n, win: 100n })
    await catchUp(ann)
    await ann.play.win(round, 300n)
    await catchUp(ann)
    expect(await scores(cup)).toEqual([[nick(ann), '800']])
    await endCup(db, cup)
    await ann.play.win(round, 3_000n)
    await finishDue(house, { waitMs: 0 })
    expect((await recomputeResult(db.sql, cup))?.text).toMatch(/^1\t\d+\t800\t/)
  })

  test('a payout begins the score anew where the rules say so, for good', async () => {
    const cup = await addCup(db, { reset_on_cashout: true })
    const other = await addCup(db)
    const ann = await newPlayer()
    await join(ann, cup)
    await join(ann, other)
    await ann.play.spin({ win: 8_800n })
    await catchUp(ann)
    const asked = await as(ann.cookie).post('cashier.makewithdrawal', {
      ...{ method: 'wallet', amount: '20', key: 'payout-of-a-cup' },
      'requisites[account]': 'ann@pay.example',
    })
    expect(asked.json.error).toBeUndefined()
    await ann.play.spin({ win: 900n })
    await catchUp(ann)
    expect([await scores(cup), await scores(other)]).toEqual([[[nick(ann), '900']], [[nick(ann), '8800']]])
    expect((await roundsOf(ann, cup)).items[1]).toMatchObject({ reason: 'BEFORE_CASHOUT', counted: false })
  })

  test('a pot beside the game decides nothing', async () => {
    const cup = await addCup(db)
    const ann = await newPlayer()
    await join(ann, cup)
    const { round } = await ann.play.spin({ win: 300n })
    // As a round stands whose pot was hit: the pot is in its sum and in no call of its game.
    await sql`update rounds_round set won = won + 81240 where round = ${round}`.execute(db.sql)
    await catchUp(ann)
    expect(await scores(cup)).toEqual([[nick(ann), '300']])
  })

  test('a free spin decides nothing, whichever of its marks says that it is one', async () => {
    const cup = await addCup(db)
    const ann = await newPlayer()
    await join(ann, cup)
    const [plain, packed] = [await ann.play.spin({ win: 300n }), await ann.play.spin({ win: 900n })]
    await sql`update rounds_round set pack_id = 1 where round = ${packed.round}`.execute(db.sql)
    // The same round as one of an own game: with a pack, and without.
    for (const round of ['spun-free', 'spun-own']) {
      const changed = JSON.stringify({ provider: 'studio', round })
      await sql`insert into rounds_round select (jsonb_populate_record(r, ${changed}::jsonb)).* from rounds_round as r
        where round = ${plain.round}`.execute(db.sql)
      await sql`insert into rounds_play (round, player_id, game, version, mode, currency, stake, client_seed, nonce, choices, staked, pack_id)
        values (${round}, ${ann.id}, 'dice', '1', 'real', 'EUR', 100, '', 1, '[]', 100, ${round === 'spun-free' ? 1n : null})`.execute(
        db.sql,
      )
    }
    const spins = await stoodRounds.byName(db.sql, [
      { provider: 'sample', round: plain.round },
      { provider: 'sample', round: packed.round },
      { provider: 'studio', round: 'spun-free' },
      { provider: 'studio', round: 'spun-own' },
    ])
    expect(spins.filter(({ isFree }) => isFree).map(({ round }) => round)).toEqual([packed.round, 'spun-free'])
    // By player they are read in another way, and are the same.
    const always = { openedFrom: new Date(0), openedTo: new Date('2100-01-01') }
    const all = await stoodRounds.ofPlayers(db.sql, [{ playerId: ann.id, ...always }], { cut: null })
    const byRound = (one: { round: string }, other: { round: string }) => (one.round < other.round ? -1 : 1)
    expect(all.sort(byRound)).toEqual(spins.toSorted(byRound))
    await catchUp(ann)
    expect(await scores(cup)).toEqual([[nick(ann), '300']])
    expect((await roundsOf(ann, cup, { reason: 'FREE_SPIN' })).total).toBe(2)
  })

  test('yen and euros meet in multiples', async () => {
    const cup = await addCup(db, { min_units: 2 })
    const [ann, jun] = [await newPlayer(), await newPlayer('JPY')]
    await join(ann, cup)
    await join(jun, cup)
    await ann.play.spin({ stake: 40n, win: 4_000n })
    await jun.play.spin({ stake: 40n, win: 5_000n })
    await jun.play.spin({ stake: 20n, win: 9_000n })
    await catchUp(ann, jun)
    expect(await scores(cup)).toEqual([
      [nick(jun), '12500'],
      [nick(ann), '10000'],
    ])
  })
})

describe('joining', () => {
  test('the last place is taken once, and a place that was left is free again', async () => {
    const cup = await addCup(db, { most_players: 1 })
    const [ann, ben] = [await newPlayer(), await newPlayer()]
    expect([await join(ann, cup), await join(ben, cup)].map(reasonOf)).toEqual([null, 'TOURNAMENT_FULL'])
    expect((await shown(cup, ben)).user_info).toMatchObject({ can_join: false, reason: 'FULL' })
    await ann.play.spin({ win: 400n })
    await catchUp(ann)
    await leave(ann, cup)
    await leave(ann, cup)
    expect(reasonOf(await join(ben, cup))).toBeNull()
    expect(await scores(cup)).toEqual([[nick(ben), '0']])
    // Who leaves a cup that runs has left it.
    expect(reasonOf(await join(ann, cup))).toBe('TOURNAMENT_CLOSED')
    expect((await shown(cup, ann)).user_info).toMatchObject({ is_joined: false, has_left: true, reason: 'LEFT' })
  })

  test('conditions say why, and what to do about it', async () => {
    const ann = await newPlayer()
    const refused = async (terms: Record<string, unknown>) => reasonOf(await join(ann, await addCup(db, terms)))
    expect(await refused({ conditions: { countries: ['ES'] } })).toBe('NOT_FOR_YOU')
    expect(await refused({ conditions: { level: 4 } })).toBe('NOT_FOR_YOU')
    expect(await refused({ conditions: { segment: 'friends' } })).toBe('NOT_FOR_YOU')
    expect(await refused({ conditions: { has_deposited: true } })).toBe('UserNeedDepositException')
    expect(await refused({ prizes: [{ from: 1, to: 1, kind: 'cash', amount: { JPY: '100' } }] })).toBe('NOT_FOR_YOU')
    expect(await refused({ starts_at: new Date(Date.now() + 60_000).toISOString() })).toBeNull()
  })

  test('one that has not begun can be left and joined again; what was played before its start does not count', async () => {
    const cup = await addCup(db, { starts_at: new Date(Date.now() + 3_600_000).toISOString() })
    const ann = await newPlayer()
    await join(ann, cup)
    await leave(ann, cup)
    expect(reasonOf(await join(ann, cup))).toBeNull()
    await ann.play.spin({ win: 500n })
    await catchUp(ann)
    expect((await shown(cup, ann)).user_info).toMatchObject({ is_joined: true, score: '0', rounds: 0 })
  })

  test('care, exclusion and the own switch: no joins, and the entry is on no board while its player is shut out', async () => {
    const cup = await addCup(db)
    const [ann, ben, cat] = [await newPlayer(), await newPlayer(), await newPlayer()]
    await join(ann, cup)
    await join(ben, cup)
    await as(cat.cookie).post('account.setPromotions', { is_on: '0' })
    expect(reasonOf(await join(cat, cup))).toBe('NOT_AVAILABLE')
    expect((await shown(cup, cat)).user_info).toMatchObject({ can_join: false, reason: 'NOT_AVAILABLE' })
    const shut = (until: string | null) =>
      sql`update account_player set excluded_until = ${until}::timestamptz where id = ${ann.id}`.execute(db.sql)
    await shut('infinity')
    await keepTournaments(house)
    expect(await scores(cup)).toEqual([[nick(ben), '0']])
    await shut(null)
    await keepTournaments(house)
    expect(await scores(cup)).toEqual([
      [nick(ann), '0'],
      [nick(ben), '0'],
    ])
  })
})

describe('who sees what', () => {
  test('guests get nothing of user_info, players nothing of each other, and who hides has no name', async () => {
    const cup = await addCup(db)
    const [ann, ben] = [await newPlayer(), await newPlayer()]
    await join(ann, cup)
    await ann.play.spin({ win: 500n })
    await catchUp(ann)
    await as(ann.cookie).post('leaderboard.setHidden', { is_hidden: '1' })
    expect((await shown(cup)).user_info).toBeUndefined()
    expect((await shown(cup)).winners).toEqual([expect.objectContaining({ place: 1, fakename: null, score: '500' })])
    expect(await scores(cup, ben)).toEqual([[null, '500']])
    expect(await scores(cup, ann)).toEqual([[nick(ann), '500']])
    const theirs = await as(ben.cookie).get('tournaments.getRounds', { tournament_id: String(cup) })
    expect(theirs.json.error.error_data.reason).toBe('UNKNOWN_TOURNAMENT')
    await endCup(db, cup)
    await finishDue(house, { waitMs: 0 })
    expect(await resultFile(db.sql, cup)).toMatch(/^1\t-\t500\t\d+\n$/)
  })
})

describe('prizes', () => {
  test('after a break a player gets what it won, and others need not wait for it; a longer exclusion is the end of it', async () => {
    const five = { kind: 'bonus', template: 'five' }
    const cup = await addCup(db, {
      prizes: [
        { from: 1, to: 4, ...five },
        { from: 5, to: 5, kind: 'cash', amount: { EUR: '5' } },
      ],
    })
    const all = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
    for (const [at, who] of all.entries()) {
      await join(who, cup)
      await who.play.spin({ win: BigInt(1_000 - at * 100) })
    }
    await catchUp(...all)
    const shut = (at: number, period: '7d' | '30d' | '6m') =>
      begin(db, (tx) => exclude(tx, { playerId: all[at]?.id ?? 0n, period }))
    await shut(0, '7d')
    await shut(1, '30d')
    await shut(2, '6m')
    await shut(4, '7d')
    await endCup(db, cup)
    const states = async () => {
      await finishDue(house, { waitMs: 0 })
      const rows = await db.sql
        .selectFrom('tournaments_prize')
        .select('state')
        .where('tournament_id', '=', cup)
        .orderBy('place')
        .execute()
      return rows.map(({ state }) => state)
    }
    expect(await states()).toEqual(['owed', 'owed', 'withheld', 'paid', 'paid'])
    expect(await states()).toEqual(['owed', 'owed', 'withheld', 'paid', 'paid'])
    const first = all[0]?.id ?? 0n
    await sql`update limits_exclusion set ends_at = now() where player_id = ${first}`.execute(db.sql)
    await sql`update account_player set excluded_until = now() where id = ${first}`.execute(db.sql)
    // A break that is made longer is none any more.
    await shut(1, '6m')
    expect(await states()).toEqual(['paid', 'withheld', 'withheld', 'paid', 'paid'])
    await expectZero(db)
  })

  test('bonus and spins by the templates of its making; a player who is shut out gets cash alone', async () => {
    await publish(db, 'spin-templates', 'cup-spins', {
      game: 'fruit-parade',
      stake: { EUR: '0.20' },
      count: 5,
      days: 3,
    })
    const cup = await addCup(db, {
      prizes: [
        { from: 1, to: 1, kind: 'bonus', template: 'five' },
        { from: 2, to: 2, kind: 'freespins', template: 'cup-spins' },
        { from: 3, to: 3, kind: 'cash', amount: { EUR: '5' } },
        { from: 4, to: 4, kind: 'bonus', template: 'five', amount: { EUR: '2' } },
      ],
    })
    const all = [await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer(), await newPlayer()]
    for (const [at, who] of all.entries()) {
      await join(who, cup)
      if (at < 4) await who.play.spin({ win: BigInt(1_000 - at * 100) })
    }
    await catchUp(...all)
    await publish(db, 'spin-templates', 'cup-spins', {
      game: 'fruit-parade',
      stake: { EUR: '0.40' },
      count: 9,
      days: 3,
    })
    for (const who of all.slice(2, 4)) {
      await sql`update account_player set excluded_until = 'infinity' where id = ${who.id}`.execute(db.sql)
    }
    await endCup(db, cup)
    await finishDue(house, { waitMs: 0 })
    const prizes = await db.sql
      .selectFrom('tournaments_prize')
      .select(['place', 'kind', 'state', 'amount'])
      .where('tournament_id', '=', cup)
      .orderBy('place')
      .execute()
    expect(prizes).toEqual([
      { place: 1, kind: 'bonus', state: 'paid', amount: 500n },
      { place: 2, kind: 'freespins', state: 'paid', amount: null },
      { place: 3, kind: 'cash', state: 'paid', amount: 500n },
      { place: 4, kind: 'bonus', state: 'withheld', amount: 200n },
    ])
    const packs = await db.sql
      .selectFrom('freespins_pack')
      .select(['total_count', 'stake'])
      .where('player_id', '=', all[1]?.id ?? 0n)
      .execute()
    expect(packs).toEqual([{ total_count: 5, stake: 20n }])
    const bonuses = await db.sql
      .selectFrom('bonuses_bonus')
      .select(['source', 'amount', 'state'])
      .where('player_id', '=', all[0]?.id ?? 0n)
      .execute()
    expect(bonuses).toEqual([{ source: 'prize', amount: 500n, state: 'issued' }])
    await expectZero(db)
  })

  test('of two entries of one proven person the better one stays', async () => {
    const cup = await addCup(db)
    const [ann, twin, ben] = [await newPlayer(), await newPlayer(), await newPlayer()]
    for (const [at, who] of [ann, twin, ben].entries()) {
      await join(who, cup)
      await who.play.spin({ win: BigInt(900 - at * 100) })
    }
    await catchUp(ann, twin, ben)
    for (const { id } of [ann, twin]) {
      await db.sql
        .insertInto('account_person_key')
        .values({ player_id: id, kind: 'document', key: Buffer.from('same') })
        .execute()
    }
    await endCup(db, cup)
    await finishDue(house, { waitMs: 0 })
    expect((await resultFile(db.sql, cup))?.split('\n').map((line) => line.split('\t')[1])).toEqual([
      nick(ann),
      nick(ben),
      undefined,
    ])
    const again = await recomputeResult(db.sql, cup)
    expect(again?.hash).toBe(again?.stored)
    expect((await shown(cup, ann)).user_info).toMatchObject({ is_joined: true, is_double: false })
    expect((await shown(cup, twin)).user_info).toMatchObject({ is_joined: false, has_left: false, is_double: true })
  })
})

test('one that repeats has the instance that runs and the next, linked to each other', async () => {
  const cup = await addCup(db, {
    starts_at: new Date(Date.now() - 30 * 3_600_000).toISOString(),
    ends_at: new Date(Date.now() - 10 * 3_600_000).toISOString(),
    repeats: 'day',
  })
  await makeInstances(house)
  const first = await shown(cup)
  expect(first).toMatchObject({ status: 'active', extra: { before: null } })
  const next = await shown(BigInt(first.extra.after))
  expect(next).toMatchObject({ status: 'future', extra: { before: String(cup), after: null } })
  expect(Date.parse(next.starts_at) - Date.parse(first.starts_at)).toBe(86_400_000)
})

test('home asks for the tournaments that a player is in alone', async () => {
  const [cup, other] = [await addCup(db), await addCup(db)]
  const [ann, ben] = [await newPlayer(), await newPlayer()]
  await join(ann, cup)
  const joined = async (cookie?: string, more = {}) =>
    (await as(cookie ?? '').get('tournaments.get', { is_joined: '1', status: 'active', ...more })).json.data
  const { items, total } = await joined(ann.cookie, { count: 1 })
  expect(items).toMatchObject([{ id: String(cup), user_info: { is_joined: true } }])
  expect(total).toBe(1)
  expect(await joined(ann.cookie, { ids: String(other) })).toMatchObject({ items: [], total: 0 })
  expect(await joined(ben.cookie)).toMatchObject({ items: [], total: 0 })
  expect(await joined()).toMatchObject({ items: [], total: 0 })
})
