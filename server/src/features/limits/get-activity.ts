import { type Currency, currencyOf, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { DatabaseError } from 'pg'
import type { Operation } from '../../context.ts'
import { readDays, readSince, readTotals, type Sums } from './activity-store.ts'
import { notePresence, readMoment } from './presence-store.ts'
import { realityCheckAt } from './rules.ts'

const dayCount = 14

const unknownZone = () =>
  new Refusal('InvalidParameter:TIME_ZONE_UNKNOWN', {
    message: 'Not a time zone of the IANA list',
    fields: { time_zone: ['UNKNOWN_VALUE'] },
  })

/** A name such as Europe/Lisbon. The database would also take offsets, and read their sign the other way round. */
function isZone(name: string): boolean {
  if (!/^[a-z]\w*([/+-]\w+)*$/i.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const isUnknownToDatabase = (error: unknown) => error instanceof DatabaseError && error.code === '22023'

const resultOf = ({ staked, won }: Sums, currency: Currency) => ({
  staked: toWire(staked, currency),
  won: toWire(won, currency),
  net: toWire(won - staked, currency),
})

export const getActivity: Operation<'account.getActivity'> = async ({ sql, player }, { time_zone: zone }) => {
  if (!isZone(zone)) throw unknownZone()
  const days = await readDays(sql, player.id, zone, dayCount).catch((error: unknown) => {
    throw isUnknownToDatabase(error) ? unknownZone() : error
  })
  const currency = currencyOf(player.standing)
  await notePresence(sql, player.id)
  const moment = await readMoment(sql, player.id)
  const dueAt = realityCheckAt(moment.realityMinutes, moment.realitySeenAt, moment.visitStartedAt)
  const [session, today, totals] = await Promise.all([
    readSince(sql, player.id, moment.visitStartedAt),
    readSince(sql, player.id, days[0]?.startsAt ?? moment.now),
    readTotals(sql, player.id),
  ])
  return {
    session_started_at: moment.visitStartedAt.toISOString(),
    session_seconds: Math.floor((moment.now.getTime() - moment.visitStartedAt.getTime()) / 1000),
    session: resultOf(session, currency),
    today: { ...resultOf(today, currency), seconds: Math.floor(today.seconds) },
    // Rounds and slips that are still open come with money.
    open_stakes: toWire(0n, currency),
    days: days.map(({ date, net }) => ({ date, net: toWire(BigInt(net), currency) })),
    since_joining: toWire(totals.net, currency),
    net_deposits: toWire(totals.netDeposits, currency),
    reality_check_minutes: moment.realityMinutes,
    reality_check_at: dueAt?.toISOString() ?? null,
    now: moment.now.toISOString(),
  }
}
