import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../../context.ts'
import { modeOf } from '../batch/store.ts'
import { addExport, countExports, readExports } from './export-store.ts'

export const createExport: Operation<'games.createhistoryexportrequest'> = async (ctx, wish) => {
  const { site } = await ctx.content.config(ctx.locale)
  if (!site.isGameHistoryExportEnabled || !site.features.betHistory) {
    throw new Refusal('InvalidParameter:EXPORT_CLOSED', { message: 'Files with rounds are not made here' })
  }
  const id = await ctx.begin(async (tx) => {
    const added = await addExport(tx, { playerId: ctx.player.id, ...wish })
    if (added !== undefined) await ctx.announce(tx, 'export.wanted', { exportId: added })
    return added
  })
  if (id === undefined) {
    throw new Refusal('InvalidParameter:EXPORT_RUNNING', { message: 'The file before it is not finished' })
  }
  return { id }
}

export const getExports: Operation<'games.gethistoryexportrequest'> = async ({ sql, player }, { count, offset }) => {
  const [rows, total] = await Promise.all([
    readExports(sql, player.id, { count, offset }),
    countExports(sql, player.id),
  ])
  const items = rows.map(({ id, status, createdAt, product, from, to, mode, rows: rounds, bytes, expiresAt }) => ({
    id,
    status,
    created_at: createdAt.toISOString(),
    product,
    from,
    to,
    mode: modeOf(mode),
    rows: rounds === null ? null : Number(rounds),
    bytes: bytes === null ? null : Number(bytes),
    expires_at: expiresAt?.toISOString() ?? null,
    url: status === 'ready' ? `/exports/${id}.csv` : null,
  }))
  return { items, total, offset, limit: count }
}
