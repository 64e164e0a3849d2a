import type { Db } from '../../context.ts'
import { cell } from '../../csv.ts'
import { findPurse, type Line, readLines, type Slice } from './line-store.ts'
import type { PlayerPurse } from './rules.ts'

type StatementOf = { playerId: bigint; kind: PlayerPurse; currency: string }

/** How a purse stands, and some of its lines, newest first. A purse that was never used has none. */
export async function readStatement(
  db: Db,
  { playerId, kind, currency }: StatementOf,
  page: { offset: number; count: number },
) {
  const purse = await findPurse(db, playerId, kind, currency)
  if (!purse) return { purse: null, balance: 0n, seq: 0n, head: firstHead, lines: [] }
  const { id, balance, seq, head } = purse
  const upTo = seq - BigInt(page.offset)
  const lines = upTo > 0n ? await readLines(db, [{ purse: id, after: upTo - BigInt(page.count), upTo }]) : []
  return { purse: id, balance, seq, head, lines: lines.reverse() }
}

const firstHead = Buffer.alloc(32)

/** `time` says the milliseconds that are part of the hash; amounts are in the smallest unit of the currency. */
const columns = ['purse', 'seq', 'time', 'amount', 'balance', 'other', 'scope', 'key', 'part', 'reason', 'ref', 'hash']

// The mark that `cell` puts in front is taken off by the verifier.
function csvLine({ purse, seq, atMs, amount, balance, other, scope, key, part, reason, ref, hash }: Line): string {
  const time = new Date(Number(atMs)).toISOString()
  const words = [cell(scope), cell(key), part, cell(reason), cell(ref), hash.toString('hex')]
  return `${[purse, seq, time, amount, balance, other, ...words].join(',')}\r\n`
}

const portion = 1_000n

/** The whole history of a purse, from its first line; what moves while it is sent is not part of it. */
export async function* statementCsv(db: Db, asked: StatementOf): AsyncGenerator<string> {
  const purse = await findPurse(db, asked.playerId, asked.kind, asked.currency)
  yield* linesCsv(db, purse ? { purse: purse.id, after: 0n, upTo: purse.seq } : { purse: 0n, after: 0n, upTo: 0n })
}

/** Some lines of a purse, in portions: memory does not grow with their number. */
export async function* linesCsv(db: Db, { purse, after: before, upTo: end }: Slice): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for (let after = before; after < end; after += portion) {
    const upTo = after + portion >= end ? end : after + portion
    yield (await readLines(db, [{ purse, after, upTo }])).map(csvLine).join('')
  }
}
