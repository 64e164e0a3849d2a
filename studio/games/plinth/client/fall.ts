import type { Spot } from './board.ts'

/** Where the ball is between two pegs: up a little after the bounce, then down, ever faster. `part` goes from 0 to 1. */
export function hop(from: Spot, to: Spot, part: number): Spot {
  const rise = 0.5
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * ((1 + rise) * part * part - rise * part),
  }
}

/** Runs `draw` with 0 to 1 over so many milliseconds, once per frame; a hidden page, which has no frames, ends it. */
export function over(ms: number, draw: (part: number) => void): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || document.hidden) {
      draw(1)
      resolve()
      return
    }
    const begun = performance.now()
    const onHide = () => end()
    const end = () => {
      document.removeEventListener('visibilitychange', onHide)
      cancelAnimationFrame(frame)
      draw(1)
      resolve()
    }
    const step = (now: number) => {
      const part = (now - begun) / ms
      if (part >= 1) return end()
      draw(Math.max(0, part))
      frame = requestAnimationFrame(step)
    }
    document.addEventListener('visibilitychange', onHide)
    let frame = requestAnimationFrame(step)
  })
}

const turnDegrees = 70

/** The way of the ball, hop by hop: where it hits (`rights` steps to the right), where it goes, how far it turns. */
export function hopsOf(path: readonly number[]) {
  let rights = 0
  let turn = 0
  return path.map((side, row) => {
    const hop = {
      row,
      rights,
      next: rights + side,
      turn,
      turned: turn + (side === 1 ? turnDegrees : -turnDegrees),
      isLast: row === path.length - 1,
    }
    rights = hop.next
    turn = hop.turned
    return hop
  })
}
