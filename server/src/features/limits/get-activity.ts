import { type Currency, currencyOf, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { DatabaseError } from 'pg'
import type { Operation, PlayerContext } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { type Activity, readActivity } from './activity-store.ts'
import { realityCheckAt } from './rules.ts'
import { sumUp } from './sums-store.ts'

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
function resultOf(sums: Activity['today'], open: bigint, currency: Currency) {
  const [staked, won] = [BigInt(sums.staked), BigInt(sums.won)]
  return {
    staked: toWire(staked - open, currency),
    won: toWire(won, currency),
    net: toWire(won - staked + open, currency),
  }
}

const mostOpen = 1_000
type Open = { staked: bigint; openedAt: Date }

/** Stakes for money in rounds and slips that are not over, and what they come to: of more than so many the sum alone. */
async function readOpen({ sql, rounds: { history }, player }: PlayerContext, currency: Currency) {
  const found = await history.openPage(sql, player.id, { count: mostOpen, offset: 0 })
  const open = found.filter((each) => each.mode === 'real' && each.currency === currency)
  const isAll = found.length < mostOpen
  return { open, openStakes: isAll ? sumOf(open) : await history.openStakes(sql, { playerId: player.id, currency }) }
}

const sumOf = (open: readonly Open[]) => open.reduce((sum, { staked }) => sum + staked, 0n)
const since = (open: readonly Open[], from: Date) => sumOf(open.filter(({ openedAt }) => openedAt >= from))

/** By calendar days of the zone, as the database writes them. */
function byDay(open: readonly Open[], timeZone: string): (date: string) => bigint {
  // Most have nothing open, and a calendar is long to make.
  if (open.length === 0) return () => 0n
  const days = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const opened = Map.groupBy(open, ({ openedAt }) => days.format(openedAt))
  return (date) => sumOf(opened.get(date) ?? [])
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
  const currency = currencyOf(player.standing)
  const [moment, { open, openStakes }] = await Promise.all([
    readActivity(sql, player.id, zone, dayCount).catch((error: unknown) => {
      throw isUnknownToDatabase(error) ? unknownZone() : error
    }),
    readOpen(ctx, currency),
  ])
  const dueAt = realityCheckAt(moment.realityMinutes, moment.realitySeenAt, moment.visitStartedAt)
  if (moment.isLong) await trySummingUp(ctx)
  const openOn = byDay(open, zone)
  const today = resultOf(moment.today, since(open, moment.todayFrom), currency)
  return {
    session_started_at: moment.visitStartedAt.toISOString(),
    session_seconds: Math.floor((moment.now.getTime() - moment.visitStartedAt.getTime()) / 1000),
    session: resultOf(moment.session, since(open, moment.visitStartedAt), currency),
    today: { ...today, seconds: Math.floor(moment.todaySeconds) },
    open_stakes: toWire(openStakes, currency),
    days: moment.days.map(({ date, net }) => ({ date, net: toWire(BigInt(net) + openOn(date), currency) })),
    since_joining: toWire(BigInt(moment.net) + openStakes, currency),
    net_deposits: toWire(BigInt(moment.netDeposits), currency),
    reality_check_minutes: moment.realityMinutes,
    reality_check_at: dueAt?.toISOString() ?? null,
    now: moment.now.toISOString(),
  }
}
