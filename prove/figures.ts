/** One promise, tried. */
export type Figure = { name: string; tried: string; found: string; isKept: boolean }

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export const print = (figures: readonly Figure[]) =>
  figures
    .map(
      ({ name, tried, found, isKept }) =>
        `${isKept ? 'kept  ' : 'BROKEN'}  ${name}\n        ${tried}\n        ${found}`,
    )
    .join('\n')
