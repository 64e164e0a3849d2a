import { type RawBuilder, sql } from 'kysely'

/**
 * Many rows as one value for each column: an array in the form in which PostgreSQL sends arrays. Rows that the driver
 * makes into objects one by one take several times as long, and some are read by the hundred thousand while a player
 * waits. Null where there is no row.
 */
export const packed = (column: RawBuilder<unknown>) => sql<Packed>`array_send(array_agg(${column}))`

export type Packed = Buffer | null

/** Before the values: dimensions, a flag, the type, and of the only dimension its length and where it begins. */
const countAt = 12
const firstAt = 20

type Read<T> = (view: DataView, at: number, length: number) => T

/** Answers the values of a column one after another. */
function openColumn<T, N>(bytes: Packed, read: Read<T>, none: () => N): () => T | N {
  if (bytes === null) return none
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = firstAt
  return () => {
    const length = view.getInt32(at)
    at += 4
    if (length < 0) return none()
    const value = read(view, at, length)
    at += length
    return value
  }
}

const never = (): never => {
  throw new Error('a column that is never null was')
}

/** By the type of the column. */
export const unpack = {
  bigint: (bytes: Packed) => openColumn(bytes, (view, at) => view.getBigInt64(at), never),
  float8: (bytes: Packed) => openColumn(bytes, (view, at) => view.getFloat64(at), never),
  float8OrNull: (bytes: Packed) =>
    openColumn(
      bytes,
      (view, at) => view.getFloat64(at),
      () => null,
    ),
  int: (bytes: Packed) => openColumn(bytes, (view, at) => view.getInt32(at), never),
  boolean: (bytes: Packed) => openColumn(bytes, (view, at) => view.getUint8(at) !== 0, never),
  text: (bytes: Packed) =>
    openColumn(bytes, (_view, at, length) => bytes?.toString('utf8', at, at + length) ?? '', never),
}

/** As many rows as a column has values, each made of the next value of every column. */
export const unpackRows = <T>(column: Packed, next: () => T): T[] =>
  Array.from({ length: column?.readInt32BE(countAt) ?? 0 }, next)
