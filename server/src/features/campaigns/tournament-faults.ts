import { currencies, isCurrency, toDecimal } from '@croupier/contract/money'
import { amountIn, type PrizeTerms, type TournamentTerms } from '@croupier/contract/promotion-terms'
import { isBettingKind } from '@croupier/contract/tournaments'
import type { PublishWorld } from './publish-world.ts'

/** Whether a tournament may be published, and what it costs at most. Pure. */

/** The longest of each: the clocks change within it. */
const longestMs = { day: 90_000_000, week: 608_400_000, month: 2_682_000_000 } as const

export function tournamentFaults(terms: TournamentTerms, world: PublishWorld): string[] {
  return [...timeFaults(terms), ...gameFaults(terms, world), ...prizeFaults(terms, world), ...ruleFaults(terms, world)]
}

function timeFaults({ starts_at, ends_at, join_closes, repeats }: TournamentTerms): string[] {
  const lengthMs = Date.parse(ends_at) - Date.parse(starts_at)
  const faults = lengthMs > 0 ? [] : ['it ends before it starts']
  if (join_closes * 60_000 > lengthMs) faults.push('it can be joined only before it starts')
  if (repeats && lengthMs > longestMs[repeats]) faults.push(`it is longer than a ${repeats}`)
  return faults
}

function gameFaults({ games: listed }: TournamentTerms, { games }: PublishWorld): string[] {
  const studios = new Set([...games.values()].map(({ provider }) => provider))
  return listed.flatMap((one) => {
    if ('game' in one && !games.has(one.game)) return [`no game ${one.game}`]
    return 'provider' in one && !studios.has(one.provider) ? [`no studio ${one.provider}`] : []
  })
}

function prizeFaults({ prizes }: TournamentTerms, world: PublishWorld): string[] {
  const ordered = prizes.toSorted((one, other) => one.from - other.from)
  const twice = ordered.flatMap(({ from }, at) => {
    const before = ordered[at - 1]
    return before && from <= before.to ? [`place ${from} is named twice`] : []
  })
  return [...twice, ...prizes.flatMap((prize) => prizeFault(prize, world))]
}

function prizeFault(prize: PrizeTerms, { bonuses, spins, goods }: PublishWorld): string[] {
  const { from, to, kind, amount, template, points } = prize
  if (to < from) return [`places ${from} to ${to} are none`]
  if (kind === 'points') return points === undefined ? [`place ${from}: points without a number`] : []
  if (points !== undefined) return [`place ${from}: ${kind} and points`]
  if (kind === 'cash') return amount === undefined ? [`place ${from}: cash without an amount`] : []
  if (kind === 'goods') return goods.has(template ?? '') ? [] : [`no published goods ${template ?? ''}`]
  if (kind === 'freespins') return spins.has(template ?? '') ? [] : [`no published spins ${template ?? ''}`]
  const found = bonuses.get(template ?? '')
  if (!found) return [`no published template ${template ?? ''}`]
  return amount === undefined && found.fixed === undefined ? [`${template} says no amount`] : []
}

function ruleFaults(terms: TournamentTerms, { rules }: PublishWorld): string[] {
  const { kind, most_per_day, reset_on_cashout, conditions, games } = terms
  const faults: string[] = []
  const isVolume = kind === 'stake' || kind === 'win'
  if (isVolume && most_per_day === undefined) faults.push(`${kind} rewards volume: it needs most_per_day`)
  if (!isVolume && most_per_day !== undefined) faults.push('most_per_day is for the kinds stake and win')
  if (isVolume && !rules.mayRankVolume) faults.push(`${kind} rewards volume: it is not offered here`)
  if (isBettingKind(kind) && games.length > 0) faults.push(`${kind} is about bets: it has no games`)
  if (reset_on_cashout && !rules.mayResetOnCashout) faults.push('reset_on_cashout is not allowed here')
  for (const name of ['weekdays', 'hours', 'deposit_number'] as const) {
    if (conditions[name] !== undefined) faults.push(`${name} is for offers`)
  }
  return faults
}

/** What all prizes come to where every winner has this currency, and one of cash and money that templates name. */
export function tournamentCosts(
  { prizes, repeats }: TournamentTerms,
  worthOf: (prize: PrizeTerms, currency: string) => bigint | null,
): string[] {
  const each = repeats === undefined ? 'in all' : `each ${repeats}`
  const points = prizes.reduce((sum, { from, to, points = 0 }) => sum + points * (to - from + 1), 0)
  const goods = prizes.filter(({ kind }) => kind === 'goods')
  const sent = goods.map(({ from, to, template }) => `${to - from + 1} of ${template} ${each}`)
  const money = Object.keys(currencies).flatMap((code) => {
    if (!isCurrency(code) || code === 'FUN') return []
    const worths = prizes.map((prize) => {
      const worth = prize.kind === 'cash' ? amountIn(prize.amount, code) : worthOf(prize, code)
      return (worth ?? 0n) * BigInt(prize.to - prize.from + 1)
    })
    const sum = worths.reduce((total, worth) => total + worth, 0n)
    return sum === 0n ? [] : [`at most ${toDecimal(sum, code)} ${code} ${each}, where every winner plays in ${code}`]
  })
  return [...money, ...(points === 0 ? [] : [`${points} points ${each}`]), ...sent]
}
