export type Layout = { reelsWidth: number; reelsHeight: number; awning: number; hasLever: boolean }

const pegs = 2 * 36
const frame = 2 * 12
const plate = 44
const margin = 8

/** The stall as large as the board lets it be; cells are a little wider than high, on a tall phone a little higher. */
export function layoutOf(width: number, height: number): Layout {
  const awning = Math.round(Math.min(76, Math.max(30, height * 0.14)))
  const roomHeight = height - awning - plate - frame - margin
  const roomWidth = width - pegs - frame - 2 * margin
  const reelsHeight = Math.max(120, Math.min(roomHeight, roomWidth * 1.12, 480))
  const reelsWidth = Math.max(150, Math.min(roomWidth, reelsHeight * 1.22))
  const stallWidth = reelsWidth + pegs + frame
  return {
    reelsWidth: Math.round(reelsWidth),
    reelsHeight: Math.round(reelsHeight),
    awning,
    hasLever: (width - stallWidth) / 2 > 84,
  }
}
