import { compareEntries } from '@croupier/contract/tournament-score'
import type { Db } from '../../context.ts'
import { type BoardChanges, type BoardEntry, readBoardChanges, readResult } from './board-store.ts'
import { readTournamentAt, type Tournament } from './store.ts'

/** Standings in the memory of a node; the truth is in the database. */

export type Board = {
  /** Its rules and prizes, as old as the board: a page of standings asks for them no more often. */
  tournament: Tournament
  /** By place, the first is at 0. */
  entries: readonly BoardEntry[]
  /** Place of a player, from 0 on. */
  placeOf: (playerId: bigint) => number | null
  /** The sum of all scores. */
  total: () => bigint
  version: number
  asOfMs: number
  isFinal: boolean
}

type Kept = {
  /** The greatest version that was read. */
  seen: number
  board: Board | null
  freshUntil: number
  usedAt: number
  reading: Promise<Board | null> | null
}

/** However many look: a board is read again no more often. */
const freshMs = 1_000
/** While it is read again, pages get it as it was for so long: else all who ask in that moment would wait for it. */
const spareMs = 500
/** A board that no page looks at is let go. */
const keptMs = 300_000

const nodes = new WeakMap<Db, Map<bigint, Kept>>()

/** Null where there is no such tournament. */
export function readTournamentBoard(db: Db, id: bigint): Promise<Board | null> {
  const boards = nodes.get(db) ?? new Map<bigint, Kept>()
  nodes.set(db, boards)
  const now = performance.now()
  for (const [other, { usedAt }] of boards) if (now - usedAt > keptMs) boards.delete(other)
  const kept = boards.get(id)
  if (kept) {
    kept.usedAt = now
    if (kept.board && (kept.board.isFinal || now < kept.freshUntil)) return Promise.resolve(kept.board)
    kept.reading ??= refresh(db, id, kept).finally(() => {
      kept.reading = null
    })
    if (!kept.board || now >= kept.freshUntil + spareMs) return kept.reading
    // A fault is met by who asks when there is nothing to spare any more.
    kept.reading.catch(() => undefined)
    return Promise.resolve(kept.board)
  }
  const fresh: Kept = { seen: -1, board: null, freshUntil: 0, usedAt: now, reading: null }
  fresh.reading = refresh(db, id, fresh)
    .then((board) => {
      if (board === null) boards.delete(id)
      return board
    })
    .catch((error: unknown) => {
      boards.delete(id)
      throw error
    })
    .finally(() => {
      fresh.reading = null
    })
  boards.set(id, fresh)
  return fresh.reading
}

async function refresh(db: Db, id: bigint, kept: Kept): Promise<Board | null> {
  const head = await readTournamentAt(db, id)
  if (!head) return null
  const { tournament, nowMs } = head
  const { version } = tournament
  if (tournament.state === 'finished') {
    kept.board = makeBoard(await readResult(db, id), { tournament, version, asOfMs: nowMs, isFinal: true })
  } else if (!kept.board || version > kept.board.version) {
    // The head was read first: what was written since has a greater version, and comes with the next look.
    const changes = await readBoardChanges(db, id, kept.seen)
    kept.seen = changes.seen ?? kept.seen
    const entries = withChanges(kept.board?.entries ?? [], changes)
    kept.board = makeBoard(entries, { tournament, version, asOfMs: nowMs, isFinal: false })
  } else kept.board = { ...kept.board, tournament, asOfMs: nowMs }
  kept.freshUntil = performance.now() + freshMs
  return kept.board
}

/** Those that stay are in their order already: two sorted runs are merged, and not a hundred thousand sorted anew. */
function withChanges(entries: readonly BoardEntry[], changes: BoardChanges): BoardEntry[] {
  const come = changes.entries.filter(({ isOn }) => isOn).sort(byPlace)
  if (entries.length === 0) return come
  const changed = new Set(changes.entries.map(({ playerId }) => playerId))
  return [...entries.filter(({ playerId }) => !changed.has(playerId)), ...come].sort(byPlace)
}

const byPlace = (one: BoardEntry, other: BoardEntry): number => other.about - one.about || compareEntries(one, other)

function makeBoard(
  entries: readonly BoardEntry[],
  about: Pick<Board, 'tournament' | 'version' | 'asOfMs' | 'isFinal'>,
): Board {
  // Many boards are looked at by guests alone, who have no place.
  let places: Map<bigint, number> | null = null
  let total: bigint | null = null
  return {
    ...about,
    entries,
    placeOf(playerId) {
      places ??= new Map(entries.map((entry, place) => [entry.playerId, place]))
      return places.get(playerId) ?? null
    },
    total() {
      total ??= entries.reduce((sum, { score }) => sum + score, 0n)
      return total
    },
  }
}
