export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

export type Row = {
  name: string
  ours: string
  reference: string
  ratio: number
  /** Absent: for information. */
  bar?: { text: string; isMet: boolean }
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ name, ours, reference, ratio, bar }) => [
    name,
    ours,
    reference,
    ratio.toFixed(2),
    bar ? `${bar.text} ${bar.isMet ? 'met' : 'MISSED'}` : '',
  ])
  const lines = [['', 'ours', 'reference', 'ratio', 'bar'], ...cells]
  const widthAt = (at: number) => Math.max(...lines.map((line) => line[at]?.length ?? 0))
  const padded = lines.map((line) => line.map((cell, at) => cell.padEnd(widthAt(at))).join('  '))
  return padded.map((line) => line.trimEnd()).join('\n')
}
