import type { RuleSection, Stage } from '../../../stage/game-client.ts'
import { mostSpots } from '../math.ts'
import { type Kind, pays } from '../spots.ts'

const inside: readonly Kind[] = ['straight', 'split', 'street', 'trio', 'corner', 'four', 'line']

export function rulesOf({ words, money }: Stage, unit: bigint, most: bigint): readonly RuleSection[] {
  const row = (name: string, kind: Kind) => [
    words(name),
    words('rules.pays', { pays: pays[kind] }),
    money(unit * BigInt(pays[kind] + 1)),
  ]
  return [
    { title: words('rules.how'), text: [words('rules.how.1'), words('rules.how.2'), words('rules.how.3')] },
    {
      title: words('rules.inside'),
      text: [words('rules.example', { amount: money(unit) })],
      rows: inside.map((kind) => row(`kind.${kind}`, kind)),
    },
    {
      title: words('rules.outside'),
      rows: [
        row('kind.column', 'column'),
        row('kind.dozen', 'dozen'),
        row('kind.colour', 'red'),
        row('kind.parity', 'odd'),
        row('kind.half', 'low'),
      ],
      text: [words('rules.onZero')],
    },
    {
      title: words('rules.limits'),
      text: [
        words('rules.limits.1', { least: money(unit), most: money(most) }),
        words('rules.limits.2', { count: mostSpots }),
        words('rules.edge'),
      ],
    },
    { title: words('rules.keys'), text: [words('rules.keys.1'), words('rules.keys.2')] },
  ]
}
