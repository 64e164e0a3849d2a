import type { RuleSection, Stage } from '../../../stage/game-client.ts'
import { paysTable } from '../../../stage/pays-table.ts'
import { linesPicture } from '../../../stage/reel-lines.ts'
import {
  type Face,
  freeEvery,
  freeFactor,
  lines,
  mostMultiple,
  mostSpins,
  paying,
  pays,
  rows,
  scatterPays,
  scatterSpins,
} from '../math.ts'
import report from '../rtp.json'

/** As they stand in the sheet. */
export const faces: readonly Face[] = [...paying, 'skull', 'compass']

const counts = [3, 4, 5]

export function rulesOf({ words, money, stake, locale }: Stage): RuleSection[] {
  const perLine = stake() / BigInt(lines.length)
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const headings = counts.map((count) => words('rules.of', { count }))
  const table = paysTable(
    headings,
    paying.map((face, place) => ({
      name: words(`face.${face}`),
      place,
      amounts: counts.map((count) => money(BigInt(pays[face][count] ?? 0) * perLine)),
    })),
  )
  const compasses = paysTable(headings, [
    {
      name: words('face.compass'),
      place: faces.indexOf('compass'),
      amounts: counts.map((count) => money(BigInt(scatterPays[count] ?? 0) * stake())),
    },
  ])
  return [
    { title: words('rules.how'), text: ['rules.how.lines', 'rules.how.left'].map((key) => words(key)) },
    { title: words('rules.pays', { stake: money(stake()) }), text: [words('rules.pays.text')], picture: table },
    { title: words('face.skull'), text: [words('rules.skull')] },
    {
      title: words('rules.free'),
      text: [
        words('rules.free.text', {
          three: scatterSpins[3] ?? 0,
          four: scatterSpins[4] ?? 0,
          five: scatterSpins[5] ?? 0,
        }),
        words('rules.free.skull', { factor: freeFactor }),
        words('rules.free.more', { most: mostSpins }),
      ],
      picture: compasses,
    },
    { title: words('rules.lines'), picture: linesPicture(lines, rows, 4) },
    {
      title: words('rules.numbers'),
      rows: [
        [words('rules.most'), `×${whole.format(mostMultiple)}`],
        [words('rules.seen'), `×${whole.format(report.max_multiple)}`],
        [words('rules.hits'), words('rules.oneIn', { count: whole.format(100 / report.hit_rate) })],
        [words('rules.freeEvery'), words('rules.oneIn', { count: freeEvery })],
      ],
      text: [words('rules.most.text', { most: whole.format(mostMultiple) })],
    },
    { title: words('pot'), text: [words('rules.pot')] },
  ]
}
