import type { FeedMessageOf } from '@croupier/sportsbook/feed'
import { basketballPosition } from '@croupier/sportsbook/models/basketball-chain'
import { basketballJoint } from '@croupier/sportsbook/models/basketball-joint'
import { basketballPrices } from '@croupier/sportsbook/models/basketball-prices'
import type { MarketChances, OutcomeChance } from '@croupier/sportsbook/models/chances'
import { footballJoint } from '@croupier/sportsbook/models/football-joint'
import { footballPosition } from '@croupier/sportsbook/models/football-position'
import { footballPrices } from '@croupier/sportsbook/models/football-prices'
import { hockeyPosition } from '@croupier/sportsbook/models/hockey-chain'
import { hockeyJoint, hockeyPrices } from '@croupier/sportsbook/models/hockey-prices'
import type { Part } from '@croupier/sportsbook/models/joint'
import { shooterPosition } from '@croupier/sportsbook/models/shooter-chain'
import { shooterJoint, shooterPrices } from '@croupier/sportsbook/models/shooter-prices'
import { tennisPosition } from '@croupier/sportsbook/models/tennis-chain'
import { tennisJoint, tennisPrices } from '@croupier/sportsbook/models/tennis-prices'
import { priceOf } from '@croupier/sportsbook/odds'
import { outcomesOf } from '@croupier/sportsbook/sports'
import { payoutKindOf, payoutOf } from '@croupier/sportsbook/stated'
import type { Model } from '@croupier/sportsbook/world/strength'
import { factsInForce, type PlayClock, type ToldFact } from './board.ts'
import { type Offer, offerKey } from './menu.ts'

export type QuotedMarket = FeedMessageOf<'prices'>['markets'][number]

/** No goal comes within these seconds unless a danger was told before. */
const warned = 5

const secondOf = (second: number, { isRunning }: PlayClock) => Math.floor(second) + (isRunning ? warned : 0)

function chancesOf(model: Model, facts: readonly ToldFact[], clock: PlayClock): MarketChances[] {
  switch (model.sport) {
    case 'football':
      return footballPrices(
        model.params,
        footballPosition(factsInForce('football', facts)),
        secondOf(clock.inPeriod, clock),
      )
    case 'tennis':
      return tennisPrices(model.params, tennisPosition(model.params, factsInForce('tennis', facts)))
    case 'basketball':
      return basketballPrices(model.params, basketballPosition(factsInForce('basketball', facts)))
    case 'hockey':
      return hockeyPrices(model.params, hockeyPosition(factsInForce('hockey', facts)), secondOf(clock.seconds, clock))
    case 'shooter':
      return shooterPrices(model.params, shooterPosition(model.params, factsInForce('shooter', facts)))
  }
}

/** The chance of every set of parts, from the same chain at the same moment as the prices. */
export function jointOf(model: Model, facts: readonly ToldFact[], clock: PlayClock, parts: readonly Part[]): number[] {
  switch (model.sport) {
    case 'football': {
      const position = footballPosition(factsInForce('football', facts))
      return footballJoint(model.params, position, secondOf(clock.inPeriod, clock), parts)
    }
    case 'tennis':
      return tennisJoint(model.params, tennisPosition(model.params, factsInForce('tennis', facts)), parts)
    case 'basketball':
      return basketballJoint(model.params, basketballPosition(factsInForce('basketball', facts)), parts)
    case 'hockey': {
      const position = hockeyPosition(factsInForce('hockey', facts))
      return hockeyJoint(model.params, position, secondOf(clock.seconds, clock), parts)
    }
    case 'shooter':
      return shooterJoint(model.params, shooterPosition(model.params, factsInForce('shooter', facts)), parts)
  }
}

const never: OutcomeChance = { win: 0, back: 0 }

/** Models list scores up to six of each side; a market with a shorter list has the rest of them in `other`. */
function folded({ outcomes }: MarketChances, names: readonly string[]): Record<string, OutcomeChance> {
  const kept = new Set(names)
  const rest = Object.entries(outcomes).filter(([name]) => !kept.has(name) || name === 'other')
  const other = rest.reduce((sum, [, { win, back }]) => ({ win: sum.win + win, back: sum.back + back }), never)
  return { ...outcomes, other }
}

type Lists = Pick<QuotedMarket, 'prices' | 'wins' | 'backs' | 'state'>

const wordOf = ({ type, period, line, isLive }: Offer, startsAt: string, lists: Lists): QuotedMarket => ({
  ...{ type, period, line, ...lists, is_live: isLive },
  closes_at: isLive ? null : startsAt,
})

/** Without a price: over. */
export function blankMarket(sport: Model['sport'], offer: Offer, startsAt: string): QuotedMarket {
  const zeros = (outcomesOf(sport, offer) ?? []).map(() => 0)
  return wordOf(offer, startsAt, { state: 'closed', prices: zeros, wins: zeros, backs: zeros })
}

/** Those of the offers that have a price where the match stands, by their keys. */
export function quotesOf(
  model: Model,
  offers: readonly Offer[],
  {
    facts,
    clock,
    isLive,
    startsAt,
  }: { facts: readonly ToldFact[]; clock: PlayClock; isLive: boolean; startsAt: string },
): Map<string, QuotedMarket> {
  const priced = new Map(chancesOf(model, facts, clock).map((chances) => [offerKey(chances), chances]))
  const quotes = new Map<string, QuotedMarket>()
  for (const offer of offers) {
    const isList = offer.type === 'correct_score'
    const found = priced.get(offerKey(isList ? { ...offer, line: null } : offer))
    const names = outcomesOf(model.sport, offer)
    if (!found || !names) continue
    const outcomes = isList ? folded(found, names) : found.outcomes
    const chances = names.map((name) => outcomes[name] ?? never)
    const payout = payoutOf(model.sport, payoutKindOf(offer.type), isLive)
    const prices = chances.map((chance) => priceOf(chance, payout) ?? 0)
    if (prices.filter((price) => price > 0).length === 0) continue
    const [wins, backs] = [chances.map(({ win }) => win), chances.map(({ back }) => back)]
    quotes.set(offerKey(offer), wordOf(offer, startsAt, { state: 'open', prices, wins, backs }))
  }
  return quotes
}
