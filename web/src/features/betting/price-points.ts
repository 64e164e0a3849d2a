import type { SportsMarketState } from '@croupier/contract/sports'

/** What a market offered at a moment, as the wire tells it. */
export type PriceRow = { version: number; at: string; state: SportsMarketState; prices: readonly number[] }
/** One outcome's price from a moment on; null where it was not for sale. */
export type PricePoint = { version: number; at: number; price: number; state: SportsMarketState }

/** Oldest first, and only what changed for this outcome: other outcomes move without it. */
export function pointsOf(rows: readonly PriceRow[], outcome: number): PricePoint[] {
  const points: PricePoint[] = []
  for (const { version, at, state, prices } of rows.toSorted((one, other) => one.version - other.version)) {
    const price = prices[outcome] ?? 0
    const last = points.at(-1)
    if (last?.price === price && last.state === state) continue
    points.push({ version, at: Date.parse(at), price, state })
  }
  return points
}

export type PriceChart = {
  /** Runs of steps, as paths: a pause or a gap ends one. */
  steps: readonly string[]
  pauses: readonly { x: number; width: number }[]
  marks: readonly { y: number; price: number }[]
  end: { x: number; y: number } | null
}

const isShown = ({ price }: PricePoint) => price > 0

/** Low and high of a chart: a price that never moved gets some room around it. */
function boundsOf(prices: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const room = Math.max((high - low) * 0.1, 50)
  return [Math.max(1000, low - room), high + room]
}

/** A price is a step, never a slope. `now` is where the last one ends. */
export function chartOf(
  points: readonly PricePoint[],
  size: { width: number; height: number },
  now: number,
): PriceChart {
  const priced = points.filter(isShown)
  const [first] = points
  if (!first || priced.length === 0) return { steps: [], pauses: [], marks: [], end: null }
  const [low, high] = boundsOf(priced.map(({ price }) => price))
  const span = Math.max(now - first.at, 1)
  const round = (value: number) => Math.round(value * 10) / 10
  const x = (at: number) => round((size.width * (at - first.at)) / span)
  const y = (price: number) => round(size.height * (1 - (price - low) / (high - low)))
  const endOf = (at: number) => points[at + 1]?.at ?? now
  const steps: string[] = []
  let path = ''
  points.forEach((point, at) => {
    if (isShown(point)) path += `${path ? `V${y(point.price)}` : `M${x(point.at)} ${y(point.price)}`}H${x(endOf(at))}`
    else if (path) {
      steps.push(path)
      path = ''
    }
  })
  if (path) steps.push(path)
  const pauses = points.flatMap((point, at) =>
    point.state === 'suspended' ? [{ x: x(point.at), width: Math.max(1, round(x(endOf(at)) - x(point.at))) }] : [],
  )
  const last = points.at(-1)
  return {
    steps,
    pauses,
    marks: [high, (low + high) / 2, low].map((price) => ({ y: y(price), price: Math.round(price) })),
    end: last && isShown(last) ? { x: x(now), y: y(last.price) } : null,
  }
}
