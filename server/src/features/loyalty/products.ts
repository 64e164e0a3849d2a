import type { ProductTerms } from '@croupier/contract/loyalty-terms'
import type { WireOrder, WireProduct } from '@croupier/contract/methods/loyalty'
import { isCurrency, toWire } from '@croupier/contract/money'
import { amountIn } from '@croupier/contract/promotion-terms'
import type { Operation } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { live } from '../campaigns/campaigns.ts'
import { rememberedCards } from '../games/games.ts'
import { controlOf } from '../limits/limits.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { becomesOf, isOffered, readTemplates } from './rewards.ts'
import { judgeProduct } from './shop-rules.ts'
import { countOrders, listOrders, readBought, readSold } from './shop-store.ts'
import { readClubPlayer } from './store.ts'
import { clubFlags, readProductTexts } from './texts.ts'

/** What points buy. To a player who is left in peace nothing is shown that is played. */
export const getProducts: Operation<'loyalty.getproducts'> = async (ctx, { count, offset, kind }) => {
  const { sql: db, player } = ctx
  const [flags, club] = await Promise.all([clubFlags(ctx), readClubPlayer(db, player.id)])
  if (!flags.isOn || !club.isActive) return { items: [], total: 0, offset, limit: count }
  const [rows, texts, templates, sold, bought, purse, control, now] = await Promise.all([
    live['loyalty-products'].all(db),
    readProductTexts(ctx),
    readTemplates(db),
    readSold(db),
    readBought(db, player.id),
    ledgerLines.findPurse(db, player.id, 'points', 'PTS'),
    controlOf(db, player.id),
    readNow(db),
  ])
  const { currency } = player.standing
  const points = purse?.balance ?? 0n
  const cards = await rememberedCards(
    ctx,
    templates.spins.map(({ terms }) => terms.game),
  )
  const items = rows.flatMap(({ sysname, terms, stoppedAt }): (WireProduct & { position: number })[] => {
    const words = texts.get(sysname)
    if (stoppedAt || !words || (kind && terms.kind !== kind)) return []
    const shelf = { terms, isStopped: false, sold: sold.get(sysname) ?? 0, bought: bought.get(sysname) ?? 0 }
    const buyer = { points, level: club.level, isOpen: control.isReachable, isActive: true }
    const no = judgeProduct(
      { ...shelf, nowMs: now.getTime() },
      { ...buyer, isOffered: isOffered(terms, templates, currency) },
    )
    if (no?.reason === 'NOT_AVAILABLE' || no?.reason === 'PRODUCT_CLOSED') return []
    return [
      {
        ...{
          id: sysname,
          kind: terms.kind,
          title: words.title,
          text: words.text,
          image: words.image,
          price: terms.price,
        },
        amount: cashOf(terms, currency),
        becomes: becomesOf(terms, templates, { currency, nameOf: (game) => cards.get(game)?.name ?? game }),
        stock_left: terms.stock === undefined ? null : Math.max(0, terms.stock - shelf.sold),
        ...{ level: terms.level ?? null, per_player: terms.per_player ?? null, bought: shelf.bought },
        ends_at: terms.ends_at === undefined ? null : new Date(terms.ends_at).toISOString(),
        ...{ can_buy: no === null, reason: no?.reason ?? null, reason_data: no?.data ?? {}, position: words.position },
      },
    ]
  })
  items.sort((one, other) => one.position - other.position || one.price - other.price)
  return { items: items.slice(offset, offset + count), total: items.length, offset, limit: count }
}

function cashOf({ kind, amount }: ProductTerms, currency: string): WireProduct['amount'] {
  const cash = kind === 'cash' ? amountIn(amount, currency) : null
  return cash === null || !isCurrency(currency) ? null : toWire(cash, currency)
}

export const getOrders: Operation<'loyalty.getOrders'> = async (ctx, { count, offset }) => {
  const { sql: db, player } = ctx
  const [rows, total, texts] = await Promise.all([
    listOrders(db, player.id, { offset, count }),
    countOrders(db, player.id),
    readProductTexts(ctx),
  ])
  const items = rows.map(
    ({ id, product, kind, price, status, note, madeAt, rewardId }): WireOrder => ({
      id: String(id),
      product: { id: product, kind, title: texts.get(product)?.title || product },
      ...{ price: Number(price), status, note, at: madeAt.toISOString() },
      reward: { kind, id: rewardId === null ? null : String(rewardId) },
    }),
  )
  return { items, total, offset, limit: count }
}
