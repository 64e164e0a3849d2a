const pageSize = 500

/**
 * A long list, read a page at a time: memory does not grow with it. `read` gives so many rows after this one, always in
 * the same order; `shape` makes of a row what is told of it.
 */
export async function* inPages<Row>(
  read: (last: Row | undefined, count: number) => Promise<Row[]>,
  shape: (row: Row) => unknown,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<unknown> {
  let last: Row | undefined
  let left = most
  while (left > 0) {
    const count = Math.min(pageSize, left)
    const rows = await read(last, count)
    for (const row of rows) yield shape(row)
    if (rows.length < count) return
    last = rows.at(-1)
    left -= count
  }
}
