import { isCurrency, toWire } from '@croupier/contract/money'
import type { Context } from '../../context.ts'
import type { PaidBy } from '../../ports/history.ts'
import { cardsOf } from '../games/games.ts'

/** What stands in the books was checked when it was written. */
export const wireMoney = (minor: bigint, currency: string) => {
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  return toWire(minor, currency)
}

/** Who paid, and what of it counted for a bonus, rounded down: nothing is shown as done before it is. */
export const wirePaid = ({ own, bonus, counted }: PaidBy, currency: string) => ({
  paid_by: { main: wireMoney(own, currency), bonus: wireMoney(bonus, currency) },
  counted: wireMoney(counted / 10_000n, currency),
})

type Card = { sysname: string; name: string; image_url: string }

/** Names and pictures of these games; one that has left the catalogue keeps its sysname. */
export async function openCards(
  ctx: Pick<Context, 'sql' | 'content' | 'locale'>,
  sysnames: readonly string[],
): Promise<(sysname: string) => Card> {
  const cards = await cardsOf(ctx, [...new Set(sysnames)])
  return (sysname) => cards.get(sysname) ?? { sysname, name: sysname, image_url: '' }
}
