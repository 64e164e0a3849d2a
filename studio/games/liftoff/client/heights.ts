import { heightText, leastHeight, mostHeight } from '../math.ts'

/** As every game writes what a stake is multiplied by. */
export const timesText = (height: number): string => `×${heightText(height).replace(/\B(?=(\d{3})+\.)/g, ',')}`

/** What a player types for a height: `2`, `2.5`, `2,50`. Null where it is none that can be set. */
export function readHeight(text: string): number | null {
  const found = /^\s*×?\s*(\d{1,5})(?:[.,](\d{0,2}))?\s*[×x]?\s*$/.exec(text)
  if (!found) return null
  const [, whole = '', part = ''] = found
  const height = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return height >= leastHeight && height <= mostHeight ? height : null
}

/** What the buttons beside the field offer. */
const rungs = [
  110, 120, 130, 150, 175, 200, 250, 300, 400, 500, 750, 1_000, 1_500, 2_000, 5_000, 10_000, 50_000, 100_000,
]

export const higher = (height: number): number => rungs.find((rung) => rung > height) ?? mostHeight
export const lower = (height: number): number => rungs.findLast((rung) => rung < height) ?? leastHeight

/** How a height looks among others; it says nothing about the next one. */
export const rankOf = (point: number): 'low' | 'mid' | 'high' => (point < 200 ? 'low' : point < 1_000 ? 'mid' : 'high')
