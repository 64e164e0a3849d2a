import { join } from 'node:path'
import type { Db, JobContext } from '../../context.ts'
import { readLastAnchor } from './proof-store.ts'
import { describeProof, verifyLedger } from './verify-ledger.ts'

/** Where the file of anchors is: the same place for the hourly check and the operator. */
export const ledgerDir = ({ dataDir }: { dataDir: string }) => join(dataDir, 'ledger')

/** The quiet hour, in UTC; and how long a history may be to be proven whole beside the work of a node. */
const wholeAtHour = 3
const mostWhole = 1_000_000n

async function isTimeForWhole(sql: Db): Promise<boolean> {
  if (new Date().getUTCHours() !== wholeAtHour) return false
  return ((await readLastAnchor(sql))?.transfers ?? 0n) <= mostWhole
}

/** Every hour what moved since the last time, and once a day the whole; a longer history is proven by the operator. */
export async function checkLedgerHourly({
  sql,
  config,
  log,
}: Pick<JobContext, 'sql' | 'config' | 'log'>): Promise<void> {
  const proof = await verifyLedger(sql, { dir: ledgerDir(config), isFull: await isTimeForWhole(sql) })
  const { faults, faultCount, anchorId } = proof
  if (faultCount > 0) log.error({ faults, faultCount, anchorId: String(anchorId) }, 'the ledger is wrong')
  else log.info(describeProof(proof)[0])
}
