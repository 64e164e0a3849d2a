import type { Spin } from '../math.ts'

/** What there is to see of a spin: when each reel stops, and which ones are awaited. */
export type Timing = { stopMs: number[]; awaited: boolean[] }

export type Pace = 'paid' | 'free' | 'turbo'

const paces: Record<Pace, { first: number; each: number }> = {
  paid: { first: 320, each: 270 },
  free: { first: 240, each: 190 },
  turbo: { first: 140, each: 0 },
}
const awaitMs = 1_050
const enough = 3

const compassesIn = (grid: Spin['grid'], reels: number) =>
  grid.slice(0, reels).filter((reel) => reel.includes('compass')).length

/**
 * A reel is awaited only while the next compass would bring free spins: two stand already, and the round has room for
 * more spins. What the reel will show has no part in it.
 */
export function timingOf({ grid }: Pick<Spin, 'grid'>, pace: Pace, hasRoom: boolean): Timing {
  const { first, each } = paces[pace]
  const awaited = grid.map((_, reel) => pace !== 'turbo' && hasRoom && compassesIn(grid, reel) >= enough - 1)
  let at = first
  const stopMs = grid.map((_, reel) => {
    if (reel > 0) at += awaited[reel] ? awaitMs : each
    return at
  })
  return { stopMs, awaited }
}

/** The share of the show that one of so many wins may take. */
export const winMs = (wins: number): number => Math.max(220, Math.min(900, 3_200 / wins))
