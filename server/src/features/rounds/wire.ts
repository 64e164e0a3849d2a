import { isCurrency, toWire } from '@croupier/contract/money'
import type { Context } from '../../context.ts'
import { cardsOf } from '../games/games.ts'

/** What stands in the books was checked when it was written. */
export const wireMoney = (minor: bigint, currency: string) => {
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  return toWire(minor, currency)
}

type Card = { sysname: string; name: string; image_url: string }

/** Names and pictures of these games; one that has left the catalogue keeps its sysname. */
export async function openCards(
  ctx: Pick<Context, 'sql' | 'content' | 'locale'>,
  sysnames: readonly string[],
): Promise<(sysname: string) => Card> {
  const cards = await cardsOf(ctx, [...new Set(sysnames)])
  return (sysname) => cards.get(sysname) ?? { sysname, name: sysname, image_url: '' }
}
