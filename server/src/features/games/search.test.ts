import { describe, expect, test } from 'vitest'
import { filledGames, filledStudios } from '../../seeds/fill-rules.ts'
import { makeIndex, search } from './search.ts'
import { fold, lacking, lettersOf, mostEdits, nearness } from './text-folding.ts'

const own: [name: string, studio: string, other?: string][] = [
  ['Fruit Parade', 'Red Baize'],
  ['Captain’s Share', 'Copperfox'],
  ['European Roulette', 'Red Baize', 'Европейская рулетка'],
  ['Blackjack Salon', 'Red Baize'],
  ['Twin Dice', 'Orbit'],
  ['Minefold', 'Orbit'],
  ['Plinth', 'Orbit'],
  ['Liftoff', 'Orbit'],
  ['Wheel of Hours', 'Halcyon'],
  ['Baccarat Privé', 'Halcyon'],
]
const studioNames = new Map(filledStudios.map(({ sysname, name }) => [sysname, name]))
const filled = filledGames(5_000, []).map(({ name, provider }) => ({
  names: [name],
  studio: studioNames.get(provider) ?? '',
}))
const list = [...own.map(([name, studio, other]) => ({ names: other ? [other, name] : [name], studio })), ...filled]
const index = makeIndex(list)
const names = (text: string, over = index) => search(over, text).map((place) => list[place]?.names.at(-1))
const alone = makeIndex(list.slice(0, own.length))

describe('among five thousand games a player finds', () => {
  test.each([
    // As it is called, and as one types it.
    ['plinth', 'Plinth'],
    ['PLINTH', 'Plinth'],
    ['plin', 'Plinth'],
    ['twin dice', 'Twin Dice'],
    ['dice twin', 'Twin Dice'],
    ['captain', 'Captain’s Share'],
    ["captain's", 'Captain’s Share'],
    ['captains share', 'Captain’s Share'],
    ['  lift ', 'Liftoff'],
    ['prive', 'Baccarat Privé'],
    ['PRIVÉ', 'Baccarat Privé'],
    ['wheel of', 'Wheel of Hours'],
    // A letter is missing.
    ['roulete', 'European Roulette'],
    ['rulette', 'European Roulette'],
    ['europan', 'European Roulette'],
    ['minfold', 'Minefold'],
    ['blackjak', 'Blackjack Salon'],
    ['blakjak', 'Blackjack Salon'],
    ['litoff', 'Liftoff'],
    ['bacarat', 'Baccarat Privé'],
    // One too many.
    ['plintth', 'Plinth'],
    ['roullette', 'European Roulette'],
    ['fruitt parade', 'Fruit Parade'],
    ['liftooff', 'Liftoff'],
    // A wrong one.
    ['plimth', 'Plinth'],
    ['fruit perade', 'Fruit Parade'],
    ['minefild', 'Minefold'],
    ['eiropean', 'European Roulette'],
    ['xinefold', 'Minefold'],
    ['captians sharre', 'Captain’s Share'],
    // Two that changed places.
    ['pilnth', 'Plinth'],
    ['lfitoff', 'Liftoff'],
    ['rouletet', 'European Roulette'],
    ['fruti parade', 'Fruit Parade'],
    ['mienfold', 'Minefold'],
    ['blackajck', 'Blackjack Salon'],
    // Spaces that are missing or too many.
    ['twindice', 'Twin Dice'],
    ['black jack', 'Blackjack Salon'],
    ['lift off', 'Liftoff'],
    ['twindise', 'Twin Dice'],
    ['fruitparad', 'Fruit Parade'],
    // The other keyboard, and the other alphabet.
    ['кщгдуе', 'European Roulette'],
    ['здштер', 'Plinth'],
    ['дшаещаа', 'Liftoff'],
    ['плинт', 'Plinth'],
    ['лифтофф', 'Liftoff'],
    ['рулетка', 'European Roulette'],
    ['рулетки', 'European Roulette'],
    ['hektnrf', 'European Roulette'],
  ])('%j → %s', (typed, name) => {
    expect(names(typed)[0]).toBe(name)
  })
})

describe('what fits better comes first', () => {
  const titles = ['Golden Fox', 'Fox', 'Foxhole', 'The Fox Hunt', 'Arctic Foxes', 'Outfox', 'Bear']
  const studios = ['A', 'A', 'A', 'A', 'A', 'A', 'Foxglove']
  const small = makeIndex(titles.map((name, at) => ({ names: [name], studio: studios[at] ?? '' })))
  const found = (text: string) => search(small, text).map((place) => titles[place])

  test('the very name, its beginning, the beginning of a word, inside a word, the studio', () => {
    expect(found('fox')).toEqual(['Fox', 'Foxhole', 'Golden Fox', 'The Fox Hunt', 'Arctic Foxes', 'Outfox', 'Bear'])
  })

  test('one mistake before two, and mistakes only when nothing fits as it was typed', () => {
    expect(found('foxhol')).toEqual(['Foxhole'])
    expect(found('foxhile')).toEqual(['Foxhole'])
    expect(found('goldne foxx')).toEqual(['Golden Fox'])
    expect(
      search(
        makeIndex([
          { names: ['Merchand'], studio: '' },
          { names: ['Marchand'], studio: '' },
        ]),
        'marchant',
      ),
    ).toEqual([1, 0])
  })

  test('a studio is found by its name, also with a mistake and together with a game', () => {
    expect(names('orbit', alone)).toEqual(['Twin Dice', 'Minefold', 'Plinth', 'Liftoff'])
    expect(names('orbti', alone)).toEqual(['Twin Dice', 'Minefold', 'Plinth', 'Liftoff'])
    expect(names('orbit plinth', alone)).toEqual(['Plinth'])
    expect(names('red baize roulette', alone)).toEqual(['European Roulette'])
  })
})

test.each(['', '   ', '!!!', 'qqqqzzzz', 'x'.repeat(100), '%', "' or 1=1 --", '\\', '.*', '(((', '🎰', '𝕏'.repeat(40)])(
  'nothing is found for %j, and nothing breaks',
  (text) => {
    expect(names(text, alone)).toEqual([])
  },
)

test('short words are taken as they are: everything would be near them', () => {
  expect(names('cat', alone)).toEqual([])
  expect([1, 3, 4, 6, 7, 20].map(mostEdits)).toEqual([0, 0, 1, 1, 2, 2])
})

test('the distance is that of Damerau and Levenshtein, to the nearest beginning', () => {
  const plain = (a: string, b: string): number => {
    const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i || j))
    const at = (i: number, j: number) => rows[i]?.[j] ?? 0
    for (let i = 0; i <= a.length; i += 1) {
      for (let j = 0; j <= b.length; j += 1) {
        if (i === 0 || j === 0) {
          ;(rows[i] ?? [])[j] = i + j
          continue
        }
        let best = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          best = Math.min(best, at(i - 2, j - 2) + 1)
        ;(rows[i] ?? [])[j] = best
      }
    }
    return at(a.length, b.length)
  }
  const letters = 'abc'
  const word = (number: number, length: number) =>
    Array.from({ length }, (_, at) => letters[Math.floor(number / 3 ** at) % 3]).join('')
  for (let one = 0; one < 243; one += 1) {
    for (let other = 0; other < 729; other += 13) {
      const [typed, whole] = [word(one, 5), word(other, 6)]
      const nearest = Math.min(...Array.from({ length: 7 }, (_, at) => plain(typed, whole.slice(0, at))))
      const near = nearness(typed, whole, 2)
      const expected = plain(typed, whole) <= 2 ? plain(typed, whole) : nearest <= 2 ? nearest : undefined
      expect([typed, whole, near?.edits]).toEqual([typed, whole, expected])
    }
  }
})

test('letters that a name lacks are never more than the mistakes', () => {
  expect(lacking(lettersOf('plimth'), lettersOf('plinth'))).toBe(1)
  expect(lacking(lettersOf('plinth'), lettersOf('plinth and more'))).toBe(0)
  expect(lacking(lettersOf('abc'), 0)).toBe(3)
  for (const [typed, name] of [
    ['twindise', 'twindice'],
    ['fruitparad', 'fruitparade'],
    ['xtwindic', 'twindice'],
  ] as const) {
    const near = nearness(typed, name, 2)
    expect(lacking(lettersOf(typed), lettersOf(name))).toBeLessThanOrEqual(near?.edits ?? -1)
  }
})

test('texts are compared without case, accents and signs', () => {
  expect(['Privé', 'Captain’s Share', 'Clover & Co.', '  ÀÉ-ñ ', 'Ёлка'].map(fold)).toEqual([
    'prive',
    'captains share',
    'clover co',
    'ae n',
    'елка',
  ])
})
