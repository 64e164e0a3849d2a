import { heightAt } from '../math.ts'

/** In pixels of the sky. */
export type Room = { width: number; height: number }
type Spot = { x: number; y: number }

const leftPx = 46
const rightPx = 40
const topPx = 40
const bottomPx = 26
const leastMs = 8_000
const leastTop = 2
const samples = 48
/** On the ground it stands nearly upright. */
const restSlope = 78

/** The exact curve, before it is cut to hundredths: a line has no steps. */
const riseAt = (ms: number) => Math.max(1, 2 ** (ms / 10_000))

/** How far the axes reach at this moment: both grow with the flight. */
const reachAt = (flownMs: number) => ({
  ms: Math.max(leastMs, flownMs * 1.12),
  top: Math.max(leastTop, 1 + (heightAt(flownMs) / 100 - 1) * 1.28),
})

export function plotAt({ width, height }: Room, flownMs: number) {
  const reach = reachAt(flownMs)
  const inner = { width: Math.max(1, width - leftPx - rightPx), height: Math.max(1, height - topPx - bottomPx) }
  const floor = height - bottomPx
  const xOf = (ms: number) => leftPx + (ms / reach.ms) * inner.width
  const yOf = (times: number) => floor - ((times - 1) / (reach.top - 1)) * inner.height
  const at = (ms: number): Spot => ({ x: xOf(ms), y: yOf(riseAt(ms)) })

  const points = Array.from({ length: samples + 1 }, (_, each) => at((flownMs * each) / samples))
  const line = points.map(({ x, y }, each) => `${each === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const tip = at(flownMs)
  const before = at(Math.max(0, flownMs - 60))
  return {
    line,
    area: `${line}L${tip.x.toFixed(1)} ${floor}L${leftPx} ${floor}Z`,
    tip,
    /** Degrees above the ground. */
    slope: flownMs < 60 ? restSlope : (Math.atan2(before.y - tip.y, tip.x - before.x) * 180) / Math.PI,
    /** Where a height lies on the curve. */
    spotOf: (ms: number): Spot => at(ms),
    rows: ticks(1, reach.top, 4).map((times) => ({ times, y: yOf(times) })),
    columns: ticks(0, reach.ms / 1_000, Math.max(2, Math.floor(inner.width / 110))).map((seconds) => ({
      seconds,
      x: xOf(seconds * 1_000),
    })),
    floor,
    left: leftPx,
    right: width - 12,
  }
}

/** Round numbers between two ends, about so many. */
export function ticks(from: number, to: number, about: number): number[] {
  const rough = (to - from) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power
  const found: number[] = []
  for (let each = Math.ceil(from / step) * step; each <= to + 1e-9; each += step) found.push(Number(each.toFixed(6)))
  return found
}

export type Plot = ReturnType<typeof plotAt>
