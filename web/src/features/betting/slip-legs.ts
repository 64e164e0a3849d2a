import { singleSlip } from '@croupier/sportsbook/slip'
import { type BuilderNow, builderKey } from './builder-keeper.ts'
import { buildersOf, pairsOf, type SlipChoice, type SlipShape, shapeOf } from './slip-rules.ts'
import type { SlipPick } from './slip-text.ts'

/** Picks of one match that could be one leg, and what the house says of it. */
export type SlipBuilder = { parts: readonly SlipPick[]; now: BuilderNow | null }
export type BuilderQuotes = ReadonlyMap<string, { now: BuilderNow }>

/** What stands as one in a bet: a pick, or the parts of a builder. The first of its picks stands for it. */
export type SlipLeg = { lead: SlipPick; builder: SlipBuilder | null }

type SlipForm = {
  shape: SlipShape
  legs: readonly SlipLeg[]
  builders: readonly SlipBuilder[]
  /** Those that no builder joins: they cannot stand in one bet. */
  pairs: readonly (readonly [SlipPick, SlipPick])[]
}

const alone = (lead: SlipPick): SlipLeg => ({ lead, builder: null })

/** Picks that depend on each other are joined where the house may have a price for them together. */
export function formOf(choice: SlipChoice, picks: readonly SlipPick[], quotes: BuilderQuotes): SlipForm {
  const shape = shapeOf(choice, picks)
  const pairs = pairsOf(shape, picks)
  if (pairs.length === 0) return { shape, legs: picks.map(alone), builders: [], pairs }
  const builders = buildersOf(picks).map(
    (parts): SlipBuilder => ({ parts, now: quotes.get(builderKey(parts.map(({ pick }) => pick)))?.now ?? null }),
  )
  const legs = picks.flatMap((pick): SlipLeg[] => {
    const builder = builders.find(({ parts }) => parts.includes(pick))
    if (!builder) return [alone(pick)]
    return builder.parts[0] === pick ? [{ lead: pick, builder }] : []
  })
  const leads = legs.map(({ lead }) => lead)
  const built = leads.length === 1 ? wholeBuilder : shapeOf(choice, leads)
  return { shape: built, legs, builders, pairs: pairsOf(built, leads) }
}

/** Everything on the slip is one leg. */
const wholeBuilder: SlipShape = { kind: 'multiple', slip: singleSlip, bets: 1, combinations: 1, system: null }

/** The price of each leg; null where the house has none for one of them. */
export function legPrices(legs: readonly SlipLeg[], priceOf: (pick: SlipPick) => number): number[] | null {
  const prices = legs.flatMap(({ lead, builder }) => {
    if (!builder) return priceOf(lead)
    return builder.now?.state === 'priced' ? builder.now.price : []
  })
  return prices.length === legs.length ? prices : null
}
