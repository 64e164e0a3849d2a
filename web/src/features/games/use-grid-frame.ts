import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

export type GridFrame = {
  columns: number
  /** From the top of one row to the top of the next. */
  rowPx: number
  /** From the top of the page to the first row. */
  topPx: number
}

/**
 * How the styles lay the grid out just now; null until it was seen. Rows are equally high, so this is all there is to
 * know. Where a grid takes the place of another one, `last` is how that was: it begins with what fits on the screen.
 */
export function useGridFrame(grid: RefObject<HTMLElement | null>, last: RefObject<GridFrame | null>): GridFrame | null {
  const [frame, setFrame] = useState(last.current)
  useEffect(() => {
    last.current = frame
  }, [frame, last])
  useLayoutEffect(() => {
    const list = grid.current
    if (!list) return
    const look = () => setFrame((before) => settle(before, measure(list)))
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    // What stands above the grid may grow.
    if (list.parentElement?.parentElement) sizes.observe(list.parentElement.parentElement)
    return () => sizes.disconnect()
  }, [grid])
  return frame
}

function measure(list: HTMLElement): GridFrame {
  const { gridTemplateColumns, gridAutoRows, rowGap } = getComputedStyle(list)
  return {
    columns: gridTemplateColumns.split(' ').length,
    rowPx: Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap),
    topPx: Math.round(list.getBoundingClientRect().top + window.scrollY),
  }
}

/** The same numbers are the same frame. With another number of columns the tile at the upper edge stays there. */
function settle(before: GridFrame | null, after: GridFrame): GridFrame {
  if (!before) return after
  const { columns, rowPx, topPx } = before
  if (columns === after.columns && rowPx === after.rowPx && topPx === after.topPx) return before
  const rowsAbove = (window.scrollY - topPx) / rowPx
  if (columns !== after.columns && rowsAbove >= 1) {
    const row = Math.floor((Math.floor(rowsAbove) * columns) / after.columns)
    window.scrollTo({ top: after.topPx + row * after.rowPx, behavior: 'instant' })
  }
  return after
}
