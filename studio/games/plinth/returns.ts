import { paysOf, type Risk, type Rows, risks, rowCounts, waysTo } from './math.ts'

const returnOf = (rows: Rows, risk: Risk, stake: bigint): number =>
  paysOf(rows, risk).reduce((sum, pays, bucket) => {
    const won = Number((stake * BigInt(pays)) / 100n)
    return sum + won * waysTo(rows, bucket)
  }, 0) /
  2 ** rows /
  Number(stake)

/** What comes back of each board with this stake, in percent: a win is whole minor units, rounded down. */
export const plinthReturns = (stake: bigint): number[] =>
  rowCounts.flatMap((rows) => risks.map((risk) => 100 * returnOf(rows, risk, stake)))
