import type { SportsFact } from '@croupier/contract/methods/sports'
import { isFactOf } from '@croupier/sportsbook/fact-checks'
import type { Numbered, Side, Sport, SportFacts } from '@croupier/sportsbook/facts'
import type { TennisRecord } from '@croupier/sportsbook/records/tennis'
import type { EventNames } from './market-words.ts'
import { numbered } from './match-record.ts'

export type TrackerProps = { record: readonly SportsFact[]; names: EventNames }

/** The facts of a sport as its record folds them. What is none of them is not drawn. */
export function factsOf<Name extends Sport>(
  sport: Name,
  record: readonly SportsFact[],
): readonly Numbered<SportFacts[Name]>[] {
  const facts: Numbered<SportFacts[Name]>[] = []
  for (const { seq, kind, data, cancels } of record) {
    const fact: unknown = numbered({ seq, kind, data, cancels })
    if (isFactOf(sport, fact)) facts.push(fact)
  }
  return facts
}

type Told = { kind: string; isCancelled: boolean; data: SportsFact['data'] }
const weights: Readonly<Record<string, number>> = { goal: 4, corner: 2 }
/** A chance is felt for some minutes. */
const fading = [1, 0.6, 0.3]

/** Who pressed, minute by minute: above nothing home, below it away. A card counts for the other side. */
export function pressureOf(told: readonly Told[], minutes: number): number[] {
  const felt = Array.from({ length: minutes }, () => 0)
  for (const { kind, data, isCancelled } of told) {
    const weight = kind === 'card' ? -1 : (weights[kind] ?? 0)
    if (isCancelled || weight === 0 || typeof data.minute !== 'number') continue
    const sign = data.side === 1 ? weight : -weight
    fading.forEach((part, later) => {
      const at = Number(data.minute) - 1 + later
      if (at >= 0 && at < minutes) felt[at] = (felt[at] ?? 0) + sign * part
    })
  }
  return felt
}

const other = (side: Side): Side => (side === 1 ? 2 : 1)

/** Who serves now: every game the other one, in a tie-break every second point. */
export function servingSide({ sets, points, firstServer, isFinished, missing }: TennisRecord): Side | null {
  if (firstServer === null || isFinished || missing) return null
  const games = sets.reduce((sum, set) => sum + set.games.length, 0)
  const ofGame = games % 2 === 0 ? firstServer : other(firstServer)
  const last = sets.at(-1)
  const isTieBreak = last?.winner === null && last.score[0] === 6 && last.score[1] === 6
  if (!isTieBreak) return ofGame
  return Math.floor((points[0] + points[1] + 1) / 2) % 2 === 0 ? ofGame : other(ofGame)
}

const called = ['0', '15', '30', '40']

/** How the points of a game are called: `30`, `A`. In a tie-break they are counted. */
export function calledPoints([home, away]: readonly [number, number], isTieBreak: boolean): [string, string] {
  if (isTieBreak) return [String(home), String(away)]
  const call = (own: number, others: number) => (own > 3 && own > others ? 'A' : (called[Math.min(own, 3)] ?? '40'))
  return [call(home, away), call(away, home)]
}

/** A lead over time as steps around the middle line. `moments` are home minus away from a place on. */
export function leadPath(
  moments: readonly { at: number; lead: number }[],
  size: { width: number; height: number },
  end: number,
): { path: string; most: number } {
  const most = Math.max(1, ...moments.map(({ lead }) => Math.abs(lead)))
  const x = (at: number) => Math.round((size.width * at * 10) / Math.max(end, 1)) / 10
  const y = (lead: number) => Math.round((size.height / 2) * (1 - lead / most) * 10) / 10
  const steps = moments.map(({ at, lead }) => `H${x(at)}V${y(lead)}`).join('')
  return { path: `M0 ${size.height / 2}${steps}H${x(end)}`, most }
}
