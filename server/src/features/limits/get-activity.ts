import { type Currency, currencyOf, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { DatabaseError } from 'pg'
import type { Operation, PlayerContext } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { readDays, readSince, type Sums } from './activity-store.ts'
import { notePresence, readMoment } from './presence-store.ts'
import { realityCheckAt } from './rules.ts'
import { readTotals, sumUp } from './sums-store.ts'

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

/** What is still in play is neither lost nor won. */
const resultOf = ({ staked, won }: Sums, open: bigint, currency: Currency) => ({
  staked: toWire(staked - open, currency),
  won: toWire(won, currency),
  net: toWire(won - staked + open, currency),
})

const mostOpen = 1_000
type Open = { staked: bigint; openedAt: Date }

/** Stakes for money in rounds and slips that are not over. */
async function readOpen({ sql, rounds, player }: PlayerContext, currency: Currency): Promise<Open[]> {
  const open = await rounds.history.openPage(sql, player.id, { count: mostOpen, offset: 0 })
  return open.filter((each) => each.mode === 'real' && each.currency === currency)
}

const sumOf = (open: readonly Open[]) => open.reduce((sum, { staked }) => sum + staked, 0n)
const since = (open: readonly Open[], from: Date) => sumOf(open.filter(({ openedAt }) => openedAt >= from))

/** By calendar days of the zone, as the database writes them. */
function onDay(open: readonly Open[], date: string, timeZone: string): bigint {
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return sumOf(open.filter(({ openedAt }) => days.format(openedAt) === date))
}

/** The next answer is quicker. That it could not be done now changes nothing about this one. */
async function trySummingUp({ begin, player, log, requestId }: PlayerContext) {
  try {
    await begin(async (tx) => {
      await lockPlayer(tx, player.id)
      await sumUp(tx, player.id)
    })
  } catch {
    log.warn({ requestId }, 'the uses of a player could not be summed up')
  }
}

export const getActivity: Operation<'account.getActivity'> = async (ctx, { time_zone: zone }) => {
  const { sql, player } = ctx
  if (!isZone(zone)) throw unknownZone()
  const days = await readDays(sql, player.id, zone, dayCount).catch((error: unknown) => {
    throw isUnknownToDatabase(error) ? unknownZone() : error
  })
  const currency = currencyOf(player.standing)
  await notePresence(sql, [player.id])
  const moment = await readMoment(sql, player.id)
  const dueAt = realityCheckAt(moment.realityMinutes, moment.realitySeenAt, moment.visitStartedAt)
  const todayFrom = days[0]?.startsAt ?? moment.now
  const [session, today, totals, open, openStakes] = await Promise.all([
    readSince(sql, player.id, moment.visitStartedAt),
    readSince(sql, player.id, todayFrom),
    readTotals(sql, player.id),
    readOpen(ctx, currency),
    ctx.rounds.history.openStakes(sql, { playerId: player.id, currency }),
  ])
  if (totals.isLong) await trySummingUp(ctx)
  return {
    session_started_at: moment.visitStartedAt.toISOString(),
    session_seconds: Math.floor((moment.now.getTime() - moment.visitStartedAt.getTime()) / 1000),
    session: resultOf(session, since(open, moment.visitStartedAt), currency),
    today: { ...resultOf(today, since(open, todayFrom), currency), seconds: Math.floor(today.seconds) },
    open_stakes: toWire(openStakes, currency),
    days: days.map(({ date, net }) => ({ date, net: toWire(BigInt(net) + onDay(open, date, zone), currency) })),
    since_joining: toWire(totals.net + openStakes, currency),
    net_deposits: toWire(totals.netDeposits, currency),
    reality_check_minutes: moment.realityMinutes,
    reality_check_at: dueAt?.toISOString() ?? null,
    now: moment.now.toISOString(),
  }
}
