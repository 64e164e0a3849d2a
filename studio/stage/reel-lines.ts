import { svg } from './dom.ts'

/** Each line of a slot as a small drawing with its number, for the rules. */
export function linesPicture(lines: readonly (readonly number[])[], rows: number, columns: number): SVGSVGElement {
  const [cell, gap] = [10, 14]
  const reels = lines[0]?.length ?? 0
  const width = reels * cell + gap
  const height = rows * cell + 20
  const picture = svg('svg', {
    viewBox: `0 0 ${columns * width - gap} ${Math.ceil(lines.length / columns) * height}`,
    width: (columns * width - gap) * 1.5,
    class: 'st-lines',
    'aria-hidden': 'true',
  })
  for (const [place, line] of lines.entries()) {
    const group = svg('g', {
      transform: `translate(${(place % columns) * width} ${Math.floor(place / columns) * height})`,
    })
    const label = svg('text', { x: 0, y: 9, class: 'st-lines-name' })
    label.textContent = String(place + 1)
    group.append(label)
    for (let reel = 0; reel < reels; reel += 1) {
      for (let row = 0; row < rows; row += 1) {
        const isOn = line[reel] === row
        group.append(
          svg('rect', {
            x: reel * cell + 0.75,
            y: 12 + row * cell + 0.75,
            width: cell - 1.5,
            height: cell - 1.5,
            rx: 2,
            class: isOn ? 'st-lines-on' : 'st-lines-off',
          }),
        )
      }
    }
    const points = line.map((row, reel) => `${(reel + 0.5) * cell},${12 + (row + 0.5) * cell}`).join(' ')
    group.append(svg('polyline', { points, class: 'st-lines-path' }))
    picture.append(group)
  }
  return picture
}

/** Where a line runs, as far as it pays. */
export const cellsOf = (line: readonly number[], count: number) =>
  line.slice(0, count).map((row, reel) => [reel, row] as const)
