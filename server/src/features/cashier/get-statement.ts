import { isPurseCurrency, toWire } from '@croupier/contract/money'
import type { Operation, PlayerContext } from '../../context.ts'
import { cardsOf } from '../games/games.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { currencyIn, readStatement } from '../wallet/wallet.ts'

export const getStatement: Operation<'cashier.getstatement'> = async (ctx, { purse: kind, count, offset }) => {
  const { sql, player } = ctx
  const currency = currencyIn(kind, player.standing.currency)
  if (!isPurseCurrency(currency)) throw new Error('an account in an unknown currency')
  const asked = { playerId: player.id, kind, currency }
  const { purse, balance, seq, head, lines } = await readStatement(sql, asked, { offset, count })
  const gameOf = await openGamesOf(ctx, lines)
  return {
    items: lines.map((line) => ({
      seq: Number(line.seq),
      at: new Date(Number(line.atMs)).toISOString(),
      amount: toWire(line.amount, currency),
      balance: toWire(line.balance, currency),
      reason: line.reason,
      ref: line.ref,
      game: gameOf(line.ref),
      hash: line.hash.toString('hex'),
    })),
    total: Number(seq),
    offset,
    limit: count,
    purse: purse === null ? null : Number(purse),
    balance: toWire(balance, currency),
    head: head.toString('hex'),
  }
}

/** The names of the games whose rounds moved the money; a game that has left the catalogue keeps its sysname. */
async function openGamesOf(ctx: PlayerContext, lines: readonly { ref: string }[]) {
  const rounds = lines.flatMap(({ ref }) => stoodRounds.nameIn(ref) ?? [])
  const found = await stoodRounds.gamesOf(ctx.sql, rounds)
  const cards = await cardsOf(ctx, [...new Set(found.map(({ game }) => game))])
  const games = new Map(found.map(({ provider, round, game }) => [`round:${provider}:${round}`, game]))
  return (ref: string) => {
    const sysname = games.get(ref)
    return sysname === undefined ? null : { sysname, name: cards.get(sysname)?.name ?? sysname }
  }
}
