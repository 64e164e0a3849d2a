import type { RuleSection, Stage } from '../../../stage/game-client.ts'
import { paysOf, type Risk, type Rows, risks, rowCounts, rtpOf, type View, waysTo } from '../math.ts'

export type Choice = { rows: Rows; risk: Risk }

export const timesOf = ({ pays }: Pick<View, 'pays'>) => `×${(pays / 100).toFixed(2)}`

export function rulesOf({ words, locale }: Pick<Stage, 'words' | 'locale'>, { rows, risk }: Choice): RuleSection[] {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 })
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const half = paysOf(rows, risk).slice(0, rows / 2 + 1)
  return [
    {
      title: words('rules.how'),
      text: ['rules.how.text', 'rules.how.choose', 'rules.how.many', 'rules.how.fair'].map((key) => words(key)),
    },
    {
      title: words('rules.pays'),
      head: [words('rules.bucket'), words('rules.times'), words('rules.chance')],
      rows: half.map((pays, bucket) => {
        // Both sides count, but the middle is only one.
        const ways = waysTo(rows, bucket) * (bucket === rows / 2 ? 1 : 2)
        return [String(rows / 2 - bucket), timesOf({ pays }), whole.format(2 ** rows / ways)]
      }),
      text: [words('rules.max')],
    },
    {
      title: words('rules.return'),
      head: ['', ...risks.map((each) => words(`risk.${each}`))],
      rows: rowCounts.map((count) => [
        words('rules.rowsOf', { rows: count }),
        ...risks.map((each) => percent.format(rtpOf(count, each))),
      ]),
    },
  ]
}
