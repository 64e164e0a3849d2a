import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import { readStanding } from '../account/account.ts'
import { live } from '../campaigns/campaigns.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { closePlayers } from './close-periods.ts'
import { addPeriod, periodAround, readOpenPeriods, readReach, writeClosed } from './period-store.ts'

/**
 * For the demo world, whose player is locked: what was played so far is a period that ends at this moment, and the one
 * that runs begins here. The lines are real, so the sheet can be checked like any other. Where the scheme is not in
 * force, or has periods already, nothing happens.
 */
export async function closePastPeriod(tx: Tx, scheme: string, playerId: bigint): Promise<void> {
  const [found, { ends }] = await Promise.all([live.cashbacks.read(tx, scheme), readReach(tx)])
  const { currency } = await readStanding(tx, playerId)
  const purse = await ledgerLines.findPurse(tx, playerId, 'main', currency)
  if (!found || found.stoppedAt || ends.has(scheme) || !purse) return
  const { startAt: thisStart } = await periodAround(tx, found.terms)
  const { startAt } = await periodAround(tx, found.terms, { at: new Date(thisStart.getTime() - 1) })
  const { rows } = await sql<{ now: Date }>`
    select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`.execute(tx)
  const endAt = rows[0]?.now ?? new Date()
  await addPeriod(tx, { scheme, startAt, endAt, version: found.hash, terms: found.body })
  const period = (await readOpenPeriods(tx)).find((one) => one.scheme === scheme)
  if (!period) return
  await closePlayers(tx, period, [{ purse: purse.id, playerId, currency }], 0n)
  await writeClosed(tx, period.id)
  // What is played next is dated after it.
  await sql`select pg_sleep(0.002)`.execute(tx)
}
