import { Refusal } from '@croupier/contract/refusals'
import type { Context, Operation, Tx } from '../../../context.ts'
import { modeOf } from '../batch/store.ts'
import { addExport, countExports, readExports } from './export-store.ts'

export const createExport: Operation<'games.createhistoryexportrequest'> = async (ctx, wish) => {
  const { site } = await ctx.content.config(ctx.locale)
  if (!site.isGameHistoryExportEnabled || !site.features.betHistory) {
    throw new Refusal('InvalidParameter:EXPORT_CLOSED', { message: 'Files with rounds are not made here' })
  }
  const id = await ctx.begin((tx) => wantExport(ctx, tx, { playerId: ctx.player.id, ...wish }))
  if (id === undefined) {
    throw new Refusal('InvalidParameter:EXPORT_RUNNING', { message: 'The file before it is not finished' })
  }
  return { id }
}

/** Nothing where one is being made already. */
export async function wantExport(
  { announce }: Pick<Context, 'announce'>,
  tx: Tx,
  wish: Parameters<typeof addExport>[1],
): Promise<string | undefined> {
  const added = await addExport(tx, wish)
  if (added !== undefined) await announce(tx, 'export.wanted', { exportId: added })
  return added
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
