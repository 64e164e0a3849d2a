import type { Tx } from '../../context.ts'
import { type Line, readLines, type Slice } from './line-store.ts'
import type { State, Stored } from './proof-store.ts'
import { linkHash } from './rules.ts'

export type Fault = { purse: string | null; what: string }

export const emptyState: State = { seq: 0n, balance: 0n, head: Buffer.alloc(32) }

type Walk = { purse: Stored; at: State; fault: string | null }

/** Lines of one question: enough to be quick, little enough to let others have their turn. */
const portion = 1_000n

/**
 * Goes through the history of purses from where each begins, computing every balance and hash anew, and says what is
 * wrong: at most one thing per purse, the first.
 */
export async function verifyHistories(tx: Tx, purses: readonly { purse: Stored; from: State }[]): Promise<Fault[]> {
  const walks = purses.map(({ purse, from }): Walk => ({ purse, at: from, fault: null }))
  let open = walks
  while (open.length > 0) {
    const slices = nextSlices(open)
    const lines = Map.groupBy(await readLines(tx, slices), ({ purse }) => purse)
    for (const [at, { purse, upTo }] of slices.entries()) {
      const walk = open[at]
      if (walk) follow(walk, lines.get(purse) ?? [], upTo)
    }
    open = open.filter(({ purse, at, fault }) => fault === null && at.seq < purse.seq)
  }
  for (const walk of walks) walk.fault ??= faultAtEnd(walk)
  return walks.flatMap(({ purse, fault }) => (fault === null ? [] : { purse: String(purse.id), what: fault }))
}

function nextSlices(open: readonly Walk[]): Slice[] {
  const slices: Slice[] = []
  let left = portion
  for (const { purse, at } of open) {
    if (left <= 0n) break
    let upTo = at.seq + left
    if (upTo > purse.seq) upTo = purse.seq
    slices.push({ purse: purse.id, after: at.seq, upTo })
    left -= upTo - at.seq
  }
  return slices
}

function follow(walk: Walk, lines: readonly Line[], upTo: bigint) {
  for (const line of lines) {
    walk.fault = faultOf(walk, line)
    if (walk.fault !== null) return
    walk.at = { seq: line.seq, balance: line.balance, head: line.hash }
  }
  if (walk.at.seq < upTo) walk.fault = `line ${walk.at.seq + 1n} is missing`
}

function faultOf({ purse, at }: Walk, line: Line): string | null {
  const { anchored } = purse
  if (line.seq !== at.seq + 1n) return `line ${at.seq + 1n} is missing`
  if (line.balance !== at.balance + line.amount) return `line ${line.seq} does not add up`
  if (purse.isPlayers && line.balance < 0n) return `line ${line.seq} is below zero`
  if (!linkHash(at.head, line).equals(line.hash)) return `line ${line.seq} is not what its hash says`
  if (anchored?.seq === line.seq && !anchored.head.equals(line.hash)) return `line ${line.seq} is not what was anchored`
  return null
}

function faultAtEnd({ purse, at }: Walk): string | null {
  if (at.seq !== purse.seq) return `the history has ${at.seq} lines, the purse says ${purse.seq}`
  if (at.balance !== purse.balance) return `the history ends with ${at.balance}, the purse says ${purse.balance}`
  return at.head.equals(purse.head) ? null : 'the head is not that of the last line'
}
