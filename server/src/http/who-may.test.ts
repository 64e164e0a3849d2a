import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import type { Method } from '@croupier/contract/method'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { endSession, findSession } from '../features/auth/auth.ts'
import { run } from '../operator/commands.ts'
import { testApp } from '../test/app.ts'
import { effort } from '../test/effort.ts'
import { type Furnished, furnish, paramsOf, sessionOf } from '../test/every-call.ts'
import { pretendProvider } from '../test/pretend-provider.ts'
import { fingerprint, rowsOf } from '../test/rows.ts'

/** Every method of the contract, asked by every caller who has no business there. */

const house = await testApp({ payments: new Map([['sandbox', pretendProvider('sandbox').provider]]) })
const { db, as, secrets, config } = house

const methods = methodNames.map((name): [MethodName, Method] => [name, contract[name]])
const forPlayers = methods.flatMap(([name, { who }]) => (who === 'player' ? [name] : []))

const ask = (name: MethodName, cookie: string | null, params: Record<string, string>) =>
  contract[name].verb === 'GET' ? as(cookie).get(name, params) : as(cookie).post(name, params)

type Reply = Awaited<ReturnType<typeof ask>>
const said = ({ status, json }: Reply) =>
  [status, json.error?.type, json.error?.error_data?.reason].filter(Boolean).join(' ')
const guestAnswer = '401 AuthorizationException'
const payoutAnswer = '422 InvalidParameterException SELF_EXCLUDED'

/** What the database knows, as long as nothing is to change it: it is dear to ask for. */
let standing: Promise<Record<string, string>> | undefined
const known = () => {
  standing ??= fingerprint(db)
  return standing
}

let count = 0
const newcomer = (word: string) => {
  count += 1
  standing = undefined
  return furnish(house, `q${word}${count}`)
}

test('what a guest may ask is this list and nothing else', () => {
  expect(methods.flatMap(([name, { who }]) => (who === 'anyone' ? [name] : [])).sort()).toEqual([
    'Jackpots.get',
    'Jackpots.getWinners',
    'Support.sendFeedback',
    'account.confirmContact',
    'account.disownContact',
    'account.getContactPhoneSettings',
    'account.getPersonalDataFields',
    'account.getcurrencyrates',
    'account.unsubscribe',
    'auth.login',
    'auth.logout',
    'auth.register',
    'auth.restore',
    'banners.get',
    'bets.book',
    'bets.getBooking',
    'bets.quote',
    'bets.quoteBuilder',
    'campaigns.checkPromocode',
    'campaigns.getoffers',
    'events.handle',
    'fairness.getShared',
    'games.get',
    'games.getCategories',
    'games.getProviders',
    'leaderboard.get',
    'loyalty.getProgram',
    'loyalty.getPrograms',
    'loyalty.getcharacters',
    'metadata.get',
    'metadata.getgeneralinfo',
    'popups.get',
    // A game in its frame has no cookie: its launch token says who asks.
    'rounds.act',
    'rounds.getBalance',
    'rounds.open',
    'rounds.play',
    'sports.getEvent',
    'sports.getEvents',
    'sports.getFacts',
    'sports.getMarkets',
    'sports.getMeetings',
    'sports.getPrices',
    'sports.getProof',
    'sports.getResults',
    'sports.getRules',
    'sports.getStandings',
    'sports.getTree',
    'sports.search',
    'support.getsettings',
    'tournaments.get',
    'tournaments.getStandings',
  ])
})

/** Whoever is turned away stays as they are, so one of each stands for all methods. */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

const over = once(async () => {
  const me = await newcomer('mallory')
  const cookies = {
    guest: null,
    'made up': `${config.isSecure ? '__Host-sid' : 'sid'}=${'A'.repeat(43)}`,
    'not a token': 'sid=1; sid=../../x',
    ended: await ended(me),
    expired: await old({ expires_at: sql<Date>`now() - interval '1 second'` }),
    'of an excluded player': await old({}, { excluded_until: sql<Date>`'infinity'` }),
    'of a deleted player': await old({}, { deleted_at: sql<Date>`now()` }),
  }
  return { me, cookies }
})

const blocked = once(async () => {
  const me = await newcomer('blocked')
  const cookie = await sessionOf(house, me.id)
  expect((await run(db, ['ban', me.login])).code).toBe(0)
  return { me, cookie, late: await sessionOf(house, me.id) }
})

const cameForPayout = async () => {
  const me = await newcomer('excluded')
  await mark(me.id, { excluded_until: sql<Date>`'infinity'` })
  const cookie = await sessionOf(house, me.id, 'payout')
  // Once a minute a session is noted as seen; it is no matter how long this file takes.
  const seen = db.sql.updateTable('auth_session').set({ seen_at: sql<Date>`now() + interval '1 day'` })
  await seen.where('player_id', '=', me.id).execute()
  return { me, cookie }
}
const excluded = once(cameForPayout)

/** To look at everything that the database knows is dear: the short form does it once for all methods, the long form at each. */
const look = async (now: () => Promise<object>, before: object) => {
  if (effort.isLongForm) expect(await now()).toEqual(before)
}

describe('who is turned away', () => {
  beforeAll(async () => {
    for (const come of [over, blocked, excluded]) await come()
    await known()
  })

  test.each(forPlayers)(
    '%s is closed to a guest, to a session that is over, to one that was never there and to whom the house has blocked, and nothing happens',
    async (name) => {
      const [{ me, cookies }, banned] = [await over(), await blocked()]
      const before = await known()
      const params = paramsOf(house, me, name)
      const answers = Object.entries(cookies).map(async ([who, cookie]) => [who, said(await ask(name, cookie, params))])
      expect(Object.fromEntries(await Promise.all(answers))).toEqual({
        ...Object.fromEntries(Object.keys(cookies).map((who) => [who, guestAnswer])),
        'of a deleted player': '401 UserDeletedException',
      })
      // In a session that was open when the ban came, and in one that was about to open.
      expect(said(await ask(name, banned.cookie, paramsOf(house, banned.me, name)))).toBe(guestAnswer)
      expect(said(await ask(name, banned.late, paramsOf(house, banned.me, name)))).toBe('403 UserBannedException')
      await look(() => fingerprint(db), before)
    },
  )

  const isForPayout = (name: MethodName) => contract[name].isForPayout === true
  const closed = forPlayers.filter((name) => !isForPayout(name))
  test.each(closed)('%s is closed to an excluded player who came for the balance', async (name) => {
    const { me, cookie } = await excluded()
    const before = await known()
    expect(said(await ask(name, cookie, paramsOf(house, me, name)))).toBe(payoutAnswer)
    await look(() => fingerprint(db), before)
  })

  test('leaves everything as it was', async () => {
    expect(await fingerprint(db)).toEqual(await known())
  })

  test.each(forPlayers.filter(isForPayout))(
    '%s is open to an excluded player who came for the balance',
    async (name) => {
      const { me, cookie } = await cameForPayout()
      expect(said(await ask(name, cookie, paramsOf(house, me, name)))).not.toBe(payoutAnswer)
    },
  )
})

async function old(session: Record<string, unknown>, player: Record<string, unknown> = {}) {
  const other = await newcomer('old')
  const cookie = await sessionOf(house, other.id)
  const rows = db.sql.updateTable('auth_session').where('player_id', '=', other.id)
  if (Object.keys(session).length > 0) await rows.set(session).execute()
  if (Object.keys(player).length > 0) await mark(other.id, player)
  return cookie
}

async function ended({ id }: Furnished) {
  const cookie = await sessionOf(house, id)
  const found = await findSession(db, secrets.sessionPepper, cookie.split('=')[1] ?? '')
  await endSession(db.sql, found?.player.sessionId ?? 0n)
  return cookie
}

const mark = (id: bigint, values: Record<string, unknown>) =>
  db.sql.updateTable('account_player').set(values).where('id', '=', id).execute()

/** What a GET leaves behind stands in no other question's way, so these have one caller between them. */
const reader = once(() => newcomer('mallory'))
const callerOf = (name: MethodName) => (contract[name].verb === 'GET' ? reader() : newcomer('mallory'))

describe('the player itself', () => {
  /** The code is made up, the player is verified, and the identity provider of the sandbox does not listen here. */
  const refused: Partial<Record<MethodName, string>> = {
    'account.confirmContact': '422 InvalidParameterException CODE_EXPIRED',
    'account.confirmTwoFactorAuth': '422 InvalidParameterException CODE_EXPIRED',
    // This player has a password.
    'account.sendStepUpCode': '422 InvalidParameterException PASSWORD_NEEDED',
    'account.stepUp': '422 InvalidParameterException PASSWORD_NEEDED',
    'account.setUserOnVerification': '422 InvalidParameterException ALREADY_VERIFIED',
    // The match of this house has no market.
    'bets.quoteBuilder': '422 InvalidParameterException PICK_UNKNOWN',
    'bets.cashOut': '422 InvalidParameterException QUOTE_INVALID',
    'bets.setAutoCashOut': '422 InvalidParameterException CASHOUT_UNAVAILABLE',
    'bets.getBooking': '422 InvalidParameterException BOOKING_UNKNOWN',
    'bets.quoteEdit': '422 InvalidParameterException CASHOUT_UNAVAILABLE',
    'bets.edit': '422 InvalidParameterException QUOTE_INVALID',
    'rounds.act': '422 InvalidParameterException ROUND_UNKNOWN',
    'sumsub.getAccessToken': '422 InvalidParameterException PROVIDER_AWAY',
  }

  test.each(methodNames)(
    'gets past every check of %s, so that the noes of this file are about who asks',
    async (name) => {
      const me = await callerOf(name)
      expect(said(await ask(name, await sessionOf(house, me.id), paramsOf(house, me, name)))).toBe(
        refused[name] ?? '200',
      )
    },
  )

  test('finds its own marks, by which the tests below know a foreign row', async () => {
    const me = await newcomer('mallory')
    const cookie = await sessionOf(house, me.id)
    const names: MethodName[] = [
      'account.getInfo',
      'account.getprofileinfo',
      'account.getNotices',
      'account.getSecurityEvents',
      'account.exportData',
      'storage.getKeys',
      'sumsub.createApplicant',
    ]
    for (const name of names) {
      expect((await ask(name, cookie, paramsOf(house, me, name))).body.toLowerCase()).toContain(me.mark)
    }
  })
})

describe('another player', () => {
  const names = 'qvictim'
  let victim: Furnished
  /** Her rows, which no test but the last one may change. */
  let before: Awaited<ReturnType<typeof rowsOf>>
  beforeAll(async () => {
    victim = await furnish(house, names)
    before = await rowsOf(db, victim.id)
  })

  /** Every name under which a caller could try to say who it is about. */
  const foreign = () => {
    const id = String(victim.id)
    const words = [
      'player_id',
      'playerId',
      'player',
      'uid',
      'user_id',
      'userId',
      'account_id',
      'session_id',
      'applicant_id',
    ]
    return Object.fromEntries(words.map((word) => [word, id]))
  }

  test.each(methodNames)('%s shows nothing of somebody else and touches nothing', async (name) => {
    const me = await callerOf(name)
    const cookie = await sessionOf(house, me.id)
    const own: Record<string, string> = paramsOf(house, me, name)
    const answers = [
      await ask(name, cookie, { ...foreign(), ...own }),
      await ask(name, cookie, { ...own, 'player[id]': String(victim.id), '__proto__[playerId]': String(victim.id) }),
      // In the place of the caller's own session too, and twice.
      await ask(name, `${cookie}; player_id=${victim.id}; uid=${victim.id}`, {
        ...own,
        fields: 'login,contacts,email',
      }),
    ]
    for (const { body, status } of answers) {
      expect(body.toLowerCase()).not.toContain(names)
      expect(body).not.toContain(victim.phone)
      expect(status).toBeLessThan(500)
      // One caller asks all of these: what it asked before must not answer for it.
      expect(contract[name].verb === 'GET' && status === 429).toBe(false)
    }
    await look(() => rowsOf(db, victim.id), before)
  })

  /** What names a thing of another player, and the same for a thing that never was. */
  const things: [MethodName, () => Record<string, string>, Record<string, string>][] = [
    ['account.closeSession', () => ({ id: String(victim.sessionId) }), { id: '999999999' }],
    ['account.confirmLimit', () => ({ id: String(victim.changeId) }), { id: '999999999' }],
    ['account.cancelLimit', () => ({ id: String(victim.changeId) }), { id: '999999999' }],
    ['account.seeNotices', () => ({ ids: String(victim.noticeId) }), { ids: '999999999' }],
    ['account.sendconfirmationtocontact', () => ({ contact: victim.login }), { contact: 'nobody@example.com' }],
    ['account.sendconfirmationtocontact', () => ({ contact: victim.phone }), { contact: '+4915100000000' }],
    ['account.sendconfirmationtocontact', () => ({ contact: `new-${victim.login}` }), { contact: 'new@example.com' }],
    [
      'account.changeSubscription',
      () => ({ contact: victim.login, subscription: '1' }),
      { contact: 'nobody@example.com', subscription: '1' },
    ],
    [
      'account.confirmContact',
      () => ({ contact: `new-${victim.login}`, code: '000000' }),
      { contact: 'nobody@example.com', code: '000000' },
    ],
    ['bets.getCashouts', () => ({ ids: String(victim.betId) }), { ids: '999999999' }],
    ['bets.cashOut', () => ({ id: String(victim.betId), quote: 'none' }), { id: '999999999', quote: 'none' }],
    ['bets.setAutoCashOut', () => ({ id: String(victim.betId), target: '5' }), { id: '999999999', target: '5' }],
    [
      'bets.edit',
      () => ({ id: String(victim.betId), key: 'not-my-bet-1', quote: 'none' }),
      { id: '999999999', key: 'not-my-bet-1', quote: 'none' },
    ],
    ['bonuses.activate', () => ({ bonus_id: String(victim.bonusId) }), { bonus_id: '999999999' }],
    ['bonuses.remove', () => ({ bonus_id: String(victim.bonusId) }), { bonus_id: '999999999' }],
    ['BettingBonuses.activate', () => ({ bonus_id: String(victim.bettingId) }), { bonus_id: '999999999' }],
    ['BettingBonuses.remove', () => ({ bonus_id: String(victim.bettingId) }), { bonus_id: '999999999' }],
    ['bonuses.getWagers', () => ({ bonus_id: String(victim.bonusId) }), { bonus_id: '999999999' }],
    ['cashbacks.payout', () => ({ id: String(victim.cashbackId) }), { id: '999999999' }],
    ['cashbacks.remove', () => ({ id: String(victim.cashbackId) }), { id: '999999999' }],
    ['cashbacks.getSheet', () => ({ id: String(victim.cashbackId) }), { id: '999999999' }],
    ['cashier.getdepositinfo', () => ({ id: String(victim.entryId) }), { id: '999999999' }],
    ['cashier.cancelwithdrawal', () => ({ id: String(victim.entryId) }), { id: '999999999' }],
    [
      'cashier.makewithdrawal',
      () => ({ method: 'wallet', amount: '20', requisite_id: String(victim.requisiteId) }),
      { method: 'wallet', amount: '20', requisite_id: '999999999' },
    ],
    ['storage.get', () => ({ keys: `key.${victim.mark}` }), { keys: 'key.nobody' }],
    [
      'account.addcontact',
      () => ({ contact: victim.login, password: 'Marmot-Hill-7' }),
      { contact: 'nobody@example.com', password: 'Marmot-Hill-7' },
    ],
  ]

  test.each(things)('%s answers alike whether a thing is hers or does not exist', async (name, hers, nobodys) => {
    // Two callers: what the first one asked for must not stand in the way of the second question.
    const [me, other] = [await newcomer('mallory'), await newcomer('other')]
    const one = await ask(name, await sessionOf(house, me.id), hers())
    const two = await ask(name, await sessionOf(house, other.id), nobodys)
    expect([one.status, one.body]).toEqual([two.status, two.body])
    await look(() => rowsOf(db, victim.id), before)
  })

  test.each([
    ['of another kind', (token: string) => token.replace(/^email/, 'phone')],
    ['of another player', (token: string) => token.replace(/\.\d+\./, `.${victim.id}.`)],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['with nothing signed', (token: string) => token.replace(/[\w-]{43}$/, 'A'.repeat(43))],
  ])('mailings are not ended by the link of somebody else, %s', async (_how, change) => {
    const { token = '' } = paramsOf(house, await reader(), 'account.unsubscribe')
    const answer = await ask('account.unsubscribe', null, { token: change(token) })
    expect(said(answer)).toBe('422 InvalidParameterException TOKEN_INVALID')
    await look(() => rowsOf(db, victim.id), before)
  })

  test('nothing of all this has touched her', async () => {
    expect(await rowsOf(db, victim.id)).toEqual(before)
  })

  test('a code that was sent to somebody else confirms nothing of mine, and her link nothing for me', async () => {
    const me = await newcomer('mallory')
    const hers = await sessionOf(house, victim.id)
    await ask('account.sendconfirmationtocontact', hers, { contact: `new-${victim.login}` })
    const [letter] = await house.letters(`new-${victim.login}`)
    const [code = ''] = /\b\d{6}\b/.exec(letter?.text ?? '') ?? []
    expect(code).toMatch(/^\d{6}$/)
    await ask('account.sendconfirmationtocontact', await sessionOf(house, me.id), { contact: `new-${me.login}` })
    const answers = await Promise.all(
      [`new-${me.login}`, `new-${victim.login}`].map(async (contact) =>
        ask('account.confirmContact', await sessionOf(house, me.id), { contact, code }),
      ),
    )
    expect(answers.map(said)).toEqual(Array(2).fill('422 InvalidParameterException CODE_INVALID'))
    const { json } = await ask('account.getInfo', await sessionOf(house, me.id), {})
    expect(json.data.contacts.email).toEqual({ value: me.login, confirmed: true })
  })
})

test('a token of the content backend is no session of a player, whatever it says', async () => {
  const me = await reader()
  const made = await house.app.inject({
    method: 'POST',
    url: '/content/auth/local/register',
    payload: { username: 'editor', email: me.login, password: 'Heron-Lake-9' },
  })
  const { jwt } = made.json()
  expect(jwt).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  for (const headers of [{ authorization: `Bearer ${jwt}` }, { cookie: `sid=${jwt}` }, { cookie: `jwt=${jwt}` }]) {
    const answer = await house.send({
      url: '/api/account.getInfo',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    })
    expect(said(answer)).toBe(guestAnswer)
  }
})
