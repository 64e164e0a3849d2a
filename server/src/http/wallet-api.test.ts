import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin } from '../db/db.ts'
import { gameProviders, listShortfalls, openSession } from '../features/rounds/rounds.ts'
import { signCall } from '../signed-call.ts'
import { testApp } from '../test/app.ts'
import { balanceOf, fund, gameProvider } from '../test/game-provider.ts'
import { freePort } from '../test/http-browser.ts'

const here = await testApp()
const there = await testApp({ beside: here })
const [onePort, otherPort] = [await freePort(), await freePort()]
await here.app.listen({ port: onePort, host: '127.0.0.1' })
await there.app.listen({ port: otherPort, host: '127.0.0.1' })
const urls = [`http://127.0.0.1:${onePort}`, `http://127.0.0.1:${otherPort}`]
const { db, addPlayer } = here
const sample = gameProvider(here, urls)

let count = 0
let playerId = 0n
let play: Awaited<ReturnType<typeof sample.launch>>
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `gambler${count}@example.com` })
  await fund(here, playerId, '100.00')
  play = await sample.launch(playerId)
})

const balance = () => balanceOf(here, playerId)
const round = () => randomUUID()
const bodyOf = (said: Record<string, unknown>) => ({
  transaction: randomUUID(),
  round: round(),
  ...play.common,
  ...said,
})

/** An answer with these seconds added to the sender's clock. */
const shifted = (seconds: number) => ({ 'x-timestamp': String(Date.now() + seconds * 1000) })

describe('a round', () => {
  test('is a bet and a win, and the balance follows', async () => {
    const id = round()
    const bet = await play.bet(id, '10.00', { transaction: `b-${id}` })
    expect(bet).toMatchObject({ status: 200, data: { transaction: `b-${id}`, round: id } })
    expect(bet.data.balance).toEqual({ amount: '90.00', currency: 'EUR' })
    expect((await play.win(id, '25.50', { is_closed: true })).data.balance).toEqual({
      amount: '115.50',
      currency: 'EUR',
    })
    expect(await balance()).toBe('115.50')
    const state = await sample.say('round', { round: id })
    expect(state.data).toMatchObject({
      player: String(playerId),
      game: 'dice',
      staked: { amount: '10.00', currency: 'EUR' },
      won: { amount: '25.50', currency: 'EUR' },
      is_closed: true,
      actions: [{ kind: 'bet', transaction: `b-${id}` }, { kind: 'win' }],
    })
  })

  test('is over with a win of nothing, or when told so; a late win is still paid', async () => {
    const [lost, told] = [round(), round()]
    await play.bet(lost, '1.00')
    await play.win(lost, '0')
    expect((await play.bet(lost, '1.00')).reason).toBe('ROUND_CLOSED')
    await play.bet(told, '1.00', { is_closed: true })
    expect((await play.bet(told, '1.00')).reason).toBe('ROUND_CLOSED')
    expect((await play.win(told, '5.00')).status).toBe(200)
    expect(await balance()).toBe('103.00')
  })

  test('may be one call, with several bets and wins in others', async () => {
    expect((await play.betwin(round(), '10.00', '4.00')).data.balance).toEqual({ amount: '94.00', currency: 'EUR' })
    const id = round()
    await play.betwin(id, '1.00', '0.50', { is_closed: false })
    await play.bet(id, '2.00')
    await play.win(id, '3.00')
    await play.win(id, '4.00')
    expect(await balance()).toBe('98.50')
    const state = await sample.say('round', { round: id })
    expect(state.data).toMatchObject({ staked: { amount: '3.00' }, won: { amount: '7.50' }, is_closed: false })
  })

  test('has nothing to win before there is a bet, and the same call is paid afterwards, once', async () => {
    const id = round()
    const early = await play.win(id, '5.00', { transaction: `w-${id}` })
    expect([early.status, early.reason]).toEqual([422, 'NO_BET'])
    await play.bet(id, '1.00')
    const paid = await Promise.all(Array.from({ length: 32 }, () => play.win(id, '5.00', { transaction: `w-${id}` })))
    expect(new Set(paid.map(({ text }) => text)).size).toBe(1)
    expect(await balance()).toBe('104.00')
  })

  test('of nothing is a round too', async () => {
    const id = round()
    expect((await play.bet(id, '0')).status).toBe(200)
    expect((await play.win(id, '2.00')).status).toBe(200)
    expect(await balance()).toBe('102.00')
  })
})

describe('a rollback', () => {
  test('of a bet gives back what was paid, and the room of the limit', async () => {
    const player = await here.signIn(playerId)
    await here.as(player).post('account.setLimit', { kind: 'wager', period: '1', amount: '10' })
    const id = round()
    await play.bet(id, '10.00', { transaction: `b-${id}` })
    expect((await play.bet(round(), '1.00')).reason).toBe('LIMIT_WAGER')
    const first = await play.rollback(id, `b-${id}`)
    expect(first.data.balance).toEqual({ amount: '100.00', currency: 'EUR' })
    expect((await play.rollback(id, `b-${id}`)).status).toBe(200)
    expect(await balance()).toBe('100.00')
    expect((await play.bet(round(), '10.00')).status).toBe(200)
  })

  test('of a bet that has not come yet is remembered: it never counts', async () => {
    const id = round()
    expect((await play.rollback(id, `b-${id}`)).status).toBe(200)
    for (let i = 0; i < 4; i += 1) {
      expect((await play.bet(id, '10.00', { transaction: `b-${id}` })).reason).toBe('ROLLED_BACK')
    }
    expect(await balance()).toBe('100.00')
  })

  test('of a win takes it back; what is gone is the provider’s to collect', async () => {
    const id = round()
    await play.bet(id, '100.00')
    await play.win(id, '50.00', { transaction: `w-${id}` })
    await play.bet(round(), '30.00')
    const back = await play.rollback(id, `w-${id}`)
    expect(back.data).toMatchObject({ balance: { amount: '0.00' }, shortfall: { amount: '30.00', currency: 'EUR' } })
    expect(await balance()).toBe('0.00')
    const owed = await db.sql
      .selectFrom('wallet_purse')
      .select('balance')
      .where('owner', '=', 'game:sample')
      .where('kind', '=', 'receivable')
      .executeTakeFirst()
    expect(owed?.balance).toBe(-30_00n)
    expect(await listShortfalls(db.sql, 10)).toMatchObject([
      { provider: 'sample', round: id, playerId, shortfall: 30_00n, currency: 'EUR' },
    ])
    expect([...here.lines, ...there.lines].filter((line) => line.includes('taken back that is gone'))).toHaveLength(1)
  })

  test('of both in one call turns both round', async () => {
    const id = round()
    await play.betwin(id, '10.00', '25.00', { transaction: `bw-${id}` })
    expect(await balance()).toBe('115.00')
    await play.rollback(id, `bw-${id}`)
    expect(await balance()).toBe('100.00')
    expect((await play.win(id, '1.00')).reason).toBe('NO_BET')
  })

  test('means a bet or a win of its own round', async () => {
    const [id, other] = [round(), round()]
    await play.bet(id, '1.00', { transaction: `b-${id}` })
    await play.bet(other, '1.00')
    expect((await play.rollback(other, `b-${id}`)).reason).toBe('ROUND_MISMATCH')
    await play.rollback(id, `b-${id}`, { transaction: `r-${id}` })
    expect((await play.rollback(id, `r-${id}`)).reason).toBe('NOT_ROLLABLE')
    expect((await play.rollback(id, 'same', { transaction: 'same' })).reason).toBe('NOT_ROLLABLE')
    expect((await play.bet(id, '1.00', { transaction: `r-${id}` })).reason).toBe('KEY_CONFLICT')
    expect(await balance()).toBe('99.00')
  })
})

describe('who signs', () => {
  const body = () => JSON.stringify(bodyOf({ token: play.token, amount: '1.00' }))

  test('is believed; no other provider is', async () => {
    const said = body()
    const timestamp = String(Date.now())
    const right = signCall(sample.secret, { timestamp, body: said })
    const flipped = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`
    const wrong: [string, Record<string, string>][] = [
      ['another signature', { 'x-timestamp': timestamp, 'x-signature': flipped }],
      ['none', { 'x-timestamp': timestamp, 'x-signature': '' }],
      ['another time', { 'x-timestamp': String(Number(timestamp) + 1), 'x-signature': right }],
      ['seconds', { 'x-timestamp': timestamp.slice(0, 10) }],
      ['no time', { 'x-timestamp': '' }],
      ['an unknown provider', { 'x-provider': 'nobody' }],
      ['the name of our own games', { 'x-provider': 'studio' }],
      [
        'another secret',
        { 'x-timestamp': timestamp, 'x-signature': signCall(here.secrets.smsToken.current, { timestamp, body: said }) },
      ],
    ]
    for (const [what, headers] of wrong) {
      const { status, reason } = await sample.send('bet', said, headers)
      expect([what, status, reason]).toEqual([what, 401, 'SIGNATURE'])
    }
    const changed = await sample.send('bet', said.replace('1.00', '2.00'), {
      'x-timestamp': timestamp,
      'x-signature': right,
    })
    expect(changed.status).toBe(401)
    expect(await balance()).toBe('100.00')
    expect((await sample.send('bet', said)).status).toBe(200)
  })

  test('with the secret before the present one is still believed', async () => {
    const { gameSample } = here.secrets
    const old = gameSample.current
    Object.assign(gameSample, { current: 'a-new-secret-of-the-sample-0123456789', previous: old })
    expect((await sample.send('bet', body())).status).toBe(200)
    Object.assign(gameSample, { current: old, previous: undefined })
  })

  test('late says nothing new, but may ask again what was said', async () => {
    const said = { ...bodyOf({ token: play.token, amount: '1.00' }) }
    for (const seconds of [-61, 61, -86_400]) {
      expect((await sample.say('bet', said, shifted(seconds))).reason).toBe('TIMESTAMP')
    }
    const first = await sample.say('bet', said, shifted(-55))
    expect(first.status).toBe(200)
    for (const seconds of [-61, 3600, -86_400 * 400]) {
      expect((await sample.say('bet', said, shifted(seconds))).text).toBe(first.text)
    }
    expect((await sample.say('bet', { ...said, amount: '2.00' }, shifted(-86_400))).reason).toBe('KEY_CONFLICT')
    expect((await sample.say('balance', { token: play.token }, shifted(-61))).reason).toBe('TIMESTAMP')
    expect((await sample.say('round', { round: said.round }, shifted(61))).reason).toBe('TIMESTAMP')
    expect(await balance()).toBe('99.00')
  })

  test('is not understood where a field is named twice, whoever signed it', async () => {
    const body = JSON.stringify(bodyOf({ token: play.token, amount: '1.00' }))
    const twice = body.replace('"amount":"1.00"', '"amount":"1.00","amount":"2.00"')
    expect(await sample.send('bet', twice)).toMatchObject({ status: 400, reason: 'InvalidRequestException' })
    expect(await balance()).toBe('100.00')
  })

  test('that is repeated after its key was forgotten is known by the books: nothing moves, and other words are a conflict', async () => {
    const id = round()
    const said = { ...bodyOf({ token: play.token, amount: '10.00' }), round: id }
    await sample.say('bet', said)
    const win = { ...bodyOf({ amount: '4.00' }), round: id }
    await sample.say('win', win)
    // As the months do it.
    await sql`alter table wallet_movement disable trigger user`.execute(db.sql)
    await db.sql.deleteFrom('wallet_movement').where('scope', '=', 'game:sample').execute()
    await sql`alter table wallet_movement enable trigger user`.execute(db.sql)
    for (const [kind, body] of [
      ['bet', said],
      ['win', win],
    ] as const) {
      const again = await sample.say(kind, body)
      expect(again.data).toEqual({
        transaction: body.transaction,
        round: id,
        balance: { amount: '94.00', currency: 'EUR' },
      })
      expect((await sample.say(kind, body)).text).toBe(again.text)
      expect((await sample.say(kind, { ...body, amount: '7.00' })).reason).toBe('KEY_CONFLICT')
      expect((await sample.say(kind, { ...body, round: round() })).reason).toBe('KEY_CONFLICT')
    }
    expect(await balance()).toBe('94.00')
  })

  test('touches only what is its own', async () => {
    const id = round()
    const token = await begin(db, (tx) =>
      openSession(tx, { playerId, provider: 'other', game: 'dice', mode: 'real', currency: 'EUR', lifeSeconds: 60 }),
    )
    const newcomer = await addPlayer({ login: `newcomer${count}@example.com` })
    const common = { game: 'dice', player: String(playerId), currency: 'EUR' }
    const from = { provider: 'other', sentAtMs: Date.now() }
    await here.parts.rounds.call('bet', from, { ...common, token, transaction: `b-${id}`, round: id, amount: '5.00' })
    const said = { ...common, transaction: randomUUID(), round: id }
    expect((await sample.say('bet', { ...said, token, amount: '1.00' })).reason).toBe('token:UNKNOWN')
    expect((await sample.say('balance', { token })).reason).toBe('token:UNKNOWN')
    expect((await sample.say('round', { round: id })).reason).toBe('round:UNKNOWN')
    expect((await sample.say('win', { ...said, amount: '5.00' })).reason).toBe('NO_BET')
    const rollback = { ...said, reference: `b-${id}` }
    // A player who never opened a game of theirs, or no player at all: no balance is told, and neither are they told apart.
    const strangers = [
      { ...rollback, player: String(newcomer) },
      { ...rollback, player: '987654321' },
      { ...rollback, game: 'no-such-game', player: String(newcomer) },
    ]
    const said422 = await Promise.all(strangers.map((each) => sample.say('rollback', each)))
    expect(said422.map(({ status, reason }) => [status, reason])).toEqual(strangers.map(() => [422, 'player:UNKNOWN']))
    for (const kind of ['win', 'bet'] as const) {
      const body = { ...said, amount: '1.00', ...(kind === 'bet' && { token: 'none' }) }
      const [known, unknown] = [await sample.say(kind, body), await sample.say(kind, { ...body, player: '987654321' })]
      expect([unknown.status, unknown.reason]).toEqual([known.status, known.reason])
    }
    // Remembered among its own ids: the bet of the other provider stands.
    expect((await sample.say('rollback', rollback)).status).toBe(200)
    expect(await balance()).toBe('95.00')
    expect((await play.bet(id, '1.00', { transaction: `b-${id}` })).reason).toBe('ROLLED_BACK')
    expect((await play.bet(id, '1.00')).status).toBe(200)
    const books = await readRounds(id)
    expect(books).toEqual([
      { provider: 'other', staked: 500n },
      { provider: 'sample', staked: 100n },
    ])
  })

  const readRounds = (id: string) =>
    db.sql
      .selectFrom('rounds_round')
      .select(['provider', 'staked'])
      .where('round', '=', id)
      .orderBy('provider')
      .execute()

  test('is never one of our own games: they have no door here, and without the sandbox there is none at all', () => {
    expect([...gameProviders({ isSandboxOn: true }, here.secrets).keys()]).toEqual(['sample'])
    expect([...gameProviders({ isSandboxOn: false }, here.secrets).keys()]).toEqual([])
  })
})

describe('a launched game', () => {
  test('is one player, one game, one currency', async () => {
    const other = await addPlayer({ login: `other${count}@example.com` })
    await fund(here, other, '10.00')
    for (const [said, reason] of [
      [{ player: String(other) }, 'SESSION_MISMATCH'],
      [{ player: '999999' }, 'SESSION_MISMATCH'],
      [{ game: 'roulette' }, 'SESSION_MISMATCH'],
      [{ currency: 'USD' }, 'SESSION_MISMATCH'],
      [{ token: 'made-up' }, 'token:UNKNOWN'],
    ] as const) {
      expect((await play.bet(round(), '1.00', said)).reason).toBe(reason)
    }
    const id = round()
    await play.bet(id, '1.00')
    for (const said of [{ player: String(other) }, { game: 'roulette' }, { currency: 'USD' }]) {
      expect((await play.win(id, '1.00', said)).reason).toBe('ROUND_MISMATCH')
    }
    expect((await play.balance()).data).toEqual({
      player: String(playerId),
      balance: { amount: '99.00', currency: 'EUR' },
    })
  })

  test('no body is right for two calls: what was signed as a bet cannot be sent as a win', async () => {
    const id = round()
    await play.bet(id, '1.00')
    const before = await balance()
    expect((await play.win(id, '500.00', { token: play.token })).reason).toBe('token:UNKNOWN')
    expect(await balance()).toBe(before)
  })

  test('that is over takes no more bets, but what was won is paid and what failed is turned back', async () => {
    const [won, failed] = [round(), round()]
    await play.bet(won, '1.00')
    await play.bet(failed, '1.00', { transaction: `b-${failed}` })
    await sql`update rounds_session set expires_at = now() where player_id = ${playerId}`.execute(db.sql)
    expect((await play.bet(round(), '1.00')).reason).toBe('SESSION_EXPIRED')
    expect((await play.betwin(round(), '1.00', '1.00')).reason).toBe('SESSION_EXPIRED')
    expect((await play.win(won, '7.00')).status).toBe(200)
    expect((await play.rollback(failed, `b-${failed}`)).status).toBe(200)
    expect((await play.balance()).status).toBe(200)
    expect(await balance()).toBe('106.00')
  })

  test.each([
    ['blocked', { banned_at: new Date() }, 'UserBannedException'],
    ['excluded', { excluded_until: 'infinity' }, 'SELF_EXCLUDED'],
    ['deleted', { deleted_at: new Date() }, 'UserDeletedException'],
  ])('of a player who was %s meanwhile takes no more bets, and pays', async (_what, values, reason) => {
    const [won, failed] = [round(), round()]
    await play.bet(won, '1.00')
    await play.bet(failed, '1.00', { transaction: `b-${failed}` })
    await db.sql.updateTable('account_player').set(values).where('id', '=', playerId).execute()
    expect((await play.bet(round(), '1.00')).reason).toBe(reason)
    expect((await play.win(won, '7.00')).status).toBe(200)
    expect((await play.rollback(failed, `b-${failed}`)).status).toBe(200)
    expect(await balance()).toBe('106.00')
  })

  test('for fun plays with fun money, without limits, and never touches the rest', async () => {
    const player = await here.signIn(playerId)
    await here.as(player).post('account.setLimit', { kind: 'wager', period: '1', amount: '0' })
    await fund(here, playerId, '50.00', 'FUN')
    const demo = await sample.launch(playerId, { currency: 'FUN' })
    const id = round()
    expect((await demo.bet(id, '20.00')).data.balance).toEqual({ amount: '30.00', currency: 'FUN' })
    await demo.win(id, '5.00')
    expect((await demo.bet(round(), '35.01')).reason).toBe('INSUFFICIENT_FUNDS')
    expect((await play.bet(id, '1.00')).reason).toBe('ROUND_MISMATCH')
    expect([await balanceOf(here, playerId, 'FUN'), await balance()]).toEqual(['35.00', '100.00'])
    expect((await play.bet(round(), '1.00')).reason).toBe('LIMIT_WAGER')
    const uses = await db.sql.selectFrom('limits_use').select('key').where('player_id', '=', playerId).execute()
    expect(uses).toEqual([])
  })
})

describe('what cannot be understood', () => {
  test.each([
    [1, 'amount:INVALID'],
    ['-1', 'amount:INVALID'],
    ['1e3', 'amount:INVALID'],
    ['0.001', 'amount:INVALID'],
    ['1,000', 'amount:INVALID'],
    ['', 'amount:INVALID'],
    [' 1', 'amount:INVALID'],
    ['01', 'amount:INVALID'],
    ['1.', 'amount:INVALID'],
    ['９', 'amount:INVALID'],
    ['1'.repeat(40), 'amount:INVALID'],
    ['92233720368547758.08', 'amount:INVALID'],
    [null, 'amount:INVALID'],
    [undefined, 'amount:REQUIRED'],
    [['1'], 'amount:INVALID'],
    [{ amount: '1' }, 'amount:INVALID'],
    ['100.01', 'INSUFFICIENT_FUNDS'],
    ['92233720368547758.07', 'INSUFFICIENT_FUNDS'],
  ])('an amount of %j is refused', async (amount, reason) => {
    const answers = [await play.bet(round(), '1', { amount }), await play.betwin(round(), '1', '0', { amount })]
    for (const answer of answers) expect([answer.status, answer.reason]).toEqual([422, reason])
    if (reason === 'amount:INVALID') {
      const id = round()
      await play.bet(id, '0')
      expect((await play.win(id, '1', { amount })).reason).toBe(reason)
      expect((await play.betwin(round(), '0', '1', { win: amount })).reason).toBe('win:INVALID')
    }
    expect(await balance()).toBe('100.00')
  })

  test.each([
    [{ transaction: '' }, 'transaction:INVALID'],
    [{ transaction: 7 }, 'transaction:INVALID'],
    [{ transaction: 'x'.repeat(101) }, 'transaction:INVALID'],
    [{ transaction: 'a b' }, 'transaction:INVALID'],
    [{ round: 'é' }, 'round:INVALID'],
    [{ round: undefined }, 'round:REQUIRED'],
    [{ player: '0' }, 'player:INVALID'],
    [{ player: '1; drop table' }, 'player:INVALID'],
    [{ player: 12 }, 'player:INVALID'],
    [{ currency: 'XXX' }, 'currency:INVALID'],
    [{ currency: '__proto__' }, 'currency:INVALID'],
    [{ token: undefined }, 'token:REQUIRED'],
    [{ is_closed: 'yes' }, 'is_closed:INVALID'],
    [{ closed: true }, 'closed:UNKNOWN'],
    [{ reference: 'x' }, 'reference:UNKNOWN'],
  ])('%j is refused at its field', async (said, reason) => {
    expect((await play.bet(round(), '1.00', said)).reason).toBe(reason)
    expect(await balance()).toBe('100.00')
  })

  test.each(['', 'null', '[]', '"text"', '{', '{"a":1}}'])('a body of %j is refused', async (body) => {
    expect((await sample.send('bet', body)).status).toBe(400)
  })

  test('a body that is too large is refused, and so is another verb or call', async () => {
    expect((await sample.send('bet', `{"token":"${'x'.repeat(20_000)}"}`)).status).toBe(413)
    for (const url of urls) {
      expect((await fetch(`${url}/wallet/v1/bet`)).status).not.toBe(200)
      expect((await fetch(`${url}/wallet/v1/other`, { method: 'POST' })).status).not.toBe(200)
    }
  })
})

describe('currencies', () => {
  test.each([
    ['JPY', '500', '200', '301', '601', '0.5'],
    ['USDT', '500.000001', '200.000001', '0.000001', '300.000001', '0.0000001'],
    ['EUR', '90071992547409.93', '90071992547409.92', '0.01', '0.02', '0.001'],
  ])('%s is exact to the last unit', async (currency, first, stake, prize, last, tooFine) => {
    const id = await addPlayer({ login: `rich${currency}@example.com`, currency })
    await fund(here, id, first, currency)
    const game = await sample.launch(id, { currency })
    const one = round()
    expect((await game.bet(one, tooFine)).reason).toBe('amount:INVALID')
    expect((await game.bet(one, stake)).status).toBe(200)
    expect((await game.win(one, prize)).data.balance).toEqual({ amount: last, currency })
    expect(await balanceOf(here, id, currency)).toBe(last)
    const state = await sample.say('round', { round: one })
    expect(state.data.staked).toEqual({ amount: stake, currency })
  })

  test('a purse takes no more than it can hold', async () => {
    const id = await addPlayer({ login: 'full@example.com', currency: 'USD' })
    await fund(here, id, '92233720368547758.00', 'USD')
    const game = await sample.launch(id, { currency: 'USD' })
    const one = round()
    await game.bet(one, '0')
    expect((await game.win(one, '0.08')).reason).toBe('AMOUNT_TOO_LARGE')
    expect((await game.win(one, '0.07')).status).toBe(200)
    expect(await balanceOf(here, id, 'USD')).toBe('92233720368547758.07')
  })
})
