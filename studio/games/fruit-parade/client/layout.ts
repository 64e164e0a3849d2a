export type Layout = { reelsWidth: number; reelsHeight: number; awning: number; hasLever: boolean; hasSides: boolean }

const pegs = 2 * 36
const frame = 2 * 12
const plate = 44
const margin = 8
/** The last spins below the stall, and what a panel beside it needs. */
const strip = 48
const side = 248

/** Room for what symbols pay on one side and the last spins on the other. */
const isWide = (width: number, height: number) => width >= 1000 && height >= 340

/** The stall as large as the board lets it be; cells are a little wider than high, on a tall phone a little higher. */
export function layoutOf(width: number, height: number): Layout {
  const hasSides = isWide(width, height)
  const awning = Math.round(Math.min(76, Math.max(30, height * 0.14)))
  const roomHeight = height - awning - plate - frame - margin - (hasSides ? 0 : strip)
  const roomWidth = width - pegs - frame - 2 * margin - (hasSides ? 2 * side : 0)
  const reelsHeight = Math.max(120, Math.min(roomHeight, roomWidth * 1.12, 480))
  const reelsWidth = Math.max(150, Math.min(roomWidth, reelsHeight * 1.22))
  const stallWidth = reelsWidth + pegs + frame
  return {
    reelsWidth: Math.round(reelsWidth),
    reelsHeight: Math.round(reelsHeight),
    awning,
    hasLever: (width - stallWidth) / 2 > (hasSides ? side + 84 : 84),
    hasSides,
  }
}
