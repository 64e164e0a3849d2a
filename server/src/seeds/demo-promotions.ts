import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { isDemo } from '../features/auth/auth.ts'
import { bonusHouse, issueBonus, machineOf, readBonus, takeBonus } from '../features/bonuses/bonuses.ts'
import { activateRegistrationCode, live } from '../features/campaigns/campaigns.ts'
import { pastRounds } from '../features/rounds/rounds.ts'

type Parts = Pick<Context, 'keys' | 'content' | 'config'> & { db: Database }

const code = 'EVENING30'
const waiting = { template: 'reload-quarter', currency: 'EUR', amount: 12_50n } as const
const plays = [
  ...Array.from({ length: 24 }, () => ({ game: 'fruit-parade', stake: 500n, choice: {} })),
  ...Array.from({ length: 6 }, () => ({ game: 'twin-dice', stake: 300n, choice: { side: 'over', target: 7 } })),
]
/** Nothing listens to what the demo world is made of. */
const announce = async () => undefined

/** Alice has redeemed a code and is in the middle of wagering what it gave; another bonus waits behind it. Once. */
export async function addDemoBonuses({ db, keys, content, config }: Parts, login: string): Promise<void> {
  if (login !== 'alice@example.com') return
  const found = await db.sql.selectFrom('account_player').select('id').where('login_key', '=', login).executeTakeFirst()
  if (!found || !(await isDemo(db.sql, found.id))) return
  const playerId = found.id
  const named = db.sql.updateTable('account_player').set({ promo_code: code }).where('id', '=', playerId)
  await named.where('promo_code', '=', '').execute()
  const house = {
    sql: db.sql,
    begin: <T>(work: (tx: Tx) => Promise<T>) => begin(db, work),
    content,
    config,
    keys,
    announce,
  }
  await activateRegistrationCode(house, { playerId: String(playerId), visit: '', params: {} })
  await begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const { rows } = await bonusHouse.list(tx, playerId, { status: undefined, count: 10, offset: 0 })
    if (rows.length !== 1 || rows[0]?.state !== 'active') return
    await pastRounds.play(tx, { playerId, currency: waiting.currency, keys, plays })
    await addWaiting(tx, playerId, await machineOf({ content, config, announce }))
    // She used it a while ago: no popup greets her with it.
    const told = tx.updateTable('account_notice').set({ seen_at: sql<Date>`now()` }).where('player_id', '=', playerId)
    await told.where('kind', '=', 'promoActivated').where('seen_at', 'is', null).execute()
  })
}

async function addWaiting(tx: Tx, playerId: bigint, machine: Awaited<ReturnType<typeof machineOf>>): Promise<void> {
  const { template, currency, amount } = waiting
  const published = await live['bonus-templates'].read(tx, template)
  if (!published || published.stoppedAt) return
  const grant = { playerId, source: 'operator', sourceKey: 'demo:reload', template, currency, amount } as const
  const issued = await issueBonus(tx, { ...grant, terms: published.body, version: published.hash, isTaken: true })
  const bonus = issued && (await readBonus(tx, issued.id))
  if (bonus) await takeBonus(tx, bonus, machine)
}
