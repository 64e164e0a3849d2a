import { logProblem } from './log-problem.ts'

/** Rows this far beyond the edges of a scroller stand ready. */
const bufferPx = 200

/** The least height of a row in a list of choices. */
export const selectRowPx = 36

/** No screen holds so many: the box of such a scroller has no height of its own, and would draw everything. */
const mostRendered = 1000

export const overscanOf = (rowPx: number): number => Math.ceil(bufferPx / Math.max(1, rowPx))

type Key = string | number | null | undefined

/** What a scroller may draw. What is left out is logged: a page with a shorter list is better than none. */
export function drawable<T>(items: readonly T[], keyOf: (item: T) => Key): readonly T[] {
  if (items.length > mostRendered) tellOnce('Rendered items limit reached')
  const keyless = items.find((item) => isMissing(keyOf(item)))
  if (keyless === undefined && items.length <= mostRendered) return items
  if (keyless !== undefined) tellOnce(`Key is ${String(keyOf(keyless))} on item`)
  return items.filter((item) => !isMissing(keyOf(item))).slice(0, mostRendered)
}

const isMissing = (key: Key) => key === null || key === undefined || key === ''

/** A scroller draws many times a second. */
const told = new Set<string>()
function tellOnce(text: string) {
  if (told.has(text)) return
  told.add(text)
  logProblem('scroller', new Error(text))
}
