import { cashbackSumOf, cashbackSums, percentText } from '@croupier/contract/cashback'
import { currencies, currencyOf, toWire } from '@croupier/contract/money'
import { wrongField } from '@croupier/contract/refusals'
import type { Db, Operation } from '../../context.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { mapSums, sumsOf } from './rules.ts'
import { type CashbackRow, readOwnCashback } from './store.ts'

/** What a cashback is computed from, for anyone to compute it again. */

export const getSheet: Operation<'cashbacks.getSheet'> = async ({ sql: db, player }, { id, count, offset }) => {
  const row = await readOwnCashback(db, player.id, BigInt(id))
  if (!row) throw wrongField('UNKNOWN_CASHBACK', 'id', 'No such cashback')
  const currency = currencyOf(row)
  const money = (amount: bigint) => toWire(amount, currency)
  const { purse, fromSeq, toSeq } = row
  const after = fromSeq + BigInt(offset)
  const upTo = after + BigInt(Math.max(0, Math.min(count, Number(toSeq - after))))
  const [lines, [stretch]] = await Promise.all([
    after < upTo ? ledgerLines.read(db, [{ purse, after, upTo }]) : [],
    ledgerLines.sumBetween(db, [{ purse, after: fromSeq, start: row.startAt, end: row.endAt }]),
  ])
  return {
    id,
    start_date: row.startAt.toISOString(),
    end_date: row.endAt.toISOString(),
    formula: row.formula,
    rate: percentText(row.rate),
    least: row.least === null ? null : money(row.least),
    most: row.most === null ? null : money(row.most),
    sums: mapSums(row.sums, money),
    counts: sumsOf(stretch?.sums ?? [], row.formula).counts,
    base: money(row.loss),
    amount: money(row.amount),
    head: row.head.toString('hex'),
    lines: lines.map(({ seq, atMs, scope, reason, ref, amount, hash }) => ({
      seq: Number(seq),
      at: new Date(Number(atMs)).toISOString(),
      reason,
      ref,
      amount: money(amount),
      counts: cashbackSumOf({ scope, reason, isIn: amount > 0n }, row.formula),
      hash: hash.toString('hex'),
    })),
    total: Number(toSeq - fromSeq),
    offset,
    limit: count,
  }
}

/** Null for somebody else's. */
export const findSheet = (db: Db, playerId: bigint, id: bigint) => readOwnCashback(db, playerId, id)

const noHash = '0'.repeat(64)

/**
 * First what was stored, a name and a value on each line, then the lines of the purse. The line before the period and
 * the one after it stand with them where there are any: with them it can be seen that none was left out at the ends.
 * Amounts are in the smallest unit of the currency.
 */
export async function* sheetCsv(db: Db, row: CashbackRow): AsyncGenerator<string> {
  const { purse, fromSeq, toSeq, sums } = row
  const after = fromSeq > 0n ? fromSeq - 1n : 0n
  const [before] = after > 0n ? await ledgerLines.read(db, [{ purse, after: after - 1n, upTo: after }]) : []
  const facts: [string, string | number | bigint][] = [
    ['cashback', row.id],
    ['formula', row.formula],
    ['currency', row.currency],
    ['decimals', currencies[currencyOf(row)].decimals],
    ['start', row.startAt.toISOString()],
    ['end', row.endAt.toISOString()],
    ['from', fromSeq],
    ['to', toSeq],
    ['before', before?.hash.toString('hex') ?? noHash],
    ['head', row.head.toString('hex')],
    ...cashbackSums.map((name): [string, bigint] => [name, sums[name]]),
    ['loss', row.loss],
    ['rate', row.rate],
    ['least', row.least ?? ''],
    ['most', row.most ?? ''],
    ['amount', row.amount],
  ]
  yield `${facts.map(([name, value]) => `${name},${value}`).join('\r\n')}\r\n`
  // One more than the period has, where there is one.
  yield* ledgerLines.csv(db, { purse, after, upTo: toSeq + 1n })
}
