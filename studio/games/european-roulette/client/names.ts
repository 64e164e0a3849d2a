import type { Stage } from '../../../stage/game-client.ts'
import { colourOf, type Spot } from '../spots.ts'

type Words = Stage['words']

/** What a place is called: `Split 8 and 11`. */
export function nameOf(words: Words, { kind, numbers }: Spot): string {
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  const last = numbers.at(-1) ?? 0
  if (kind === 'straight') return words(`spot.straight.${colourOf(a)}`, { a })
  if (kind === 'split' || kind === 'trio' || kind === 'corner') return words(`spot.${kind}`, { a, b, c, d })
  return words(`spot.${kind}`, { a, b: last })
}

/** With what it pays, for a player who cannot see the cloth. */
export const labelOf = (words: Words, spot: Spot): string =>
  words('spot.pays', { name: nameOf(words, spot), pays: spot.pays })

/** A number as the croupier calls it: colour, parity, half. */
export const resultOf = (words: Words, number: number): string =>
  number === 0
    ? words('result.onZero')
    : words('result', {
        number,
        colour: words(`colour.${colourOf(number)}`),
        parity: words(number % 2 ? 'parity.odd' : 'parity.even'),
        half: words(number < 19 ? 'half.low' : 'half.high'),
      })
