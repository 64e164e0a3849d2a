import type { RuleSection, Stage } from '../../../stage/game-client.ts'
import { paysTable } from '../../../stage/pays-table.ts'
import { linesPicture } from '../../../stage/reel-lines.ts'
import { type Fruit, lines, pays, rows } from '../math.ts'
import report from '../rtp.json'

/** As they stand in the sheet, the best first. */
export const faces: readonly Fruit[] = ['seven', 'bar', 'bell', 'grapes', 'cherry', 'lemon']

/** What symbols pay at the stake of now. */
export function paysOf({ words, money, stake }: Pick<Stage, 'words' | 'money' | 'stake'>) {
  const perLine = stake() / BigInt(lines.length)
  const amount = (times: number | undefined) => (times ? money(BigInt(times) * perLine) : '–')
  return paysTable(
    ['2', '3'].map((count) => words('rules.of', { count })),
    faces.map((face, place) => ({
      name: words(`face.${face}`),
      place,
      amounts: [amount(pays[face][2]), amount(pays[face][3])],
    })),
  )
}

export function rulesOf(stage: Stage): RuleSection[] {
  const { words, money, stake, locale } = stage
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  return [
    { title: words('rules.how'), text: ['rules.how.lines', 'rules.how.left'].map((key) => words(key)) },
    { title: words('rules.pays', { stake: money(stake()) }), text: [words('rules.pays.text')], picture: paysOf(stage) },
    { title: words('rules.lines'), picture: linesPicture(lines, rows, 5) },
    { title: words('rules.keys'), text: [words('rules.keys.text')] },
    {
      title: words('rules.numbers'),
      rows: [
        [words('rules.most'), `×${figure.format(report.max_multiple)}`],
        [words('rules.hits'), words('rules.oneIn', { count: figure.format(100 / report.hit_rate) })],
      ],
    },
  ]
}
