import type { SearchIndex, WordPlaces } from '../../ports/catalogue.ts'
import { fold, hasCyrillic, lacking, lettersOf, mostEdits, nearness, readings } from './text-folding.ts'

/** What is searched: the names of a game (as it is called here, and by itself) and of its studio. */
export type Findable = { names: readonly string[]; studio: string }

export function makeIndex(list: readonly Findable[]): SearchIndex {
  const names = list.map((each) => [...new Set(each.names.map(fold))].filter((name) => name !== ''))
  return {
    names,
    joined: names.map((own) => own.map(join).map((text) => ({ text, letters: lettersOf(text) }))),
    nameWords: wordsOf(names),
    studioWords: wordsOf(list.map(({ studio }) => [fold(studio)])),
    isCyrillicKnown: list.some((each) => each.names.some(hasCyrillic)),
  }
}

function wordsOf(texts: readonly (readonly string[])[]): WordPlaces {
  const words: WordPlaces = new Map()
  for (const [place, own] of texts.entries()) {
    for (const word of new Set(own.flatMap((text) => text.split(' ')))) {
      if (word === '') continue
      const known = words.get(word)
      if (known) known.push(place)
      else words.set(word, [place])
    }
  }
  return words
}

const join = (text: string) => text.replaceAll(' ', '')

/** How badly something fits; the steps are so far apart that a better kind of fit always wins over a worse one. */
const cost = { exact: 0, begins: 1, wordBegins: 2, inside: 4, otherReading: 0.5, edited: 10, edit: 4, studio: 60 }
const shortestInside = 3
const mostWords = 8

type Costs = Map<number, number>

/** Places in the list, the best fit first. Mistakes are looked for only when nothing fits as it was typed. */
export function search(index: SearchIndex, text: string): number[] {
  const meant = readings(text, index.isCyrillicKnown)
  for (const look of [asTyped, withMistakes, joinedWithMistakes]) {
    const found: Costs = new Map()
    for (const [reading, asked] of meant.entries()) {
      for (const [place, costs] of look(index, asked)) better(found, place, costs + reading * cost.otherReading)
    }
    if (found.size > 0) return [...found].sort(([a, one], [b, other]) => one - other || a - b).map(([place]) => place)
  }
  return []
}

function better(costs: Costs, place: number, value: number) {
  const known = costs.get(place)
  if (known === undefined || value < known) costs.set(place, value)
}

function asTyped(index: SearchIndex, asked: string): Costs {
  const found = everyWord(asked, (word) => fits(index, word))
  const joined = join(asked)
  for (const [place, own] of index.joined.entries()) {
    if (own.some(({ text }) => text.startsWith(joined))) better(found, place, cost.begins)
  }
  for (const place of found.keys()) {
    const own = index.names[place] ?? []
    if (own.includes(asked)) better(found, place, cost.exact)
  }
  return found
}

const withMistakes = (index: SearchIndex, asked: string): Costs =>
  everyWord(asked, (word) => {
    const found = fits(index, word)
    edited(index.nameWords, word, 0, found)
    edited(index.studioWords, word, cost.studio, found)
    return found
  })

/** Spaces that were forgotten or are too many, and a mistake on top. */
function joinedWithMistakes({ joined }: SearchIndex, asked: string): Costs {
  const typed = join(asked)
  const most = mostEdits(typed.length)
  const found: Costs = new Map()
  if (most === 0) return found
  const letters = lettersOf(typed)
  for (const [place, own] of joined.entries()) {
    for (const name of own) {
      // Most names lack so many of the letters that nothing has to be compared.
      const near = lacking(letters, name.letters) > most ? null : nearness(typed, name.text, most)
      if (near) better(found, place, editCost(near))
    }
  }
  return found
}

/** What every word finds, with the sum of what it costs. */
function everyWord(asked: string, look: (word: string) => Costs): Costs {
  const [first = '', ...rest] = asked.split(' ').slice(0, mostWords)
  return rest.reduce((found, word) => {
    const more = look(word)
    const both: Costs = new Map()
    for (const [place, costs] of found) {
      const added = more.get(place)
      if (added !== undefined) both.set(place, costs + added)
    }
    return both
  }, look(first))
}

function fits({ nameWords, studioWords }: SearchIndex, asked: string): Costs {
  const found: Costs = new Map()
  for (const [word, places] of nameWords) {
    const at = word.indexOf(asked)
    if (at < 0 || (at > 0 && asked.length < shortestInside)) continue
    for (const place of places) better(found, place, at === 0 ? cost.wordBegins : cost.inside)
  }
  for (const [word, places] of studioWords) {
    if (word.startsWith(asked)) for (const place of places) better(found, place, cost.studio)
  }
  return found
}

function edited(words: WordPlaces, asked: string, base: number, found: Costs) {
  const most = mostEdits(asked.length)
  if (most === 0) return
  for (const [word, places] of words) {
    const near = nearness(asked, word, most)
    if (near) for (const place of places) better(found, place, base + editCost(near))
  }
}

const editCost = ({ edits, isWhole }: { edits: number; isWhole: boolean }) =>
  cost.edited + edits * cost.edit + (isWhole ? 0 : 1)
