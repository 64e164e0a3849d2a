import { clientReward, isClientStep } from '@croupier/contract/loyalty'
import type { ProductTerms, ProgramTerms, QuestTerms } from '@croupier/contract/loyalty-terms'
import type { Jurisdiction } from '../jurisdiction/jurisdiction.ts'

/** What stands against a programme, a product or a quest. Pure. */

type ClubWorld = {
  games: ReadonlyMap<string, unknown>
  bonuses: ReadonlyMap<string, { fixed?: unknown }>
  spins: ReadonlySet<string>
  betTypes: ReadonlyMap<string, string>
  ticketed: ReadonlySet<string>
  levels: number
  rules: { isOneProduct: boolean; mayReviewLevels: boolean }
  place: Jurisdiction
}

const elsewhere = (only_in: ProgramTerms['only_in'], { place }: Pick<ClubWorld, 'place'>): string[] =>
  only_in && !only_in.includes(place) ? [`it is for ${only_in.join(', ')} only`] : []

const isBetRate = (rate: ProgramTerms['rates'][number]): boolean => 'type' in rate && rate.type === 'sports'

export function programFaults(terms: ProgramTerms, { games, rules, place }: ClubWorld): string[] {
  const { product, only_in, levels, rates } = terms
  const faults = elsewhere(only_in, { place })
  if (rules.isOneProduct && product === 'both') faults.push('it is about two products')
  if (product === 'casino' && rates.some(isBetRate)) faults.push('a rate for bets, which earn nothing in it')
  if (product === 'sports' && !rates.every(isBetRate)) faults.push('a rate for games, which earn nothing in it')
  if (levels.some(({ id }, at) => id !== at + 1)) faults.push('levels are numbered from 1 without gaps')
  if (levels[0]?.min !== 0) faults.push('the first level begins at 0')
  if (levels.some(({ min }, at) => at > 0 && min <= (levels[at - 1]?.min ?? 0))) {
    faults.push('every level begins above the one before it')
  }
  faults.push(...reviewFaults(terms, rules))
  const named = rates.map((each) => ('game' in each ? `game ${each.game}` : `type ${each.type}`))
  if (new Set(named).size < named.length) faults.push('two rates have one name')
  return [
    ...faults,
    ...rates.flatMap((each) => ('game' in each && !games.has(each.game) ? [`no game ${each.game}`] : [])),
  ]
}

function reviewFaults(
  { levels, review_months }: ProgramTerms,
  { mayReviewLevels }: Pick<ClubWorld['rules'], 'mayReviewLevels'>,
): string[] {
  const faults: string[] = []
  if (review_months !== undefined && !mayReviewLevels) faults.push('a level that was reached stays')
  if (review_months === undefined && levels.some(({ keep }) => keep)) faults.push('no review looks at what levels want')
  if (levels[0]?.keep) faults.push('the first level wants nothing')
  const isTooMuch = ({ min, keep = 0 }: ProgramTerms['levels'][number], at: number) =>
    at > 0 && keep > min - (levels[at - 1]?.min ?? 0)
  if (levels.some(isTooMuch)) faults.push('a level wants more to be kept than to be reached')
  return faults
}

export function productFaults(terms: ProductTerms, world: ClubWorld): string[] {
  const { kind, only_in, template, amount, level, starts_at, ends_at } = terms
  const faults = elsewhere(only_in, world)
  if (kind === 'cash' && !amount) faults.push('cash names its amount')
  if (kind !== 'cash' && amount) faults.push('an amount is for cash')
  if (['bonus', 'freespins', 'free_bet', 'ticket'].includes(kind)) faults.push(...rewardFaults(terms, world))
  else if (template !== undefined) faults.push(`${kind} has no template`)
  if (kind === 'free_bet' && world.rules.isOneProduct) faults.push('it is about another product')
  if (level !== undefined && level > world.levels) faults.push(`no programme has a level ${level}`)
  if (starts_at && ends_at && Date.parse(ends_at) <= Date.parse(starts_at)) faults.push('it ends before it starts')
  return faults
}

function rewardFaults({ kind, template = '' }: ProductTerms, world: ClubWorld): string[] {
  const { bonuses, spins, betTypes, ticketed } = world
  if (kind === 'ticket') return ticketed.has(template) ? [] : [`no published tournament takes tickets: ${template}`]
  if (kind === 'freespins') return spins.has(template) ? [] : [`no published spins ${template}`]
  if (kind === 'free_bet') {
    return betTypes.get(template) === 'free_bet' ? [] : [`no published free bet ${template}`]
  }
  const found = bonuses.get(template)
  if (!found) return [`no published template ${template}`]
  return found.fixed === undefined ? [`${template} says no amount`] : []
}

export function questFaults({ period, steps, reward, conditions }: QuestTerms): string[] {
  const faults: string[] = []
  const told = steps.filter(({ kind }) => isClientStep(kind))
  if (told.length > 0 && reward > clientReward.quest) {
    faults.push(`what browsers report is worth at most ${clientReward.quest} points`)
  }
  if (told.length === steps.length && period !== 'once') faults.push('what browsers alone report can be done once')
  // Launches are forgotten some weeks after they end, and progress would be lost with them.
  const isOverGames = steps.some(({ kind }) => kind === 'demo_games' || kind === 'games_tried')
  if (isOverGames && period === 'once') faults.push('a quest over games is weekly')
  if (steps.some(({ kind }) => kind === 'tour_done')) faults.push('no page has a tour that could be done')
  const named = steps.map((step) => JSON.stringify(step))
  if (new Set(named).size < named.length) faults.push('two steps are the same')
  for (const name of ['weekdays', 'hours', 'deposit_number', 'has_deposited'] as const) {
    if (conditions[name] !== undefined) faults.push(`${name} is for offers, a quest has none`)
  }
  return faults
}
