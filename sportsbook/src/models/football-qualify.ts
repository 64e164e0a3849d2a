import { billion } from './chain.ts'
import { type MarketChances, simpleMarket } from './chances.ts'
import { advanceFootball, type FootballChain, kickChance } from './football-chain.ts'
import type { FootballPosition } from './football-position.ts'
import { afterNinety, footballTable, placeScore, pointAt } from './football-table.ts'

const kick = kickChance / billion
const firstKicks = 5

type Shootout = { home: number; away: number; kicksHome: number; kicksAway: number }

/** Sides kick in turn, five each and then in pairs; who cannot be caught has won. */
export function shootoutWinner({ home, away, kicksHome, kicksAway }: Shootout): 1 | 2 | null {
  if (kicksHome >= firstKicks && kicksAway >= firstKicks) {
    return kicksHome !== kicksAway || home === away ? null : home > away ? 1 : 2
  }
  if (home > away + firstKicks - kicksAway) return 1
  return away > home + firstKicks - kicksHome ? 2 : null
}

/** The chance that home wins from here, home kicking when both kicked as often. */
export function shootoutChance(now: Shootout): number {
  const winner = shootoutWinner(now)
  if (winner !== null) return winner === 1 ? 1 : 0
  const { home, away, kicksHome, kicksAway } = now
  if (kicksHome >= firstKicks && kicksAway >= firstKicks) {
    // Sudden death is the same for both, so only who has kicked in the running pair counts.
    if (kicksHome === kicksAway) return 0.5
    const isIn = home > away
    return isIn ? 1 - kick + kick * 0.5 : (1 - kick) * 0.5
  }
  const isHome = kicksHome === kicksAway
  const after = (isIn: number) =>
    shootoutChance(
      isHome
        ? { ...now, home: home + isIn, kicksHome: kicksHome + 1 }
        : { ...now, away: away + isIn, kicksAway: kicksAway + 1 },
    )
  return kick * after(1) + (1 - kick) * after(0)
}

export const shootoutOf = (kicks: FootballPosition['kicks']): Shootout => {
  const of = (side: 1 | 2) => kicks.filter((each) => each.side === side)
  const goals = (side: 1 | 2) => of(side).filter(({ isIn }) => isIn).length
  return { home: goals(1), away: goals(2), kicksHome: of(1).length, kicksAway: of(2).length }
}

/** Minutes of extra time, two halves of fifteen, which weigh as the 90th. */
function extraTime(chain: FootballChain, from: Float64Array, minutes: number, passed: number): Float64Array {
  let dist = from
  let part = passed
  for (let minute = 0; minute < minutes; minute += 1) {
    const next = new Float64Array(dist.length)
    advanceFootball(chain, dist, next, 90, part)
    dist = next
    part = 0
  }
  return dist
}

/** Level after 90 minutes means extra time, level after it five kicks each. */
export function toQualify(chain: FootballChain, position: FootballPosition, second: number): MarketChances {
  const { period, isPlaying, last, regular } = position
  const qualified = (home: number) => simpleMarket('to_qualify', 'ft', null, { 1: home, 2: 1 - home })
  if (period === 'so') return qualified(shootoutChance(shootoutOf(position.kicks)))
  const leads = (dist: Float64Array, of: (home: number, away: number) => boolean) =>
    dist.reduce((sum, chance, place) => {
      const { home, away } = placeScore(place)
      return chance > 0 && of(home, away) ? sum + chance : sum
    }, 0)
  const homeAfter = (dist: Float64Array) =>
    leads(dist, (home, away) => home > away) + leads(dist, (home, away) => home === away) / 2
  if (regular) {
    const firstMinute = period === 'et1' ? 91 : 106
    const running = firstMinute + Math.floor(second / 60)
    const isSpent = last.chain >= running
    const next = isPlaying ? (isSpent ? running + 1 : running) : firstMinute + 15
    const passed = isPlaying && !isSpent ? (second % 60) / 60 : 0
    return qualified(homeAfter(extraTime(chain, pointAt(position.state), Math.max(0, 121 - next), passed)))
  }
  const ninety = afterNinety(footballTable(chain, position, second))
  const level = ninety.map((chance, place) => {
    const { home, away } = placeScore(place)
    return home === away ? chance : 0
  })
  return qualified(leads(ninety, (home, away) => home > away) + homeAfter(extraTime(chain, level, 30, 0)))
}
