import type { RuleSection, Stage } from '../../../stage/game-client.ts'
import { mostHeight } from '../math.ts'
import type { Round } from './feed.ts'
import { timesText } from './heights.ts'

const examples = [120, 150, 200, 300, 500, 1_000, 5_000, 10_000]

export function rulesOf({ words, locale }: Stage): RuleSection[] {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 })
  return [
    {
      title: words('rules.how'),
      text: ['rules.how.flight', 'rules.how.off', 'rules.how.clock'].map((key) => words(key)),
    },
    { title: words('rules.auto'), text: [words('rules.auto.text')] },
    {
      title: words('rules.chance'),
      text: [words('rules.chance.text', { most: timesText(mostHeight) })],
      rows: examples.map((height) => [timesText(height), percent.format(99 / height)]),
    },
    { title: words('rules.broken'), text: [words('rules.broken.you'), words('rules.broken.us')] },
  ]
}

export const proofOf = ({ words }: Stage, round: Round | null) => ({
  text: [words('proof.text'), words('proof.how')],
  seeds: [
    { name: words('proof.hash'), value: round?.hash ?? '' },
    { name: words('proof.terminal'), value: round?.terminal_hash ?? '' },
    { name: words('proof.salt'), value: round?.salt ?? '' },
    { name: words('proof.place'), value: round ? String(round.place) : '' },
  ].filter(({ value }) => value !== ''),
})
