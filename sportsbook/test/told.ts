import type {
  BasketballFact,
  BasketballPeriod,
  FootballFact,
  FootballPeriod,
  HockeyFact,
  HockeyPeriod,
  Numbered,
  ShooterFact,
  Side,
  Sport,
  SportFacts,
  TennisFact,
} from '../src/facts.ts'
import type { Result } from '../src/result.ts'
import { type MarketKey, matchOf } from '../src/sports.ts'

/** Matches and markets as short texts, so that a table of cases can be read. */

const sideOf = (word: string): Side => (word.endsWith('1') ? 1 : 2)

export const numbered = <Fact extends { kind: string }>(facts: readonly Fact[]): (Fact & { seq: number })[] =>
  facts.map((fact, at) => ({ ...fact, seq: at + 1 }))

type Clocked<Period extends string> =
  | { kind: 'begin' | 'end'; data: { period: Period } }
  | { kind: 'finish'; data: Record<string, never> }

/** Words with a meaning of their own; `/` ends the running period, `.` the match. */
function told<Fact, Period extends string>(
  text: string,
  isPeriod: (word: string) => word is Period,
  read: (word: string) => Fact,
): (Fact | Clocked<Period>)[] {
  let running: Period | undefined
  return text.split(' ').map((word): Fact | Clocked<Period> => {
    if (isPeriod(word)) {
      running = word
      return { kind: 'begin', data: { period: word } }
    }
    if (word === '/' && running) return { kind: 'end', data: { period: running } }
    return word === '.' ? { kind: 'finish', data: {} } : read(word)
  })
}

const isFootballPeriod = (word: string): word is FootballPeriod => /^(h1|h2|et1|et2|so)$/.test(word)
const isHockeyPeriod = (word: string): word is HockeyPeriod => /^(p1|p2|p3|ot|so)$/.test(word)
const isBasketballPeriod = (word: string): word is BasketballPeriod => /^(q[1-4]|ot\d)$/.test(word)

/** `1` a goal, `o1` an own goal that counts for 1, `c1` a corner, `y1` `yy1` `r1` cards, `k1` a kick, `q1` goes on. */
function footballWord(word: string): FootballFact {
  const side = sideOf(word)
  const minute = 1
  if (/^o?[12]$/.test(word)) return { kind: 'goal', data: { side, minute, how: word.startsWith('o') ? 'own' : 'play' } }
  if (/^c[12]$/.test(word)) return { kind: 'corner', data: { side, minute } }
  if (/^k[12]$/.test(word)) return { kind: 'kick', data: { side, isIn: true } }
  if (/^q[12]$/.test(word)) return { kind: 'qualified', data: { side } }
  const colour = word.startsWith('yy') ? 'second_yellow' : word.startsWith('r') ? 'red' : 'yellow'
  return { kind: 'card', data: { side, minute, colour } }
}

/** `b5` best of five sets, `1` a point, `g1` a game by points, `p1` a penalty game, `s1` a set to love, `R1` `D1` `W1` did not go on. */
function tennisWords(word: string): TennisFact[] {
  const side = sideOf(word)
  const points = (count: number) => Array.from({ length: count }, () => ({ kind: 'point' as const, data: { side } }))
  if (word === 'b5') return [{ kind: 'server', data: { side: 1, best_of: 5 } }]
  if (/^[12]$/.test(word)) return points(1)
  if (word.startsWith('g')) return points(4)
  if (word.startsWith('s')) return points(24)
  if (word.startsWith('p')) return [{ kind: 'game', data: { side } }]
  if (word === '.') return [{ kind: 'finish', data: {} }]
  const kind = word.startsWith('R') ? 'retired' : word.startsWith('D') ? 'disqualified' : 'walkover'
  return [{ kind, data: { side } }]
}

/** `3:1` three points of the home side. */
function basketballWord(word: string): BasketballFact {
  const points = Number(word[0])
  const side = sideOf(word)
  return { kind: 'possession', data: { side, points: points === 1 || points === 2 || points === 3 ? points : 0 } }
}

/** `1` a goal, `x1` a penalty, `w1` won the shoot-out. */
function hockeyWord(word: string): HockeyFact {
  const data = { side: sideOf(word), second: 1 }
  if (word.startsWith('w')) return { kind: 'shootout', data: { side: data.side } }
  return { kind: word.startsWith('x') ? 'penalty' : 'goal', data }
}

/** `m1` begins, `13-5` rounds of the running map (the winner's last), `/` its end, `again`, `f1` the map, `F1` all. */
function shooterFacts(text: string): ShooterFact[] {
  let map = 0
  return text.split(' ').flatMap((word): ShooterFact[] => {
    const side = sideOf(word)
    if (/^m\d$/.test(word)) {
      map = Number(word[1])
      return [{ kind: 'begin', data: { map, name: 'Quarry' } }]
    }
    if (word === '/') return [{ kind: 'end', data: { map } }]
    if (word === '.') return [{ kind: 'finish', data: {} }]
    if (word === 'again') return [{ kind: 'replay', data: { map } }]
    if (/^f\d?[12]$/.test(word))
      return [{ kind: 'forfeit', data: { map: word.length > 2 ? Number(word[1]) : map, side } }]
    if (/^F[12]$/.test(word)) return [{ kind: 'forfeit', data: { side } }]
    const [home = 0, away = 0] = word.split('-').map(Number)
    // In turns as long as both have some, so that a score of overtime comes about as it does in play.
    const least = Math.min(home, away)
    const rest: Side = home > away ? 1 : 2
    const turns = Array.from({ length: least }, (): Side[] => [1, 2]).flat()
    const more = Array.from({ length: Math.abs(home - away) }, () => rest)
    return [...turns, ...more].map((side) => ({ kind: 'round', data: { map, side } }))
  })
}

export const football = (text: string) =>
  numbered(told<FootballFact, FootballPeriod>(text, isFootballPeriod, footballWord))
export const basketball = (text: string) =>
  numbered(told<BasketballFact, BasketballPeriod>(text, isBasketballPeriod, basketballWord))
export const hockey = (text: string) => numbered(told<HockeyFact, HockeyPeriod>(text, isHockeyPeriod, hockeyWord))
export const tennis = (text: string) => numbered(text.split(' ').flatMap(tennisWords))
export const shooter = (text: string) => numbered(shooterFacts(text))

/** `total/ft/2.5` */
export function marketOf(text: string): MarketKey {
  const [type = '', period = '', line = '-'] = text.split('/')
  return { type, period, line: line === '-' ? null : line }
}

const letters: Readonly<Record<string, string>> = {
  '1,0,1': 'W',
  '0,0,1': 'L',
  '0,1,1': 'V',
  '1,1,2': 'w',
  '0,1,2': 'l',
}
const lettersOf = (results: readonly Result[] | null): string =>
  results ? results.map((result) => letters[result.join()] ?? '!').join('') : '?'

/** W won, L lost, V back, w and l their halves; ? undecided. */
export const settled = <Name extends Sport>(
  sport: Name,
  facts: readonly Numbered<SportFacts[Name]>[],
  market: string,
): string => lettersOf(matchOf(sport, facts).settle(marketOf(market)))
