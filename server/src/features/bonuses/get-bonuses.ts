import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { Context, Operation, PlayerContext } from '../../context.ts'
import { cardsOf, studioNames } from '../games/games.ts'
import { balancesOf } from '../wallet/wallet.ts'
import { type BonusRow, listBonuses, readLiving, readOwnBonus, readOwnBonuses } from './store.ts'
import { wireBonus } from './wire-bonus.ts'

export const getBonuses: Operation<'bonuses.get'> = async (ctx, { status, count, offset }) => {
  const { rows, total } = await listBonuses(ctx.sql, ctx.player.id, { status, count, offset })
  return { items: await wireBonuses(ctx, ctx.player.id, rows), total, offset, limit: count }
}

type WireContext = Pick<Context, 'sql' | 'content' | 'locale'>

/** Titles are content, in the language of the page; a template that is gone is named by its sysname. */
export async function titlesOf({ content, locale }: WireContext): Promise<Map<string, string>> {
  const records = await content.collection('bonus-templates', locale)
  return new Map(
    records.flatMap((record) => {
      const { sysname, title } = typeof record === 'object' && record ? { sysname: '', title: '', ...record } : {}
      return typeof sysname === 'string' && typeof title === 'string' && title !== '' ? [[sysname, title] as const] : []
    }),
  )
}

/** Most terms name no game and no studio: then nothing is asked. */
async function namesOf(ctx: WireContext, rows: readonly BonusRow[]): Promise<Map<string, string>> {
  const games = rows.flatMap(({ contributions: { games, excluded } }) => [...Object.keys(games), ...excluded.games])
  const studios = rows.flatMap(({ contributions: { excluded } }) => excluded.providers)
  const [cards, named] = await Promise.all([
    games.length > 0 ? cardsOf(ctx, games) : new Map<string, { name: string }>(),
    studios.length > 0 ? studioNames(ctx.sql, studios) : new Map<string, string>(),
  ])
  return new Map([...named, ...[...cards].map(([sysname, { name }]) => [sysname, name] as const)])
}

async function wireBonuses(ctx: WireContext, playerId: bigint, rows: readonly BonusRow[]): Promise<WireBonus[]> {
  if (rows.length === 0) return []
  const [titles, names, purses, living] = await Promise.all([
    titlesOf(ctx),
    namesOf(ctx, rows),
    balancesOf(ctx.sql, playerId),
    readLiving(ctx.sql, playerId),
  ])
  const queue = living.filter(({ state, isOver }) => state === 'queued' && !isOver).map(({ id }) => id)
  return rows.map((row) => {
    const of = (kind: string) =>
      purses.find((purse) => purse.kind === kind && purse.currency === row.currency)?.balance ?? 0n
    const place = queue.indexOf(row.id)
    return wireBonus(row, {
      title: titles.get(row.template) ?? row.template,
      held: of('bonus'),
      main: of('main'),
      queuePlace: place < 0 ? null : place + 1,
      names,
    })
  })
}

/** One of them as it stands now, inside the transaction that changed it. */
export async function wireOwnBonus(ctx: WireContext & Pick<PlayerContext, 'player'>, id: bigint): Promise<WireBonus> {
  const row = await readOwnBonus(ctx.sql, ctx.player.id, id)
  const [wire] = row ? await wireBonuses(ctx, ctx.player.id, [row]) : []
  if (!wire) throw new Error('a bonus is gone')
  return wire
}

type ToldBonus = { title: string; status: BonusRow['state']; endReason: BonusRow['endReason']; endNote: string }

/** Names and ends of some of a player's, for lists of what their money did. */
export async function tellBonuses(
  ctx: WireContext,
  playerId: bigint,
  ids: readonly bigint[],
): Promise<Map<bigint, ToldBonus>> {
  if (ids.length === 0) return new Map()
  const [titles, rows] = await Promise.all([titlesOf(ctx), readOwnBonuses(ctx.sql, playerId, ids)])
  return new Map(
    rows.map(({ id, template, state, isOver, endedAt, endReason, endNote }) => {
      const status = endedAt === null && isOver ? 'expired' : state
      return [id, { title: titles.get(template) ?? template, status, endReason, endNote }]
    }),
  )
}
