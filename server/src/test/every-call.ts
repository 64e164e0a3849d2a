import { createHash, randomUUID } from 'node:crypto'
import type { MethodName } from '@croupier/contract/contract'
import { sql } from 'kysely'
import { begin } from '../db/db.ts'
import { encrypt } from '../encryption.ts'
import { disownToken } from '../features/account/disown-link.ts'
import { unsubscribeToken } from '../features/account/subscriptions.ts'
import { createSession, sessionLife } from '../features/auth/auth.ts'
import { ensureSeeds } from '../features/rounds/rounds.ts'
import { move } from '../features/wallet/wallet.ts'
import { hashPassword } from '../passwords.ts'
import type { testApp } from './app.ts'
import { issueBet } from './betting.ts'
import { giveBonus } from './bonuses.ts'
import { fixed, publish, publishOffer } from './campaigns.ts'
import { addClaimable } from './cashbacks.ts'
import { givePoints, plainProgram } from './loyalty.ts'
import { addOldEntries } from './tournaments.ts'
import { addPerson } from './world.ts'

type CalledSite = Pick<Awaited<ReturnType<typeof testApp>>, 'db' | 'secrets'> & { config: { isSecure: boolean } }

export const password = 'Marmot-Hill-7'
/** Hashing takes a while; one hash does for all players of a test. */
const hash = hashPassword(password)

export type Furnished = Awaited<ReturnType<typeof furnish>>

/** A player with a row in every table that knows players. Each value holds `mark`, by which it is found in any answer. */
export async function furnish({ db, secrets }: CalledSite, mark: string) {
  const login = `${mark}@example.com`
  const phone = `+4915${[...mark]
    .map((letter) => letter.charCodeAt(0) % 10)
    .join('')
    .padEnd(9, '7')
    .slice(0, 9)}`
  const fakename = `Nick${mark}`
  const row = {
    login,
    email: login,
    email_key: login,
    email_confirmed_at: sql<Date>`now()`,
    phone,
    phone_key: phone.slice(1),
    fakename,
    country_code: 'DE',
    first_name: `First${mark}`,
    last_name: `Last${mark}`,
    birth_date: '1990-04-12',
    address: `Street ${mark}`,
    document_type: 'passport',
    document_number_tail: mark.slice(-4),
    has_password: true,
    has_deposited: true,
    verified_at: sql<Date>`now()`,
  }
  const id = await addPerson(db.sql, row)
  const number = encrypt(`DOC${mark}`, `document:${id}`, secrets.documentKey)
  await db.sql.updateTable('account_player').set({ document_number_sealed: number }).where('id', '=', id).execute()
  const add = { player_id: id }
  await db.sql
    .insertInto('auth_password')
    .values({ ...add, hash: await hash })
    .execute()
  await db.sql
    .insertInto('account_storage')
    .values({ ...add, key: `key.${mark}`, value: `value ${mark}` })
    .execute()
  await db.sql
    .insertInto('account_contact_change')
    .values({ ...add, type: 'email', value: `new-${login}`, value_key: `new-${login}` })
    .execute()
  const about = { ...add, kind: 'signIn', address: '203.0.113.77', device: `Browser ${mark}` }
  await db.sql.insertInto('account_event').values(about).execute()
  const notice = await db.sql
    .insertInto('account_notice')
    .values({ ...add, kind: 'verificationRetry', params: JSON.stringify({ reasons: mark }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.sql
    .insertInto('limits_limit')
    .values({ ...add, kind: 'deposit', period_days: 7, amount: 77_777n })
    .execute()
  const change = await db.sql
    .insertInto('limits_change')
    .values({
      ...add,
      kind: 'deposit',
      period_days: 7,
      amount: 88_888n,
      ready_at: sql<Date>`now() - interval '1 hour'`,
      expires_at: sql<Date>`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.sql
    .insertInto('limits_sign')
    .values({ ...add, kind: 'raise', at: sql<Date>`now() - interval '8 days'` })
    .execute()
  await db.sql
    .insertInto('limits_care')
    .values({ ...add, is_on: false, reason: `care-${mark}` })
    .execute()
  await db.sql
    .insertInto('support_feedback')
    .values({ ...add, topic: 'other', text: `words of ${mark}`, contact: login, locale: 'en' })
    .execute()
  await db.sql
    .insertInto('support_chat_event')
    .values({ ...add, channel_id: '1', conversation_id: 'c', text: `chat of ${mark}`, event: 'sent' })
    .execute()
  const applicant = { applicant_id: `applicant-${mark}`, external_user_id: `external-${mark}` }
  await db.sql
    .insertInto('verification_applicant')
    .values({ ...add, ...applicant })
    .execute()
  await db.sql
    .insertInto('sandbox_applicant')
    .values({ id: applicant.applicant_id, external_user_id: applicant.external_user_id, level: 'basic' })
    .execute()
  await db.sql
    .insertInto('verification_action')
    .values({ ...add, action_id: `action-${mark}` })
    .execute()
  await db.sql
    .insertInto('auth_social')
    .values({ ...add, service: 'google x', subject: `subject-${mark}` })
    .execute()
  const money = await furnishMoney({ db, secrets }, id, mark)
  await furnishGames({ db }, id, mark)
  await furnishSports({ db }, id)
  await furnishOffers({ db }, id, mark)
  const session = await db.sql
    .insertInto('auth_session')
    .values({
      ...add,
      token_hash: Buffer.from(`session of ${mark}`),
      expires_at: sql<Date>`now() + interval '1 day'`,
      address: '203.0.113.77',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bonusId = await giveBonus(db, {
    playerId: id,
    amount: 500n,
    terms: { mode: 'isolated', on_withdrawal: 'keep' },
  })
  const bettingId = await issueBet(db, { playerId: id, terms: { on_withdrawal: 'keep' } })
  const cashbackId = await addClaimable(db, id)
  const tournamentId = await addOldEntries(db, id, mark)
  const given = { bonusId, bettingId, cashbackId, tournamentId }
  const numbers = { sessionId: session.id, changeId: change.id, noticeId: notice.id, ...given }
  const betId = await furnishBets({ db }, id, mark)
  const clubNoticeId = await furnishClub({ db }, id, mark)
  return { id, mark, login, phone, betId, clubNoticeId, ...numbers, ...money }
}

/** A balance, a payout that waits with its hold, saved details, and a game that runs. */
async function furnishMoney({ db, secrets }: Pick<CalledSite, 'db' | 'secrets'>, playerId: bigint, mark: string) {
  const add = { player_id: playerId, currency: 'EUR' }
  const account = { account: `${mark}@pay.example` }
  const sealed = encrypt(JSON.stringify(account), `requisites:${playerId}`, secrets.documentKey)
  const details = {
    method: 'wallet',
    mask: `${mark}…@pay.example`,
    sealed,
    state: 'verified',
    has_paid_in: true,
  } as const
  const requisite = await db.sql
    .insertInto('cashier_requisite')
    .values({ player_id: playerId, ...details, print: Buffer.from(`print of ${mark}`) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entry = await db.sql
    .insertInto('cashier_entry')
    .values({
      ...add,
      type: 'withdrawal',
      number: 1,
      method: 'wallet',
      provider: 'sandbox',
      amount: 5_000n,
      status: 'review',
      requisites: JSON.stringify({ account: `${mark}…` }),
      requisites_sealed: sealed,
      domain: `${mark}.example`,
      key: `key-of-${mark}`,
      body_hash: Buffer.from(mark),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const main = { playerId, kind: 'main', currency: 'EUR' } as const
  const payment = { playerId: null, owner: 'payment:sandbox', kind: 'main', currency: 'EUR' } as const
  const held = { playerId, kind: 'withdrawal_hold', currency: 'EUR' } as const
  await begin(db, (tx) =>
    move(tx, {
      scope: 'withdrawal',
      key: String(entry.id),
      playerId,
      body: {},
      transfers: [
        { from: payment, to: main, amount: 55_000n, reason: 'deposit', ref: `deposit:${mark}` },
        { from: main, to: held, amount: 5_000n, reason: 'withdrawal', ref: `withdrawal:${entry.id}` },
      ],
      answer: () => mark,
    }),
  )
  const game = { ...add, provider: 'studio', game: `game-${mark}`, mode: 'real' } as const
  const tomorrow = sql<Date>`now() + interval '1 day'`
  await db.sql
    .insertInto('rounds_session')
    .values({ ...game, token_hash: Buffer.from(`launch of ${mark}`), expires_at: tomorrow })
    .execute()
  await db.sql
    .insertInto('rounds_round')
    .values({ ...game, round: `round-${mark}` })
    .execute()
  await db.sql
    .insertInto('rounds_export')
    .values({ player_id: playerId, mode: 'real', game: `game-${mark}`, status: 'ready', expires_at: tomorrow })
    .execute()
  const own = { ...add, provider: 'studio', game: 'twin-dice', mode: 'real' } as const
  await db.sql
    .insertInto('rounds_session')
    .values({ ...own, token_hash: createHash('sha256').update(launchToken(mark)).digest(), expires_at: tomorrow })
    .execute()
  // What stands behind the rounds of the common table; one is enough for all.
  const link = Buffer.alloc(32, 7)
  await db.sql
    .insertInto('rounds_chain')
    .values({ game: 'liftoff', length: 10, root: link, terminal_hash: link })
    .onConflict((is) => is.doNothing())
    .execute()
  const { hash } = await begin(db, (tx) => ensureSeeds(tx, playerId, secrets))
  return { entryId: entry.id, requisiteId: requisite.id, seedHash: hash.toString('hex') }
}

const launchToken = (mark: string) => `launch-of-an-own-game-${mark}`

/** A game that every player may like; what a player likes and opened is its own. */
const knownGame = 'every-game'

async function furnishGames({ db }: Pick<CalledSite, 'db'>, playerId: bigint, mark: string) {
  await db.sql
    .insertInto('games_provider')
    .values({ sysname: 'every-studio', name: 'Every Studio', runner: 'studio' })
    .onConflict((row) => row.doNothing())
    .execute()
  await db.sql
    .insertInto('games_game')
    .values({
      sysname: knownGame,
      provider: 'every-studio',
      name: 'Every Game',
      image_url: '',
      type: 'slot',
      version: '1',
    })
    .onConflict((row) => row.doNothing())
    .execute()
  const own = { player_id: playerId, game: `game-${mark}` }
  await db.sql.insertInto('games_like').values(own).execute()
  await db.sql.insertInto('games_recent').values(own).execute()
}

/** A slip that is never taken: nothing is told of its match. */
const slipOn = (event: string) =>
  JSON.stringify([
    {
      ...{ key: 'every-bet-1', kind: 'single', sizes: [1], stake: '1.00', currency: 'EUR' },
      picks: [{ pick: `${event}/total/ft/2.5/over`, price: 2000, version: 1 }],
    },
  ])

/** A match that all may look at and mark; who marked it is a player's own. */
const knownMatch = '1'
const knownPick = `${knownMatch}/result/ft/-/1`

async function furnishSports({ db }: Pick<CalledSite, 'db'>, playerId: bigint) {
  const parts = [
    sql`insert into sports_producer (name, is_simulated) values ('every-feed', true)`,
    sql`insert into sports_sport (sysname, names) values ('football', '{"en": "Football"}')`,
    sql`insert into sports_category (id, producer, ref, sport, names) overriding system value
      values (1, 'every-feed', 'land', 'football', '{"en": "Land"}')`,
    sql`insert into sports_tournament (id, producer, ref, category_id, sport, names, tier) overriding system value
      values (1, 'every-feed', 'league', 1, 'football', '{"en": "League"}', 'A')`,
    sql`insert into sports_competitor (id, producer, ref, sport, names) overriding system value
      values (1, 'every-feed', 'reds', 'football', '{"en": "Reds"}'),
        (2, 'every-feed', 'blues', 'football', '{"en": "Blues"}')`,
    sql`insert into sports_event (id, producer, ref, sport, tournament_id, home_id, away_id, starts_at, first_starts_at,
        has_live, format, rules) overriding system value
      values (1, 'every-feed', 'match', 'football', 1, 1, 2, '2030-01-01', '2030-01-01', true, '{}', 'football/1')`,
    sql`insert into sports_market (id, event_id, type, period, line, state, prices, wins, backs, told_in)
      overriding system value
      values (1, 1, 'result', 'ft', '', 'open', '{2000,3000,4000}', '{5,3,2}', '{0,0,0}', 1)`,
  ]
  for (const part of parts) await sql`${part} on conflict do nothing`.execute(db.sql)
  await db.sql.insertInto('sports_favourite').values({ player_id: playerId, kind: 'tournament', ref: 1n }).execute()
}

/** A bet that waits for its match, and the operator's word about the player's stakes. */
async function furnishBets({ db }: Pick<CalledSite, 'db'>, playerId: bigint, mark: string): Promise<bigint> {
  const asked = [{ price: 2000, version: 1, isLive: false, parts: [{ pick: knownPick, market: '1', stops: 0 }] }]
  const { rows } = await sql<{
    id: bigint
  }>`insert into bets_bet (player_id, key, body_hash, number, state, kind, sizes,
      bankers, combinations, currency, mode, stake, stake_open, split, asked, policy, possible, rules, accepted_at)
    values (${playerId}, ${`bet-${mark}`}, '', 1, 'open', 'single', '{1}', '{}', 1, 'EUR', 'real', 100, 100,
      '[{"kind": "main", "amount": "100"}]', ${JSON.stringify(asked)}, 'better', 200, 'football/1', now())
    returning id`.execute(db.sql)
  const betId = rows[0]?.id ?? 0n
  await sql`insert into bets_leg (bet_id, place, part, event_id, market_id, outcome, price_asked, price, version, stops,
      is_live, win, back) values (${betId}, 0, 0, 1, 1, '1', 2000, 2000, 1, 0, false, 5, 0)`.execute(db.sql)
  await sql`insert into bets_step (bet_id, n, kind, actor, part) values (${betId}, 1, 'held', 'player', 100)`.execute(
    db.sql,
  )
  await sql`insert into bets_player (player_id, factor_bp, reason, actor)
    values (${playerId}, 5000, ${`limit of ${mark}`}, 'test')`.execute(db.sql)
  return betId
}

/** An offer and a code that every player may use as often as it likes; what became of them is a player's own. */
async function furnishOffers({ db }: Pick<CalledSite, 'db'>, playerId: bigint, mark: string) {
  const known = await db.sql
    .selectFrom('campaigns_live')
    .select('hash')
    .where('sysname', '=', everyCode)
    .executeTakeFirst()
  if (!known) {
    await publish(db, 'bonus-templates', 'every-bonus', fixed)
    const often = { frequency: { times: 1_000 }, rewards: [{ bonus: 'every-bonus' }] }
    await publishOffer(db, everyOffer, often)
    await publishOffer(db, 'every-gift', { ...often, action: 'promo_code' })
    await publish(db, 'promo-codes', everyCode, { offer: 'every-gift', most_per_player: 100 })
  }
  const own = { player_id: playerId }
  await db.sql.insertInto('campaigns_player').values(own).execute()
  await db.sql
    .insertInto('campaigns_popup_seen')
    .values({ ...own, popup: `popup-${mark}`, opened: 1 })
    .execute()
  await db.sql
    .insertInto('campaigns_popup_hold')
    .values({ ...own, popup: `popup-${mark}`, session_id: 1n, until: sql<Date>`now()` })
    .execute()
  await db.sql
    .insertInto('campaigns_segment')
    .values({ ...own, segment: `segment-${mark}` })
    .execute()
  await db.sql
    .insertInto('campaigns_claim')
    .values({
      ...own,
      offer: `offer-${mark}`,
      campaign: 'every',
      place: mark,
      state: 'taken',
      version: '',
      currency: 'EUR',
    })
    .execute()
}

/** A product that every player may buy; points, orders, reports and notices are a player's own. */
const everyProduct = 'every-product'

async function furnishClub({ db }: Pick<CalledSite, 'db'>, playerId: bigint, mark: string): Promise<bigint> {
  const known = await db.sql
    .selectFrom('campaigns_live')
    .select('hash')
    .where('sysname', '=', everyProduct)
    .executeTakeFirst()
  if (!known) {
    await publish(db, 'loyalty-programs', 'house-club', plainProgram)
    await publish(db, 'loyalty-products', everyProduct, { kind: 'cash', price: 10, amount: { EUR: '1' } })
  }
  await givePoints(db, playerId, 500n)
  const own = { player_id: playerId }
  await db.sql
    .insertInto('loyalty_character')
    .values({ ...own, character: `dealer-${mark}`, is_first: true })
    .execute()
  await db.sql
    .insertInto('loyalty_switch')
    .values({ ...own, is_active: true })
    .execute()
  await db.sql
    .insertInto('loyalty_cursor')
    .values({ ...own, purse: playerId })
    .execute()
  await db.sql
    .insertInto('loyalty_day')
    .values({ ...own, day: '2026-01-01', parts: '77' })
    .execute()
  await db.sql
    .insertInto('loyalty_order')
    .values({ ...own, product: `product-${mark}`, no: 1, kind: 'goods', price: 1n, version: '', status: 'done' })
    .execute()
  await db.sql
    .insertInto('loyalty_fact')
    .values({ ...own, event: 'article_read', value: `article-${mark}`, week: '2026-01-05' })
    .execute()
  await db.sql
    .insertInto('loyalty_quest')
    .values({ ...own, quest: `quest-${mark}`, period: 'once', reward: 10, is_reported: false, week: '2026-01-05' })
    .execute()
  const notice = await db.sql
    .insertInto('loyalty_notice')
    .values({ ...own, key: `notice-${mark}`, trigger: 'quest', subject: `quest-${mark}`, is_credit: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return notice.id
}

const everyOffer = 'every-offer'
/** Its texts are those of the content. */
const everyCode = 'EMBER50'

/** A cookie header of a session of its own; `payout` is what an excluded player gets. */
export async function sessionOf(
  { db, secrets, config }: CalledSite,
  playerId: bigint,
  scope: 'full' | 'payout' = 'full',
) {
  const opening = { playerId, lifeSeconds: sessionLife.short, userAgent: 'test', address: '127.0.0.1', scope }
  const token = await createSession(db.sql, secrets.sessionPepper, opening)
  return `${config.isSecure ? '__Host-sid' : 'sid'}=${token}`
}

/** What gets a method past its checks when `whose` is the one who asks: nothing, unless it stands here. */
export function paramsOf({ secrets }: Pick<CalledSite, 'secrets'>, whose: Furnished, name: MethodName) {
  const said: Partial<Record<MethodName, Record<string, string>>> = {
    'account.getPersonalDataFields': { country: 'DE' },
    'account.saveProfileInfo': { home_town: 'Elsewhere' },
    'account.changefakename': { fakename: `Other${whose.mark.slice(0, 10)}` },
    'account.changelocale': { locale: 'es' },
    'account.setCurrency': { currency: 'EUR' },
    'account.addcontact': { contact: `more-${whose.login}`, password },
    'account.sendconfirmationtocontact': { contact: `new-${whose.login}` },
    'account.confirmContact': { contact: `new-${whose.login}`, code: '000000' },
    'account.changeSubscription': { contact: whose.login, subscription: '1' },
    'account.disownContact': { token: disownToken(secrets.linkKey, whose.id, 'email', `new-${whose.login}`) },
    'account.unsubscribe': { token: unsubscribeToken(secrets.linkKey, { playerId: whose.id, type: 'email' }) },
    'account.seeNotices': { ids: String(whose.noticeId) },
    'account.changepassword': { old_password: password, new_password: 'Heron-Lake-9' },
    'account.changeTwoFactorAuth': { is_enabled: '1', method: 'email', password },
    'account.confirmTwoFactorAuth': { code: '000000' },
    'account.closeSession': { id: String(whose.sessionId) },
    'account.exportData': { password },
    'account.stepUp': { code: '000000' },
    'account.setLimit': { kind: 'loss', period: '7', amount: '50' },
    'account.confirmLimit': { id: String(whose.changeId) },
    'account.cancelLimit': { id: String(whose.changeId) },
    'account.selfExclude': { period: '1d' },
    'account.setRealityCheck': { minutes: '30' },
    'account.setPromotions': { is_on: '0' },
    'account.getActivity': { time_zone: 'Europe/Berlin' },
    'auth.login': { login: whose.login, password },
    'auth.register': {
      type: 'fast',
      email: `fresh-${whose.login}`,
      password: 'Heron-Lake-9',
      country_code: 'DE',
      currency: 'EUR',
      terms: '1',
    },
    'auth.restore': { login: whose.login },
    'campaigns.activateOffer': { promo_code: everyCode },
    'BettingBonuses.activate': { bonus_id: String(whose.bettingId) },
    'BettingBonuses.remove': { bonus_id: String(whose.bettingId) },
    'bonuses.activate': { bonus_id: String(whose.bonusId) },
    'bonuses.deactivate': { bonus_id: String(whose.bonusId) },
    'bonuses.getWagers': { bonus_id: String(whose.bonusId) },
    'bonuses.remove': { bonus_id: String(whose.bonusId) },
    'cashbacks.getSheet': { id: String(whose.cashbackId) },
    'cashbacks.payout': { id: String(whose.cashbackId) },
    'cashbacks.remove': { id: String(whose.cashbackId) },
    'campaigns.checkPromocode': { promo_code: 'NONE' },
    'campaigns.takepromotions': { offer_id: everyOffer },
    'cashier.cancelwithdrawal': { id: String(whose.entryId) },
    'cashier.getdepositinfo': { id: String(whose.entryId) },
    'cashier.makedeposit': { method: 'wallet', amount: '20', 'requisites[account]': `${whose.mark}@pay.example` },
    'cashier.makewithdrawal': { method: 'wallet', amount: '20', requisite_id: String(whose.requisiteId) },
    'events.handle': { event_name: 'page_view' },
    'leaderboard.setHidden': { is_hidden: '1' },
    'loyalty.buyproduct': { id: everyProduct, expected_price: '10', key: `every-purchase-${whose.mark}` },
    'loyalty.getProgram': { sysname: 'house-club' },
    'loyalty.seeNotifications': { ids: String(whose.clubNoticeId) },
    'loyalty.setActive': { is_active: '0' },
    'loyalty.setcharacter': { id: 'lion' },
    'fairness.getShared': { game: 'liftoff' },
    'fairness.rotate': { client_seed: `seed ${whose.mark}`, hash: whose.seedHash },
    'rounds.open': { token: launchToken(whose.mark) },
    'rounds.play': {
      token: launchToken(whose.mark),
      round: randomUUID(),
      stake: '0.20',
      choice: JSON.stringify({ side: 'over', target: 7 }),
    },
    'rounds.act': { token: launchToken(whose.mark), round: randomUUID(), step: '1', choice: '{}' },
    'rounds.getBalance': { token: launchToken(whose.mark) },
    'rounds.getRound': { round: `round-${whose.mark}` },
    'games.addLike': { sysname: knownGame },
    'games.get': { options: JSON.stringify({ search: 'every' }) },
    'games.removeLike': { sysname: knownGame },
    'metadata.get': { path: '/' },
    'bets.get': {},
    'bets.getBet': { id: String(whose.betId) },
    'bets.book': { picks: `${knownMatch}/result/ft/-/1` },
    'bets.getBooking': { code: 'BCDFGHJK' },
    'bets.getRecord': { id: String(whose.betId) },
    'bets.getByKey': { key: `bet-${whose.mark}` },
    'bets.getCashouts': { ids: String(whose.betId) },
    'bets.cashOut': { id: String(whose.betId), quote: 'none' },
    'bets.setAutoCashOut': { id: String(whose.betId), target: '5' },
    'bets.quoteEdit': { id: String(whose.betId), bet: JSON.stringify(JSON.parse(slipOn(knownMatch))[0]) },
    'bets.edit': { id: String(whose.betId), key: 'every-edit-1', quote: 'none' },
    'bets.place': { bets: slipOn(knownMatch) },
    'bets.quote': { bets: slipOn(knownMatch) },
    'bets.quoteBuilder': { picks: `${knownMatch}/result/ft/-/1,${knownMatch}/total/ft/2.5/over` },
    'sports.addFavourite': { kind: 'event', id: knownMatch },
    'sports.getEvent': { id: knownMatch },
    'sports.getFacts': { event: knownMatch },
    'sports.getMarkets': { ids: '1' },
    'sports.getPrices': { market: '1' },
    'sports.getProof': { event: knownMatch },
    'sports.getRules': { sport: 'football' },
    'sports.getStandings': { tournament: '1' },
    'sports.getMeetings': { event: '1' },
    'sports.removeFavourite': { kind: 'tournament', id: '1' },
    'sports.search': { search: 'reds' },
    'FreshChat.storeChatEvent': { text: 'Hello', event: 'sent', conversation_id: 'c1', channel_id: '1' },
    'Support.sendFeedback': { topic: 'other', text: 'How are you these days?' },
    'storage.get': { keys: `key.${whose.mark}` },
    'tournaments.getRounds': { tournament_id: String(whose.tournamentId) },
    'tournaments.getStandings': { tournament_id: String(whose.tournamentId) },
    'tournaments.leave': { tournament_id: String(whose.tournamentId) },
    'tournaments.participate': { tournament_id: String(whose.tournamentId) },
    'storage.set': { key: `key.${whose.mark}`, value: 'changed' },
  }
  return said[name] ?? {}
}
