import type { Side } from './facts.ts'

/** A line on the wire is a text; inside it is whole quarters, so that it is exact: `-0.75` is -3. */
export type Line = { quarters: number; side: Side | 0 }

const quarterTexts = ['', '.25', '.5', '.75']

export function quartersText(quarters: number): string {
  const size = Math.abs(quarters)
  return `${quarters < 0 ? '-' : ''}${Math.floor(size / 4)}${quarterTexts[size % 4] ?? ''}`
}

/** Null for anything that `quartersText` would not have written. */
export function quartersOf(text: string): number | null {
  const [, sign, whole, part = ''] = /^(-?)(0|[1-9]\d{0,3})(\.25|\.5|\.75)?$/.exec(text) ?? []
  if (whole === undefined) return null
  const size = Number(whole) * 4 + quarterTexts.indexOf(part)
  if (sign === '-') return size === 0 ? null : -size
  return size
}

/** `2.5`; with a side `1:2.5`. */
export function parseLine(text: string): Line | null {
  const [, side, rest = text] = /^([12]):(.*)$/.exec(text) ?? []
  const quarters = quartersOf(rest)
  return quarters === null ? null : { quarters, side: side === '1' ? 1 : side === '2' ? 2 : 0 }
}

export const lineText = ({ quarters, side }: Line): string => `${side === 0 ? '' : `${side}:`}${quartersText(quarters)}`

/** No number lies on it, so nothing comes back by it: the only lines that a builder takes. */
export const isHalfLine = ({ quarters }: { quarters: number }): boolean => quarters % 4 === 2 || quarters % 4 === -2
