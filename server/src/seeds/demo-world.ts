import { sql, type UpdateObject } from 'kysely'
import type { Context, Db, Tx } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import type { DB } from '../db/types.ts'
import { addPlayer, lockPlayer, type NewPlayer } from '../features/account/account.ts'
import { endDemoSessions, isDemo, markDemo } from '../features/auth/auth.ts'
import { bettingHouse } from '../features/bonuses/bonuses.ts'
import { live, publishShipped, stopShipped } from '../features/campaigns/campaigns.ts'
import { bookContributions } from '../features/jackpots/jackpots.ts'
import { endSessions, pastRounds } from '../features/rounds/rounds.ts'
import { tournamentHouse } from '../features/tournaments/tournaments.ts'
import { grantFun } from '../features/wallet/wallet.ts'
import { hashPassword } from '../passwords.ts'
import { addDemoClub } from './demo-club.ts'
import { addDemoCups } from './demo-cups.ts'
import { addDemoMoney } from './demo-money.ts'
import { addDemoBonuses } from './demo-promotions.ts'

type Parts = Pick<Context, 'keys' | 'content' | 'config' | 'announce'> & { db: Database }

type DemoPlayer = NewPlayer & {
  email: { value: string; isConfirmed: boolean }
  fakename: string
  /** What a new account cannot have yet. */
  later: UpdateObject<DB, 'account_player'>
  /** Has asked for a file of all rounds. */
  hasFile?: true
}

const password = 'Croupier-1'

const common = {
  hasPassword: true,
  isRegistrationCompleted: true,
  hasAcceptedTerms: true,
} as const

/** Three players to try the site with; they exist only while the sandbox is on. */
const players: DemoPlayer[] = [
  {
    ...common,
    email: { value: 'alice@example.com', isConfirmed: true },
    phone: { value: '+4915112345678', countryCode: 'DE' },
    fakename: 'LuckyAlice',
    locale: 'en',
    currency: 'EUR',
    countryCode: 'DE',
    isSubscribed: true,
    characterId: 'fox',
    personal: {
      firstName: 'Alice',
      lastName: 'Weber',
      sex: 2,
      birthDate: '1990-04-12',
      region: 'DE-BE',
      homeTown: 'Berlin',
      address: 'Lindenallee 12',
      postcode: '10115',
      documentType: 'passport',
      documentNumber: 'C01X00T47',
    },
    later: { phone_confirmed_at: sql<Date>`now()`, verified_at: sql<Date>`now()` },
    hasFile: true,
  },
  {
    ...common,
    email: { value: 'bruno@example.com', isConfirmed: false },
    phone: { value: '+5511912345678', countryCode: 'BR' },
    fakename: 'BrunoDaSorte',
    locale: 'es',
    currency: 'BRL',
    countryCode: 'BR',
    isSubscribed: false,
    personal: { firstName: 'Bruno', lastName: 'Almeida', birthDate: '1995-09-30' },
    later: {},
  },
  {
    ...common,
    email: { value: 'chika@example.com', isConfirmed: true },
    fakename: 'ChikaStar',
    locale: 'en',
    currency: 'JPY',
    countryCode: 'JP',
    isSubscribed: false,
    personal: { firstName: 'Chika', lastName: 'Tanaka', birthDate: '1988-12-03' },
    later: { two_factor_method: 'email' },
  },
]

/** Safe to call at every start, also by two nodes at once: a player who is there already stays so. */
export async function seedDemoWorld({ db, ...parts }: Parts): Promise<void> {
  const { content, config } = parts
  // Before the players, whose stories have a week of cashback.
  await publishShipped({ begin: (work) => begin(db, work), content, jurisdiction: config.jurisdiction })
  for (const player of players) {
    if (!(await isThere(db.sql, player))) {
      const hash = await hashPassword(password)
      await begin(db, (tx) => addDemoPlayer(tx, parts, player, hash))
    }
    await begin(db, (tx) => addMoney(tx, parts, player))
  }
  // What these stakes owe to the pots is an old story too, and not for the clock to book later.
  await bookContributions({ begin: (work) => begin(db, work) })
  for (const { email } of players) await addDemoBonuses({ db, ...parts }, email.value)
  for (const player of players) await begin(db, (tx) => addFreeBet(tx, player))
  await tournamentHouse.make({ sql: db.sql, begin: (work) => begin(db, work) })
  await addDemoCups(
    db,
    players.map(({ email }) => email.value),
  )
  for (const { email } of players) await addDemoClub(db, email.value)
  for (const player of players) if (player.hasFile) await begin(db, (tx) => addFile(tx, parts, player))
}

/** Once each, where its template is in force: a bet on the house. */
async function addFreeBet(tx: Tx, { email, currency }: DemoPlayer): Promise<void> {
  const found = await byLogin(tx, email.value)
  const template = await live['betting-templates'].read(tx, 'first-bet')
  if (!found || !template || template.stoppedAt || !(await isDemo(tx, found.id))) return
  await lockPlayer(tx, found.id)
  const amount = bettingHouse.amountOf(template.terms, currency)
  if (amount === null) return
  const { sysname, body: terms, hash: version } = template
  const key = { source: 'operator', sourceKey: `demo:first-bet:${found.id}` } as const
  await bettingHouse.issue(tx, { playerId: found.id, ...key, template: sysname, terms, version, currency, amount })
}

/** Also to players from before there was money. */
async function addMoney(tx: Tx, parts: Omit<Parts, 'db'>, { email }: DemoPlayer): Promise<void> {
  const found = await byLogin(tx, email.value)
  if (!found || !(await isDemo(tx, found.id))) return
  await lockPlayer(tx, found.id)
  await grantFun(tx, found.id)
  await addDemoMoney(parts, tx, email.value, found.id)
}

/** When all of their rounds are played. */
async function addFile(tx: Tx, parts: Omit<Parts, 'db'>, { email }: DemoPlayer): Promise<void> {
  const found = await byLogin(tx, email.value)
  if (!found || !(await isDemo(tx, found.id))) return
  await lockPlayer(tx, found.id)
  await pastRounds.wantFile(parts, tx, found.id)
}

const byLogin = (db: Db, login: string) =>
  db
    .selectFrom('account_player')
    .leftJoin('auth_password', 'auth_password.player_id', 'account_player.id')
    .select(({ eb }) => ['account_player.id', eb('auth_password.player_id', 'is not', null).as('hasPassword')])
    .where('login_key', '=', login)
    .executeTakeFirst()

const isThere = async (db: Db, { email }: DemoPlayer) => (await byLogin(db, email.value))?.hasPassword === true

/** All of a player or nothing, so that a start that was ended in the middle leaves no half of one. */
async function addDemoPlayer(tx: Tx, parts: Omit<Parts, 'db'>, player: DemoPlayer, hash: string): Promise<void> {
  const { fakename, later, email } = player
  const added = await addPlayer(tx, { ...parts, locale: player.locale }, player)
  const found = await byLogin(tx, email.value)
  // Another node was faster, or a player has registered with this address. One without a password is from before there were any.
  if (!found || found.hasPassword || (added.kind === 'taken' && (await hasOtherWays(tx, found.id)))) return
  await tx
    .updateTable('account_player')
    .set({ fakename, has_password: true, ...confirmed(player), ...later })
    .where('id', '=', found.id)
    .execute()
  await tx
    .insertInto('auth_password')
    .values({ player_id: found.id, hash })
    .onConflict((row) => row.doNothing())
    .execute()
  if (later.two_factor_method === 'email') {
    await tx
      .insertInto('auth_two_factor')
      .values({ player_id: found.id, method: 'email', enabled_at: sql<Date>`now()` })
      .onConflict((row) => row.doNothing())
      .execute()
  }
  await markDemo(tx, found.id)
}

const confirmed = ({ email }: DemoPlayer) => (email.isConfirmed ? { email_confirmed_at: sql<Date>`now()` } : {})

const hasOtherWays = async (tx: Tx, playerId: bigint) =>
  (await tx.selectFrom('auth_social').select('service').where('player_id', '=', playerId).executeTakeFirst()) !==
    undefined && !(await isDemo(tx, playerId))

/** Where the sandbox is off these players cannot sign in, also in a folder that once ran it. */
export async function closeDemoWorld(db: Db): Promise<void> {
  const ended = await endDemoSessions(db)
  await endSessions(
    db,
    ended.map(({ id }) => id),
  )
  await stopShipped(db)
  await tournamentHouse.cancelShipped(db)
}
