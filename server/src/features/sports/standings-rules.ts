import type { BookCompetitor } from '../../ports/sports-book.ts'
import { formLength, type PlayedMatch } from './results-store.ts'

type Letter = 'w' | 'd' | 'l'

export type StandingLine = {
  competitor: BookCompetitor
  played: number
  won: number
  drawn: number
  lost: number
  for: number
  against: number
  points: number
  /** Newest first. */
  form: Letter[]
}

/** Three, one and nothing in football; elsewhere a win is one. */
const pointsOf = (sport: string, letter: Letter): number => {
  if (letter === 'l') return 0
  if (sport === 'football') return letter === 'w' ? 3 : 1
  return letter === 'w' ? 1 : 0
}

/** The table of a league from its matches, the last first. Level on points: difference, then what was scored. */
export function standingsOf(matches: readonly PlayedMatch[]): StandingLine[] {
  const lines = new Map<number, StandingLine>()
  const lineOf = (competitor: BookCompetitor): StandingLine => {
    const known = lines.get(competitor.id)
    if (known) return known
    const count = { played: 0, won: 0, drawn: 0, lost: 0, for: 0, against: 0, points: 0 }
    const made: StandingLine = { competitor, ...count, form: [] }
    lines.set(competitor.id, made)
    return made
  }
  for (const { sport, home, away, score } of matches) {
    note(lineOf(home), sport, score[0], score[1])
    note(lineOf(away), sport, score[1], score[0])
  }
  return [...lines.values()].sort(
    (one, other) =>
      other.points - one.points ||
      other.for - other.against - (one.for - one.against) ||
      other.for - one.for ||
      one.competitor.id - other.competitor.id,
  )
}

/** A match as one side sees it: its own score first. */
export const letterOf = ([own, others]: readonly [number, number]): Letter =>
  own > others ? 'w' : own < others ? 'l' : 'd'

function note(line: StandingLine, sport: string, own: number, others: number) {
  const letter = letterOf([own, others])
  line.played += 1
  line.won += Number(letter === 'w')
  line.drawn += Number(letter === 'd')
  line.lost += Number(letter === 'l')
  line.for += own
  line.against += others
  line.points += pointsOf(sport, letter)
  if (line.form.length < formLength) line.form.push(letter)
}
