import { randomInt } from 'node:crypto'
import { slipLimits } from '@croupier/sportsbook/slip'
import type { Context, Db, Operation } from '../../../context.ts'
import { partOf } from '../asked-rules.ts'
import { betRefusal } from '../decide.ts'
import { offers } from '../quote.ts'
import { seeLegs } from '../see-legs.ts'
import { addBooking, type BookedPick } from './booking-store.ts'

/** No vowels, so that no code reads as a word. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const makeCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/** Twenty-five billion codes: a second try is rare, a fifth is a fault. */
const mostTries = 5

/** Picks as the book has them now: alone, each as a leg of its own. */
export async function seePicks({ book }: Pick<Context, 'book'>, picks: readonly string[]) {
  const view = await book.see()
  const parts = picks.map(partOf)
  const offeredAt = await offers(view, parts)
  const legs = parts.map((part) => ({ price: 0, version: 0, parts: [part], builder: null }))
  const seen = seeLegs(legs, { offeredAt, matchOf: () => undefined, exposureAt: () => 0n })
  return { view, sights: parts.map((part, at) => ({ part, offered: offeredAt(part), seen: seen[at]?.parts[0] })) }
}

export const bookPicks: Operation<'bets.book'> = async (ctx, { picks }) => {
  const wanted = [...new Set(picks)]
  if (wanted.length > slipLimits.multiple) throw betRefusal('LEG_COUNT', { min: 1, max: slipLimits.multiple })
  const { sights } = await seePicks(ctx, wanted)
  const unknown = sights.filter(({ seen }) => !seen).map(({ part }) => part.pick)
  if (unknown.length > 0) throw betRefusal('PICK_UNKNOWN', { picks: unknown })
  const booked = sights.flatMap(({ part, seen }): BookedPick[] =>
    seen ? [{ pick: part.pick, market: Number(seen.marketId), price: seen.price }] : [],
  )
  return bookUnder(ctx.sql, booked, makeCode)
}

/** A code that is taken is not given again. */
export async function bookUnder(db: Db, booked: readonly BookedPick[], nextCode: () => string) {
  for (let tries = 0; tries < mostTries; tries++) {
    const code = nextCode()
    const expiresAt = await addBooking(db, code, booked)
    if (expiresAt) return { code, expires_at: expiresAt.toISOString() }
  }
  throw new Error('no code was free')
}
