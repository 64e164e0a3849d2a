import type { BasketballParams } from '../models/basketball-chain.ts'
import type { FootballParams } from '../models/football-chain.ts'
import type { HockeyParams } from '../models/hockey-chain.ts'
import type { ShooterParams } from '../models/shooter-chain.ts'
import type { TennisParams } from '../models/tennis-chain.ts'
import { bell, clamp, drift, permuted, type WorldChance } from './chance.ts'
import type { Competitor, Tournament } from './roster.ts'

/** What is played and how strong the two are: all that prices and samples need. */
export type Model =
  | { sport: 'football'; params: FootballParams }
  | { sport: 'tennis'; params: TennisParams }
  | { sport: 'basketball'; params: BasketballParams }
  | { sport: 'hockey'; params: HockeyParams }
  | { sport: 'shooter'; params: ShooterParams }

type Strength = { attack: number; defence: number }

/** Around nought; most of it stays, a third of it drifts. */
function strengthOf(chance: WorldChance, { ref }: Competitor, week: number): Strength {
  const one = (what: string) =>
    bell(chance(`strength:${ref}:${what}`)) * 0.9 + drift(chance, `form:${ref}:${what}`, week) * 0.35
  return { attack: one('attack'), defence: one('defence') }
}

const surfaces = [
  { men: 0.64, women: 0.56 },
  { men: 0.62, women: 0.55 },
  { men: 0.66, women: 0.58 },
]

function tennisParams(tournament: Tournament, home: Strength, away: Strength, week: number): TennisParams {
  const surface = surfaces[Math.floor(week / 10) % surfaces.length] ?? { men: 0.64, women: 0.56 }
  const isWomen = tournament.category.ref === 'women'
  const base = isWomen ? surface.women : surface.men
  const serve = (own: Strength, other: Strength) => clamp(base + 0.028 * own.attack - 0.022 * other.defence, 0.45, 0.8)
  const isLong = !isWomen && tournament.form === 'draw' && tournament.tier === 'A' && week % 4 === 0
  return { home: serve(home, away), away: serve(away, home), sets: isLong ? 5 : 3 }
}

/** Invented maps; a match takes some of them in an order of its own. */
const mapNames = ['Cistern', 'Longyard', 'Saltworks', 'Tramway', 'Observatory', 'Drydock', 'Orchard'] as const

function shooterParams(
  chance: WorldChance,
  { home, away }: { home: Competitor; away: Competitor },
  [own, other]: readonly [Strength, Strength],
  count: number,
  ref: string,
): ShooterParams {
  const order = permuted(mapNames.length, chance(`maps:${ref}`)).slice(0, count)
  return {
    maps: order.map((place) => {
      const name = mapNames[place] ?? 'Cistern'
      const liking = (team: Competitor) => bell(chance(`map:${name}:${team.ref}`)) * 0.04
      const odds = clamp(1 + 0.07 * (own.attack - other.attack) + liking(home) - liking(away), 0.75, 1.33)
      return { name, odds, side: 1 + chance(`side:${name}`).below(26) / 100 }
    }),
  }
}

export function modelOf(
  chance: WorldChance,
  tournament: Tournament,
  pair: { home: Competitor; away: Competitor },
  week: number,
  ref: string,
): Model {
  const home = strengthOf(chance, pair.home, week)
  const away = strengthOf(chance, pair.away, week)
  switch (tournament.sport) {
    case 'football': {
      const goals = (usual: number, own: Strength, other: Strength) =>
        clamp(usual * clamp(1 + 0.2 * own.attack, 0.5, 1.7) * clamp(1 - 0.15 * other.defence, 0.6, 1.5), 0.35, 3.2)
      const params = { home: goals(1.45, home, away), away: goals(1.15, away, home) }
      return { sport: 'football', params: tournament.form === 'cup' ? { ...params, isCup: true } : params }
    }
    case 'tennis':
      return { sport: 'tennis', params: tennisParams(tournament, home, away, week) }
    case 'basketball': {
      const points = (own: Strength, other: Strength) =>
        clamp(1.07 + 0.035 * own.attack - 0.025 * other.defence, 0.92, 1.2)
      return { sport: 'basketball', params: { home: points(home, away) + 0.035, away: points(away, home) } }
    }
    case 'hockey': {
      const goals = (own: Strength, other: Strength, more: number) =>
        clamp(2.55 + more + 0.25 * own.attack - 0.18 * other.defence, 1.9, 3.4)
      return { sport: 'hockey', params: { home: goals(home, away, 0.15), away: goals(away, home, 0) } }
    }
    case 'shooter': {
      const count = tournament.tier === 'A' && week % 4 === 0 ? 5 : 3
      return { sport: 'shooter', params: shooterParams(chance, pair, [home, away], count, ref) }
    }
  }
}
