import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../context.ts'
import { appendAnchor, readFiledAnchors } from './anchor-file.ts'
import {
  type Anchor,
  addAnchor,
  countTransfers,
  patiently,
  readAnchors,
  readLastAnchor,
  readStored,
  type State,
  type Stored,
  setAnchored,
  takeTurn,
} from './proof-store.ts'
import { emptyState, type Fault, verifyHistories } from './verify-history.ts'

export type Proof = {
  /** The whole history, or only what moved since the last anchor. */
  isFull: boolean
  transfers: bigint
  purses: bigint
  /** Hash over the heads of all purses. */
  root: string
  /** The first of them; `faultCount` counts all. */
  faults: Fault[]
  faultCount: number
  anchorId: bigint
  /** False where another node wrote the last anchor: then its file is the one to compare. */
  isLastAnchorFiled: boolean
}

type Options = {
  /** Where the file of anchors is kept. */
  dir: string
  isFull?: boolean
}

const mostFaults = 50
const pursesAtOnce = 1_000

/**
 * Proves the ledger from its transfers alone: every line of every purse follows from the one before, stored balances and
 * heads are where the history ends, nothing that was anchored is gone, and each currency sums to zero. Then anchors what
 * it found. One moment is looked at, whatever moves meanwhile.
 */
export async function verifyLedger(db: Db, { dir, isFull = true }: Options): Promise<Proof> {
  return db
    .transaction()
    .execute(async (turn) => {
      await patiently(turn)
      await takeTurn(turn)
      const filed = await readFiledAnchors(dir)
      const found = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((tx) => examine(tx, isFull))
      const last = await readLastAnchor(db)
      const faults = [
        ...found.faults,
        ...rootFaults(last, found),
        ...countFaults(filed, found),
        ...(await fileFaults(db, filed)),
      ]
      const { transfers, purses, root } = found
      const kept = faults.slice(0, mostFaults)
      const { id, at } = await addAnchor(turn, { transfers, purses, root, faults: kept })
      // What is wrong is never taken for the new truth.
      if (faults.length === 0) await setAnchored(turn, found.moved)
      const isLastAnchorFiled = !last || filed.some((line) => line?.id === last.id && line.root === last.root)
      const proof = { isFull, transfers, purses, root, faults: kept, faultCount: faults.length, isLastAnchorFiled }
      return { ...proof, anchorId: id, at }
    })
    .then(async ({ at, ...proof }) => {
      // After the commit: the file never names an anchor that is not there.
      const { anchorId: id, transfers, purses, root } = proof
      if (proof.faultCount === 0) await appendAnchor(dir, { id, at, transfers, purses, root })
      return proof
    })
}

type Examined = {
  transfers: bigint
  purses: bigint
  root: string
  /** Made of the anchored rows: it must be the last anchor's. */
  anchoredRoot: string
  anchoredCount: bigint
  moved: ({ id: bigint } & State)[]
  faults: Fault[]
}

async function examine(tx: Tx, isFull: boolean): Promise<Examined> {
  await patiently(tx)
  const [root, anchoredRoot] = [createHash('sha256'), createHash('sha256')]
  const sums = new Map<string, bigint>()
  const moved: Examined['moved'] = []
  const faults: Fault[] = []
  let [count, anchoredCount, lines, lastId] = [0n, 0n, 0n, 0n]
  for (;;) {
    const purses = await readStored(tx, lastId, pursesAtOnce)
    const toWalk: { purse: Stored; from: State }[] = []
    for (const purse of purses) {
      const { id, currency, balance, seq, anchored } = purse
      root.update(stateLine(id, purse))
      count++
      lines += seq
      lastId = id
      sums.set(currency, (sums.get(currency) ?? 0n) + balance)
      if (anchored) {
        anchoredRoot.update(stateLine(id, anchored))
        anchoredCount++
      }
      const hasMoved = !anchored || stateLine(id, purse) !== stateLine(id, anchored)
      if (hasMoved) moved.push({ id, seq, balance, head: purse.head })
      if (anchored && seq < anchored.seq) {
        faults.push({ purse: String(id), what: `has ${seq} lines, but had ${anchored.seq} when it was anchored` })
      } else if (isFull || hasMoved) {
        toWalk.push({ purse, from: isFull ? emptyState : (anchored ?? emptyState) })
      }
    }
    faults.push(...(await verifyHistories(tx, toWalk)))
    if (purses.length < pursesAtOnce) break
  }
  for (const [currency, sum] of sums) if (sum !== 0n) faults.push({ purse: null, what: `${currency} sums to ${sum}` })
  const transfers = isFull ? await countTransfers(tx) : lines / 2n
  // Each transfer is a line of two purses; one more or less belongs to no purse's history.
  if (transfers * 2n !== lines)
    faults.push({ purse: null, what: `${transfers} transfers, but ${lines} lines of purses` })
  return {
    transfers,
    purses: count,
    root: root.digest('hex'),
    anchoredRoot: anchoredRoot.digest('hex'),
    anchoredCount,
    moved,
    faults,
  }
}

const stateLine = (id: bigint, { seq, balance, head }: State) => `${id} ${seq} ${balance} ${head.toString('hex')}\n`

function rootFaults(last: Anchor | undefined, { anchoredRoot, anchoredCount, transfers, purses }: Examined): Fault[] {
  if (!last) return anchoredCount === 0n ? [] : [{ purse: null, what: 'purses are anchored, but there is no anchor' }]
  const faults: Fault[] = []
  if (last.root !== anchoredRoot)
    faults.push({ purse: null, what: `the anchored purses are not those of anchor ${last.id}` })
  if (transfers < last.transfers)
    faults.push({ purse: null, what: `${transfers} transfers, but ${last.transfers} at anchor ${last.id}` })
  if (purses < last.purses)
    faults.push({ purse: null, what: `${purses} purses, but ${last.purses} at anchor ${last.id}` })
  return faults
}

type Filed = Awaited<ReturnType<typeof readFiledAnchors>>

/** History only grows: an anchor that was forged in the table cannot hide that there was more. */
function countFaults(filed: Filed, { transfers, purses }: Examined): Fault[] {
  const more = filed.find((line) => line && (line.transfers > transfers || line.purses > purses))
  if (!more) return []
  return [
    {
      purse: null,
      what: `${transfers} transfers of ${purses} purses, but ${more.transfers} of ${more.purses} in the file of anchors`,
    },
  ]
}

/** Every line of the file is an anchor of the table, unchanged. */
async function fileFaults(db: Db, filed: Filed): Promise<Fault[]> {
  const faults: Fault[] = []
  const portion = 5_000
  for (let start = 0; start < filed.length; start += portion) {
    const part = filed.slice(start, start + portion)
    const rows = await readAnchors(
      db,
      part.flatMap((line) => line?.id ?? []),
    )
    const known = new Map(rows.map((anchor) => [anchor.id, anchor]))
    for (const [at, line] of part.entries()) {
      const anchor = line && known.get(line.id)
      const isSame =
        anchor && anchor.root === line.root && anchor.transfers === line.transfers && anchor.purses === line.purses
      if (!isSame)
        faults.push({ purse: null, what: `line ${start + at + 1} of the file of anchors is not in the table` })
    }
  }
  return faults
}

/** For people to read. */
export function describeProof({
  isFull,
  transfers,
  purses,
  root,
  faults,
  faultCount,
  anchorId,
  isLastAnchorFiled,
}: Proof): string[] {
  const about = `${transfers} transfers, ${purses} purses, ${isFull ? 'whole history' : 'since the last anchor'}`
  const note = isLastAnchorFiled
    ? []
    : ['The last anchor is not in this node’s file: compare it with the other node’s.']
  if (faultCount === 0) return [`The ledger is right: ${about}. Anchor ${anchorId}: ${root}`, ...note]
  const rest = faultCount > faults.length ? [`… and ${faultCount - faults.length} more`] : []
  const lines = faults.map(({ purse, what }) => (purse === null ? what : `purse ${purse}: ${what}`))
  return [`The ledger is WRONG: ${faultCount} faults in ${about}.`, ...lines, ...rest, ...note]
}
