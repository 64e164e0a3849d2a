import { isPurseCurrency } from '@croupier/contract/money'
import { DatabaseError } from 'pg'
import type { Db, Tx } from '../../context.ts'
import { tellPlayers } from '../../db/announce.ts'
import { TryAgain } from '../../db/db.ts'
import { forgetPurseIds, purseIdsOf, rememberPurseIds } from './purse-ids.ts'
import { type Body, bodyHash, type Purse, type PurseName, plan, purseKey, type Row, type Transfer } from './rules.ts'
import {
  findMovements,
  findPurses,
  keyName,
  lockPurses,
  type NewMovement,
  openPurses,
  type StoredMovement,
  writeBatch,
} from './store.ts'

/** One call that moves money. */
export type Movement = {
  /** Whose keys these are: `deposit`, `hold-end`, `game:studio`. */
  scope: string
  /** Made by the caller before the first try. */
  key: string
  /** Whose open pages are told. */
  playerId: bigint | null
  /** Everything the key promises: the same key with another body is a conflict. */
  body: Body
  /** May be empty: a zero amount is a message. */
  transfers: readonly Transfer[]
  /** Purses whose balance after the movement is asked for; they are locked, also where no transfer names them. */
  reads?: readonly PurseName[]
  /** What is stored and said again for the same key. It may look at purses of `transfers` and `reads`. */
  answer: (balanceOf: (purse: PurseName) => bigint) => unknown
}

export type Outcome =
  /** The answer is JSON, the same bytes for ever. The balances are those of `reads`, in that order. */
  | { kind: 'moved'; answer: string; balances: readonly bigint[] }
  | { kind: 'repeated'; answer: string }
  | { kind: 'conflict' }
  | { kind: 'short' }
  | { kind: 'overflow' }

/** Inside the caller's transaction, after it has locked players and its own rows. */
export async function move(tx: Tx, movement: Movement): Promise<Outcome> {
  const [outcome] = await moveAll(tx, [movement])
  if (!outcome) throw new Error('a movement without an outcome')
  return outcome
}

/**
 * One batch, in order; each movement is all or nothing, and what one of them is refused costs its neighbours nothing.
 * Purses are locked first, in the order of their ids; keys are looked up after that. Should a key be taken at this very
 * moment by a batch that shares no purse with us, the database finds out at the end, and the whole transaction is asked
 * to run again: then the key is known.
 */
export async function moveAll(tx: Tx, movements: readonly Movement[]): Promise<Outcome[]> {
  if (movements.length === 0) return []
  const { purses, nowMs, known } = await lockAll(tx, movements)
  const atMs = latestOf(nowMs, purses)
  const before = new Map(purses)
  const added: NewMovement[] = []
  const rows: Row[] = []

  const outcomes = movements.map((movement): Outcome => {
    const hash = bodyHash(movement.body)
    const found = known.get(keyName(movement))
    if (found) return again(found, hash)
    const planned = plan(purses, movement, atMs)
    if (planned.kind !== 'planned') return { kind: planned.kind }
    const balanceOf = (purse: PurseName) => lockedBalance(purses, purse)
    const answer = JSON.stringify(movement.answer(balanceOf) ?? null)
    const { scope, key, playerId, reads = [] } = movement
    known.set(keyName(movement), { bodyHash: hash, answer })
    added.push({ scope, key, playerId, bodyHash: hash, answer })
    rows.push(...planned.rows)
    return { kind: 'moved', answer, balances: reads.map(balanceOf) }
  })

  if (added.length === 0) return outcomes
  const changed = [...purses].filter(([name, purse]) => before.get(name)?.seq !== purse.seq).map(([, purse]) => purse)
  // One order of keys in every batch, or two batches with the same keys could wait for each other.
  added.sort((a, b) => (keyName(a) < keyName(b) ? -1 : 1))
  await Promise.all([
    writeBatch(tx, { movements: added, rows, purses: changed, atMs }).catch(askAgain),
    tellPlayers(tx, [...new Set(added.flatMap(({ playerId }) => playerId ?? []))], 'balance'),
  ])
  return outcomes
}

/** Looked up before anything is locked: most repeats end here. */
export async function findAnswer(
  db: Db,
  { scope, key, body }: Pick<Movement, 'scope' | 'key' | 'body'>,
): Promise<{ kind: 'repeated'; answer: string } | { kind: 'conflict' } | null> {
  const { known } = await findMovements(db, [{ scope, key }])
  const found = known.get(keyName({ scope, key }))
  return found ? again(found, bodyHash(body)) : null
}

const again = ({ bodyHash, answer }: StoredMovement, hash: Buffer) =>
  bodyHash.equals(hash) ? ({ kind: 'repeated', answer } as const) : ({ kind: 'conflict' } as const)

/** A clock that was put back never dates a transfer before the one it follows. */
function latestOf(nowMs: bigint, purses: ReadonlyMap<string, Purse>): bigint {
  let latest = nowMs
  for (const { movedMs } of purses.values()) if (movedMs > latest) latest = movedMs
  return latest
}

function lockedBalance(purses: ReadonlyMap<string, Purse>, purse: PurseName): bigint {
  const found = purses.get(purseKey(purse))
  if (!found) throw new Error(`the purse ${purseKey(purse)} was not locked`)
  return found.balance
}

type Locked = { purses: Map<string, Purse> } & Awaited<ReturnType<typeof findMovements>>

async function lockAll(tx: Tx, movements: readonly Movement[]): Promise<Locked> {
  const wanted = new Map<string, PurseName>()
  for (const { transfers, reads = [] } of movements) {
    for (const purse of [...transfers.flatMap(({ from, to }) => [from, to]), ...reads]) {
      if (!isPurseCurrency(purse.currency)) throw new Error('an unknown currency')
      wanted.set(purseKey(purse), purse)
    }
  }
  const ids = await idsOf(tx, wanted)
  // Asked in this order: a batch that held a purse has written its key before we look for ours.
  const [purses, found] = await Promise.all([lockPurses(tx, [...ids.values()]), findMovements(tx, movements)])
  const isRight = [...ids].every(([name, id]) => purses.get(name)?.id === id)
  if (!isRight) {
    // Remembered from a transaction that was rolled back, or from before the database was restored.
    forgetPurseIds(tx, wanted.keys())
    return lockAll(tx, movements)
  }
  return { purses, ...found }
}

/** A purse is opened by the first movement that names it. */
async function idsOf(tx: Tx, wanted: ReadonlyMap<string, PurseName>): Promise<Map<string, bigint>> {
  const ids = new Map<string, bigint>()
  const unknown: PurseName[] = []
  const remembered = purseIdsOf(tx)
  for (const [name, purse] of wanted) {
    const id = remembered.get(name)
    if (id === undefined) unknown.push(purse)
    else ids.set(name, id)
  }
  if (unknown.length === 0) return ids
  let found = await findPurses(tx, unknown)
  const missing = unknown.filter((purse) => !found.has(purseKey(purse)))
  if (missing.length > 0) {
    await openPurses(tx, missing)
    found = await findPurses(tx, unknown)
  }
  for (const [name, id] of found) ids.set(name, id)
  rememberPurseIds(tx, found)
  return ids
}

function askAgain(error: unknown): never {
  const isKeyTaken =
    error instanceof DatabaseError && error.code === '23505' && error.constraint === 'wallet_movement_pkey'
  throw isKeyTaken ? new TryAgain('a key was taken at the same moment') : error
}
