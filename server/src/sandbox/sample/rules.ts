import { cornerCount, fieldCount, hours, ladder, stakesOf, toText } from './math.ts'
import type { Words } from './words.ts'

export type RulesPart = {
  title: string
  text?: readonly string[]
  head?: readonly string[]
  rows?: readonly string[][]
}

const percent = (part: number) => `${(part * 100).toFixed(2)} %`

/** Each hour with its fields, what it pays and what comes back of it. */
const wheelRows = () =>
  hours.map(({ name, fields, factor }) => [
    name,
    `×${factor}`,
    `${fields}/${fieldCount}`,
    percent((fields * Number(factor)) / fieldCount),
  ])

/** Each number of goals with what it is worth, how often it is reached and what comes back of stopping there. */
const streakRows = () =>
  ladder.map((factor, at) => {
    const chance = ((cornerCount - 1) / cornerCount) ** (at + 1)
    return [String(at + 1), `×${toText(factor, 'EUR')}`, percent(chance), percent((chance * Number(factor)) / 100)]
  })

/** The sheet of rules, whole: how it is played, what it pays, what comes back, what happens to a round that is cut off. */
export function rulesIn(words: Words, game: string, currency: string, write: (minor: bigint) => string): RulesPart[] {
  const isWheel = game === 'wheel-of-hours'
  const stakes = stakesOf(currency)
  const [least = 0n, most = 0n] = [stakes[0], stakes.at(-1)]
  return [
    { title: words.rulesHow, text: isWheel ? words.wheelHow : words.streakHow },
    {
      title: words.rulesPays,
      head: isWheel ? words.wheelHead : words.streakHead,
      rows: isWheel ? wheelRows() : streakRows(),
    },
    { title: words.rulesReturn, text: [isWheel ? words.wheelRules : words.streakRules, words.returnMeans] },
    { title: words.rulesStakes, text: [`${write(least)} – ${write(most)}`] },
    { title: words.rulesBroken, text: words.broken },
    { title: words.rulesKeys, text: [isWheel ? words.wheelKeys : words.streakKeys] },
  ]
}
