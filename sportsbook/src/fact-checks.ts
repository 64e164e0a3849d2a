import type { Numbered, Sport, SportFacts } from './facts.ts'

/** Facts come from outside: what a feed says is looked at, field by field, before it is believed. */
type Check = (value: unknown) => boolean
type Shapes = {
  [Name in Sport]: {
    [Kind in SportFacts[Name]['kind']]: Record<keyof Extract<SportFacts[Name], { kind: Kind }>['data'], Check>
  }
}

const oneOf =
  (...allowed: readonly (string | number)[]): Check =>
  (value) =>
    allowed.some((each) => each === value)
const upTo =
  (most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
const text: Check = (value) => typeof value === 'string' && value.length > 0 && value.length <= 100
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const side = oneOf(1, 2)
const bySide = { side }
const minute = upTo(200)
const second = upTo(20_000)
const map = oneOf(1, 2, 3, 4, 5)
const footballPeriod = oneOf('h1', 'h2', 'et1', 'et2', 'so')
const hockeyPeriod = oneOf('p1', 'p2', 'p3', 'ot', 'so')
const basketballPeriod: Check = (value) => typeof value === 'string' && /^(q[1-4]|ot[1-9]\d?)$/.test(value)
const timed = (period: Check) => ({ begin: { period }, end: { period }, finish: {} })

const shapes: Shapes = {
  football: {
    ...timed(footballPeriod),
    added: { period: footballPeriod, minutes: upTo(60) },
    goal: { side, minute, player: maybe(text), how: maybe(oneOf('play', 'penalty', 'own')) },
    corner: { side, minute },
    card: { side, minute, colour: oneOf('yellow', 'second_yellow', 'red'), player: maybe(text) },
    kick: { side, isIn: (value) => typeof value === 'boolean' },
    qualified: bySide,
  },
  tennis: {
    server: { side, best_of: maybe(oneOf(3, 5)) },
    ...{ point: bySide, game: bySide, retired: bySide, disqualified: bySide, walkover: bySide },
    finish: {},
  },
  basketball: { ...timed(basketballPeriod), possession: { side, points: oneOf(0, 1, 2, 3) } },
  hockey: { ...timed(hockeyPeriod), goal: { side, second }, penalty: { side, second }, shootout: bySide },
  shooter: {
    begin: { map, name: text },
    round: { map, side },
    end: { map },
    replay: { map },
    forfeit: { map: maybe(map), side },
    finish: {},
  },
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fits(shape: Readonly<Record<string, Check>>, data: Readonly<Record<string, unknown>>): boolean {
  const isKnown = Object.keys(data).every((field) => Object.hasOwn(shape, field))
  return isKnown && Object.entries(shape).every(([field, check]) => check(data[field]))
}

/** No field too few and none too many: a word that is not understood is never passed over. */
export function isFactOf<Name extends Sport>(sport: Name, value: unknown): value is Numbered<SportFacts[Name]> {
  if (!isObject(value) || !isObject(value.data) || typeof value.kind !== 'string') return false
  const kinds: Readonly<Record<string, Readonly<Record<string, Check>>>> = { ...shapes[sport], cancel: {} }
  const shape = Object.hasOwn(kinds, value.kind) ? kinds[value.kind] : undefined
  const number = (each: unknown) => Number.isSafeInteger(each) && Number(each) > 0
  const areNumbersSound =
    number(value.seq) &&
    (value.cancels === undefined
      ? value.kind !== 'cancel'
      : number(value.cancels) && Number(value.cancels) < Number(value.seq))
  const isClosed = Object.keys(value).every((field) => /^(kind|data|seq|cancels)$/.test(field))
  return shape !== undefined && areNumbersSound && isClosed && fits(shape, value.data)
}
