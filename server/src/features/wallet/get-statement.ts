import { isPurseCurrency, toWire } from '@croupier/contract/money'
import type { Operation } from '../../context.ts'
import { currencyIn } from './rules.ts'
import { readStatement } from './statement.ts'

export const getStatement: Operation<'cashier.getstatement'> = async (
  { sql, player },
  { purse: kind, count, offset },
) => {
  const currency = currencyIn(kind, player.standing.currency)
  if (!isPurseCurrency(currency)) throw new Error('an account in an unknown currency')
  const asked = { playerId: player.id, kind, currency }
  const { purse, balance, seq, head, lines } = await readStatement(sql, asked, { offset, count })
  return {
    items: lines.map((line) => ({
      seq: Number(line.seq),
      at: new Date(Number(line.atMs)).toISOString(),
      amount: toWire(line.amount, currency),
      balance: toWire(line.balance, currency),
      reason: line.reason,
      ref: line.ref,
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
