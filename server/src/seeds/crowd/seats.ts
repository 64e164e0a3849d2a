import { randomUUID } from 'node:crypto'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { sql } from 'kysely'
import type { Context, Tx } from '../../context.ts'
import { begin, type Database } from '../../db/db.ts'
import { addPlayer, lockPlayer } from '../../features/account/account.ts'
import { markDemo } from '../../features/auth/auth.ts'
import { addPastEntry } from '../../features/cashier/cashier.ts'
import { ensureSeeds } from '../../features/rounds/rounds.ts'
import { pastCups } from '../../features/tournaments/tournaments.ts'
import { lockBalance } from '../../features/wallet/wallet.ts'
import { type DemoSeat, seats } from './plan-rules.ts'
import { readSeats } from './store.ts'

export type SeatParts = Pick<Context, 'keys' | 'content' | 'config'> & { db: Database }

/** Those that are not there yet. Answers player ids by seat. */
export async function addSeats({ db, ...parts }: SeatParts): Promise<Map<number, bigint>> {
  const known = await readSeats(db.sql)
  for (const seat of seats) if (!known.has(seat.seat)) await begin(db, (tx) => addSeat(tx, parts, seat))
  return readSeats(db.sql)
}

/**
 * A player like others, without a password, a contact or a way to be paid: nothing signs in as this one, no letter
 * leaves and no money goes out of the house.
 */
async function addSeat(tx: Tx, parts: Omit<SeatParts, 'db'>, { seat, fakename, currency, countryCode }: DemoSeat) {
  await sql`select pg_advisory_xact_lock(hashtext('demo players'))`.execute(tx)
  if ((await readSeats(tx)).has(seat)) return
  const added = await addPlayer(
    tx,
    { ...parts, locale: 'en' },
    {
      ...{ locale: 'en', currency, countryCode, personal: { birthDate: '1985-06-15' } },
      ...{ hasPassword: false, isRegistrationCompleted: true, hasAcceptedTerms: true, isSubscribed: false },
    },
  )
  if (added.kind !== 'added') throw new Error('a demo player could not be added')
  const { playerId } = added
  await sql`update account_player set crowd_seat = ${seat}, verified_at = now(),
      fakename = case when exists (select from account_player where lower(fakename) = lower(${fakename}))
        then fakename else ${fakename} end
    where id = ${playerId}`.execute(tx)
  await markDemo(tx, playerId)
  await lockPlayer(tx, playerId)
  await ensureSeeds(tx, playerId, parts.keys)
  await fund(tx, parts, { playerId, currency })
}

/** In units of the stakes: what is paid in, and below what it is. */
const fullUnits = 1_500n
export const leastUnits = 300n

/** A player who is nearly out of money pays in, by the ledger and the cashier's books like any other. The player is locked. */
export async function fund(
  tx: Tx,
  { keys, config }: Pick<SeatParts, 'keys' | 'config'>,
  { playerId, currency }: Pick<DemoSeat, 'currency'> & { playerId: bigint },
): Promise<void> {
  const unit = stakesOf(currency, 1).min
  if ((await lockBalance(tx, { playerId, kind: 'main', currency })) >= unit * leastUnits) return
  await addPastEntry({ keys, config }, tx, {
    ...{ playerId, currency, amount: unit * fullUnits, type: 'deposit', method: 'wallet', status: 'paid' },
    ...{ hoursAgo: 0, values: {}, key: `demo-player-${randomUUID()}` },
  })
}

/** Most of them take part in every tournament that runs. */
export async function joinCups(db: Database, players: ReadonlyMap<number, bigint>): Promise<void> {
  for (const [seat, playerId] of players) {
    if (seat % 4 === 0) continue
    await begin(db, async (tx) => {
      await lockPlayer(tx, playerId)
      await pastCups.addRunning(tx, playerId)
    })
  }
}
