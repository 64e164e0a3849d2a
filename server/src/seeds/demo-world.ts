import type { Kysely } from 'kysely'
import type { DB } from '../db/types.ts'

/** Three players to try the site with; they exist only while the sandbox is on. */
const players = [
  { email: 'alice@example.com', fakename: 'LuckyAlice', locale: 'en', currency: 'EUR', country_code: 'DE' },
  { email: 'bruno@example.com', fakename: 'BrunoDaSorte', locale: 'es', currency: 'BRL', country_code: 'BR' },
  { email: 'chika@example.com', fakename: 'ChikaStar', locale: 'en', currency: 'JPY', country_code: 'JP' },
]

/** Safe to call at every start, also by two nodes at once: whoever is there already stays as it is. */
export const seedDemoWorld = (db: Kysely<DB>) =>
  db
    .insertInto('account_player')
    .values(players.map((player) => ({ ...player, login: player.email, login_key: player.email })))
    .onConflict((row) => row.doNothing())
    .execute()
