import type { Operation } from '../../context.ts'
import { countEvents, markNoticesSeen, readLatestNotices, readNotices, readTrail } from './trail-store.ts'

const isText = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string'

/** Only texts are filled into a message. */
export const textsIn = (params: unknown): Record<string, string> =>
  typeof params === 'object' && params !== null ? Object.fromEntries(Object.entries(params).filter(isText)) : {}

export const getNotices: Operation<'account.getNotices'> = async ({ sql, player }, { is_all }) => {
  const rows = await (is_all ? readLatestNotices : readNotices)(sql, player.id)
  return rows.map(({ id, kind, params, at }) => ({
    id: Number(id),
    kind,
    params: textsIn(params),
    at: at.toISOString(),
  }))
}

export const seeNotices: Operation<'account.seeNotices'> = async ({ sql, player }, { ids }) => {
  await markNoticesSeen(sql, player.id, ids.split(',').map(BigInt))
  return null
}

export const getSecurityEvents: Operation<'account.getSecurityEvents'> = async ({ sql, player }, { count, offset }) => {
  const [rows, total] = await Promise.all([readTrail(sql, player.id, { count, offset }), countEvents(sql, player.id)])
  const items = rows.map(({ id, kind, at, address, device }) => ({
    id: Number(id),
    kind,
    at: at.toISOString(),
    address,
    device,
  }))
  return { items, total, offset, limit: count }
}
