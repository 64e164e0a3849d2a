import type { Db } from '../../context.ts'
import { readStatement } from '../wallet/wallet.ts'
import { readLastDays } from './feed-store.ts'
import { readNoticesOf } from './notice-store.ts'
import { readPaidQuests, readReports } from './quest-store.ts'
import { experienceOf, milliOf } from './rules.ts'
import { listOrders } from './shop-store.ts'
import { readCharactersOf, readClubPlayer, readSwitchesOf } from './store.ts'

const most = 10_000
const time = (ms: number) => new Date(ms).toISOString()

/** What this feature keeps about a player, for the player. */
export async function exportLoyalty(db: Db, playerId: bigint): Promise<unknown> {
  const club = await readClubPlayer(db, playerId)
  const [days, characters, switches, orders, reports, quests, notices, { balance, lines }] = await Promise.all([
    readLastDays(db, playerId, most),
    readCharactersOf(db, [playerId]),
    readSwitchesOf(db, [playerId]),
    listOrders(db, playerId, { offset: 0, count: most }),
    readReports(db, playerId),
    readPaidQuests(db, playerId),
    readNoticesOf(db, playerId, most),
    readStatement(db, { playerId, kind: 'points', currency: 'PTS' }, { offset: 0, count: most }),
  ])
  return {
    program: club.program,
    is_active: club.isActive,
    level: club.level,
    experience: String(experienceOf(club.earned, club.rest)),
    points: {
      balance: String(balance),
      lines: lines.map(({ atMs, amount, reason, ref }) => ({
        ...{ at: time(Number(atMs)), amount: String(amount), reason, ref },
      })),
    },
    days: days.map(({ day, parts }) => ({ day, thousandths_played: String(milliOf(parts)) })),
    characters: (characters.get(playerId) ?? []).map(({ atMs, value }) => ({ id: value, at: time(atMs) })),
    switches: (switches.get(playerId) ?? []).map(({ atMs, value }) => ({ is_active: value, at: time(atMs) })),
    orders: orders.map(({ id, product, kind, price, status, note, madeAt }) => ({
      ...{ id: String(id), product, kind, price: String(price), status, note, at: madeAt.toISOString() },
    })),
    reports: reports.map(({ event, value, atMs }) => ({ event, value, at: time(atMs) })),
    quests: quests.map(({ quest, period, reward, at }) => ({ quest, period, reward, at: at.toISOString() })),
    notices: notices.map(({ trigger, subject, state, at }) => ({ trigger, subject, state, at: at.toISOString() })),
  }
}
