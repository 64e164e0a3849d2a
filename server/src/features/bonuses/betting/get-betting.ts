import type { WireBettingBonus } from '@croupier/contract/methods/bonuses'
import type { Context, Operation } from '../../../context.ts'
import { type BettingRow, listBetting } from './store.ts'
import { wireBetting } from './wire-betting.ts'

export const getBettingBonuses: Operation<'BettingBonuses.get'> = async (ctx, { status, count, offset }) => {
  const { rows, total } = await listBetting(ctx.sql, ctx.player.id, { status, count, offset })
  return { items: await wireAllBetting(ctx, rows), total, offset, limit: count }
}

type WireContext = Pick<Context, 'content' | 'locale'>

export async function wireAllBetting(ctx: WireContext, rows: readonly BettingRow[]): Promise<WireBettingBonus[]> {
  if (rows.length === 0) return []
  const titles = await bettingTitles(ctx)
  return rows.map((row) => wireBetting(row, titles.get(row.template) ?? row.template))
}

/** Titles are content, in the language of the page; a template that is gone is named by its sysname. */
export async function bettingTitles({ content, locale }: WireContext): Promise<Map<string, string>> {
  const records = await content.collection('betting-templates', locale)
  return new Map(
    records.flatMap((record) => {
      const { sysname, title } = typeof record === 'object' && record ? { sysname: '', title: '', ...record } : {}
      return typeof sysname === 'string' && typeof title === 'string' && title !== '' ? [[sysname, title] as const] : []
    }),
  )
}
