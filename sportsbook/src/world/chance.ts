import type { Draws } from '../models/chain.ts'

/** Draws of one thing of the world by its name: the same name, the same draws, for ever. */
export type WorldChance = (name: string) => Draws

/** A number around nought with deviation one: twelve uniforms, so that no machine needs a logarithm. */
export function bell(draws: Draws): number {
  const parts = 1_000_000
  let sum = 0
  for (let count = 0; count < 12; count += 1) sum += draws.below(parts) / parts
  return sum - 6
}

export const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))

/** All numbers below count in an order that chance gave. */
export function permuted(count: number, draws: Draws): number[] {
  const order = Array.from({ length: count }, (_, place) => place)
  for (let last = count - 1; last > 0; last -= 1) {
    const other = draws.below(last + 1)
    const [a = 0, b = 0] = [order[last], order[other]]
    order[last] = b
    order[other] = a
  }
  return order
}

const knotWeeks = 8

/**
 * Form that drifts a little each week and is known for any week without the weeks before it: between two draws eight
 * weeks apart it goes straight.
 */
export function drift(chance: WorldChance, name: string, week: number): number {
  const knot = Math.floor(week / knotWeeks)
  const part = (week - knot * knotWeeks) / knotWeeks
  return bell(chance(`${name}:${knot}`)) * (1 - part) + bell(chance(`${name}:${knot + 1}`)) * part
}
