import { createHash } from 'node:crypto'
import { currencyOf, fromDecimal, toWire } from '@croupier/contract/money'
import type { Operation, PlayerContext } from '../../../context.ts'
import { ownPurse } from '../../funding/funding.ts'
import { balancesOf } from '../../wallet/wallet.ts'
import { type BetRow, readBetsOf } from '../read-store.ts'
import { cashOutWord, readWord } from '../sign-quote.ts'
import { wireBets } from '../wire-bet.ts'
import { cashOutRefusal } from './decide-rules.ts'
import { askCashOut } from './run-cash-out.ts'

/** What was promised to whom is in the quote; the part is the player's own word. */
const hashOfQuote = (quote: string, part: bigint | null) =>
  createHash('sha256')
    .update(`${quote} ${part ?? 'all'}`)
    .digest()

export const cashOut: Operation<'bets.cashOut'> = async (ctx, { id, quote, part: asked }) => {
  const before = await ownRow(ctx, BigInt(id))
  const word = readWord(ctx.keys.quoteKey, quote, cashOutWord)
  // The word about another bet is none about this one.
  if (word?.bet !== String(before.id)) throw cashOutRefusal('QUOTE_INVALID')
  const part = asked === undefined ? null : fromDecimal(asked, currencyOf(before))
  if (asked !== undefined && part === null) throw cashOutRefusal('CASHOUT_PART')
  const { steps, value, worth, expiresMs } = word
  const said = await askCashOut(ctx, {
    ...{ playerId: ctx.player.id, betId: before.id, part, expiresMs, hash: hashOfQuote(quote, part) },
    offer: { steps, value: BigInt(value), worth },
  })
  const row = await ownRow(ctx, before.id)
  const paid = said.paid === null ? null : toWire(said.paid, currencyOf(row))
  return { bet: await wireOne(ctx, row), is_pending: said.isPending, paid, balance: await balanceBeside(ctx, row) }
}

/** Of another player's bet nothing is known. */
export async function ownRow({ sql, player }: PlayerContext, id: bigint): Promise<BetRow> {
  const [row] = await readBetsOf(sql, player.id, [id])
  if (!row) throw cashOutRefusal('BET_UNKNOWN')
  return row
}

export async function wireOne(ctx: PlayerContext, row: BetRow) {
  const [bet] = await wireBets(ctx, [row])
  if (!bet) throw new Error('a bet that cannot be told')
  return bet
}

/** What is in the purse that the bet was paid from. */
export async function balanceBeside({ sql, player }: PlayerContext, row: BetRow) {
  const purses = await balancesOf(sql, player.id)
  const own = purses.find(({ kind, currency }) => kind === ownPurse(row.mode) && currency === row.currency)
  return toWire(own?.balance ?? 0n, currencyOf(row))
}
