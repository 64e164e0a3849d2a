import type { Sport } from '../src/facts.ts'
import { quartersText } from '../src/lines.ts'
import type { LineRule } from '../src/markets/market-type.ts'
import { type MarketKey, sports } from '../src/sports.ts'
import type { Chances } from './chance.ts'

/** Markets of a sport as they come, on any of their lines. */

function anyLine(chance: Chances, rule: LineRule): string | null {
  if (rule.kind === 'none') return null
  if (rule.kind === 'side') return chance.pick(['1', '2'])
  if (rule.kind === 'grid') return chance.pick([null, `${chance.below(5)}:${chance.below(5)}`])
  // Most matches end near the beginning of a wide range.
  const steps = Math.floor((rule.to - rule.from) / rule.step)
  const quarters = rule.from + rule.step * chance.below(chance.isLikely(60) ? Math.min(steps, 40) + 1 : steps + 1)
  return `${rule.kind === 'side_number' ? `${chance.pick([1, 2])}:` : ''}${quartersText(quarters)}`
}

/** Every type once in a match, in one of its periods. */
export const anyMarkets = (chance: Chances, sport: Sport): MarketKey[] =>
  sports[sport].types.map(({ sysname, periods, line }) => ({
    type: sysname,
    period: periods[chance.below(periods.length)] ?? 'ft',
    line: anyLine(chance, line),
  }))
