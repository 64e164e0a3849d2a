import type { RuleSection, Stage } from '../../../stage/game-client.ts'
import { chart } from '../strategy.ts'

const rows = (words: Stage['words'], keys: readonly string[]) =>
  keys.map((key) => [words(`pays.${key}`), words(`pays.${key}.rate`)])

export function rulesOf({ words }: Pick<Stage, 'words'>): readonly RuleSection[] {
  const [upCards = [], ...hands] = chart
  return [
    { title: words('rules.how'), text: [words('rules.how.1'), words('rules.how.2'), words('rules.how.3')] },
    { title: words('rules.pays'), rows: rows(words, ['blackjack', 'win', 'push', 'insurance', 'lose']) },
    {
      title: words('rules.table'),
      text: [
        words('rules.table.decks'),
        words('rules.table.dealer'),
        words('rules.table.peek'),
        words('rules.table.double'),
        words('rules.table.split'),
        words('rules.table.aces'),
        words('rules.table.insurance'),
        words('rules.table.surrender'),
      ],
    },
    {
      title: words('rules.return'),
      text: [words('rules.return.1'), words('rules.return.2'), words('rules.return.3')],
    },
    {
      title: words('rules.strategy'),
      text: [words('rules.strategy.legend')],
      head: upCards,
      rows: hands,
    },
    { title: words('rules.keys'), text: [words('rules.keys.1')] },
  ]
}
