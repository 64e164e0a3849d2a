export type Layout = { reelsWidth: number; reelsHeight: number }

const frame = 2 * 8
const margin = 2 * 8
/** On a phone the pots stand in two rows. */
const potRows = { oneRow: 44, twoRows: 68, low: 32 }
const twoRowsBelow = 560
const winBar = 44

/** Cells stand upright on a phone and lie a little on a screen, as large as the board lets them. */
export function layoutOf(width: number, height: number, hasPots: boolean): Layout {
  const top =
    height <= 340 && width >= twoRowsBelow
      ? potRows.low
      : hasPots && width < twoRowsBelow
        ? potRows.twoRows
        : potRows.oneRow
  const roomWidth = Math.min(800, width - frame - margin)
  const roomHeight = height - top - winBar - frame - 6
  const reelsHeight = Math.max(120, Math.min(roomHeight, (roomWidth / 5) * 3 * 1.42, 470))
  const reelsWidth = Math.max(200, Math.min(roomWidth, (reelsHeight / 3) * 5 * 1.2))
  return { reelsWidth: Math.round(reelsWidth), reelsHeight: Math.round(reelsHeight) }
}
