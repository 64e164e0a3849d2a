import vectors from '../../docs/betting-vectors.json' with { type: 'json' }
import { cashOutValue, expectedFactor, partOfValue } from '../src/cash-out.ts'
import { formatPrice, formats, totalPriceText } from '../src/formats.ts'
import type { Fraction } from '../src/fraction.ts'
import { basketballStart } from '../src/models/basketball-chain.ts'
import { basketballPrices } from '../src/models/basketball-prices.ts'
import type { MarketChances } from '../src/models/chances.ts'
import { footballJoint } from '../src/models/football-joint.ts'
import { type FootballPosition, footballStart } from '../src/models/football-position.ts'
import { footballPrices } from '../src/models/football-prices.ts'
import { hockeyStart } from '../src/models/hockey-chain.ts'
import { hockeyPrices } from '../src/models/hockey-prices.ts'
import { shooterStart } from '../src/models/shooter-chain.ts'
import { mapsSpread, shooterPrices } from '../src/models/shooter-prices.ts'
import { tennisStart } from '../src/models/tennis-chain.ts'
import { tennisPrices } from '../src/models/tennis-prices.ts'
import { gameChance, tieBreakChance } from '../src/models/tennis-sets.ts'
import { exactPrice, impliedChance, priceOf } from '../src/odds.ts'
import { won } from '../src/result.ts'
import {
  boostOf,
  boostPercent,
  freeBetReturn,
  maxStake,
  returnOf,
  sameTotal,
  splitOver,
  worthOf,
} from '../src/settle.ts'
import { combinationsOf, systemName } from '../src/slip.ts'
import { playMatch } from '../src/world/play.ts'
import type { Model } from '../src/world/strength.ts'
import { legFactor, resultOf, type VectorLeg } from './bets.ts'
import { chanceFrom } from './chance.ts'

/**
 * Every vector computed once more, as text: whoever runs this file, server or browser, writes the same bytes. Whether
 * they are the right ones is asked by the tests beside the sources.
 */

const multiple = (legs: readonly VectorLeg[]) => ({ sizes: [legs.length], bankers: [], others: legs.map(legFactor) })

function cashOut({ stake, sizes, legs, share }: (typeof vectors.cash_outs)[number]): bigint | null {
  const bet = (undecided: (leg: { price: number; win?: number; back?: number }) => Fraction) => ({
    sizes,
    bankers: [],
    others: legs.map((leg) => (leg.result ? legFactor({ ...leg, result: leg.result }) : undecided(leg))),
  })
  const now = bet(({ price, win = 0, back = 0 }) => expectedFactor(exactPrice(price), { win, back }))
  return cashOutValue(
    BigInt(stake),
    now,
    bet(({ price }) => legFactor({ price, result: won })),
    share,
  )
}

const betLines = (): unknown[] => [
  ...vectors.prices.map(({ win, back, payout }) => priceOf({ win, back }, payout)),
  ...vectors.formats.flatMap(({ price }) => [
    ...formats.map((format) => formatPrice(price, format)),
    impliedChance(price),
  ]),
  ...vectors.total_prices.map(({ prices }) => totalPriceText(prices.map(exactPrice))),
  ...vectors.systems.flatMap(({ legs, sizes }) => {
    const slip = { kind: 'system', picks: legs, bankers: [], sizes } as const
    return [systemName(slip), combinationsOf(slip)]
  }),
  ...vectors.bets.map(({ stake, sizes, bankers, legs }) =>
    returnOf(BigInt(stake), { sizes, bankers: bankers.map(legFactor), others: legs.map(legFactor) }),
  ),
  ...vectors.boosts.map(({ stake, legs }) => {
    const returned = returnOf(BigInt(stake), multiple(legs))
    const boosted = legs.map(({ price, result }) => ({ price: exactPrice(price), result: resultOf(result) }))
    return [returned, boostOf(BigInt(stake), returned, boostPercent(boosted))]
  }),
  ...vectors.caps.map(({ cap, prices }) =>
    maxStake(BigInt(cap), worthOf(multiple(prices.map((price) => ({ price, result: won }))))),
  ),
  ...vectors.free_bets.map(({ stake, price, result }) =>
    freeBetReturn(BigInt(stake), returnOf(BigInt(stake), multiple([{ price, result }]))),
  ),
  ...vectors.purses.map(({ parts, ...said }) => splitOver(BigInt(said.return), parts.map(BigInt))),
  ...vectors.same_total.map(({ total, singles }) => sameTotal(BigInt(total), singles)),
  ...vectors.cash_outs.map(cashOut),
  ...vectors.cash_out_parts.map(({ value, stake, part }) => partOfValue(BigInt(value), BigInt(part), BigInt(stake))),
]

const at63 = (redHome: number): FootballPosition => ({
  ...footballStart(),
  period: 'h2',
  isPlaying: true,
  half: { home: 1, away: 1, redHome: 0, redAway: 0 },
  state: { home: 2, away: 1, redHome, redAway: 0 },
})
const lateBasketball = {
  ...basketballStart,
  periods: [
    [20, 20],
    [20, 20],
    [20, 20],
    [10, 8],
  ] as const,
  left: [10, 10] as const,
  next: 1 as const,
  tip: 1 as const,
  isPlaying: true,
}

const priceLines = (name: string, markets: readonly MarketChances[]): unknown[] =>
  markets.map(({ type, period, line, outcomes }) => [name, type, period, line, outcomes])

const football = { home: 1.5, away: 1.15 }
const shooter = { maps: ['Quarry', 'Harbour', 'Depot'].map((name) => ({ name, odds: 1.1, side: 1.1 })) }
const tennis = { home: 0.64, away: 0.6, sets: 3 } as const
const basketball = { home: 1.115, away: 1.06 }
const hockey = { home: 2.8, away: 2.45 }

/** Chances as they are priced, in ppb, and doubles with every digit they have. */
const modelLines = (): unknown[] => [
  ...priceLines('football', footballPrices(football, footballStart(), 0)),
  ...priceLines('a favourite', footballPrices({ home: 1.85, away: 0.85 }, footballStart(), 0)),
  ...priceLines('even', footballPrices({ home: 1.2, away: 1.2 }, footballStart(), 0)),
  ...priceLines('2:1', footballPrices(football, at63(0), 18 * 60)),
  ...priceLines('2:1 and a red', footballPrices(football, at63(1), 18 * 60)),
  footballJoint(football, footballStart(), 0, [
    { type: 'result', period: 'ft', line: null, outcome: '1' },
    { type: 'total', period: 'ft', line: '2.5', outcome: 'over' },
    { type: 'both_score', period: 'ft', line: null, outcome: 'yes' },
  ]),
  ...[0.55, 0.6, 0.62, 0.64].map((serve) => gameChance(serve, 0, 0)),
  gameChance(0.64, 2, 3),
  tieBreakChance(0.64, 0.6, 1, [0, 0]),
  ...priceLines('tennis', tennisPrices(tennis, tennisStart)),
  ...priceLines('basketball', basketballPrices(basketball, basketballStart)),
  ...priceLines('70:68', basketballPrices(basketball, lateBasketball)),
  ...priceLines('hockey', hockeyPrices(hockey, hockeyStart, 0)),
  ...priceLines('shooter', shooterPrices(shooter, shooterStart)),
  mapsSpread([0, 0], [0.595784, 0.520117, 0.5587], 3),
]

const models: readonly Model[] = [
  { sport: 'football', params: { ...football, isCup: true } },
  { sport: 'tennis', params: tennis },
  { sport: 'basketball', params: basketball },
  { sport: 'hockey', params: hockey },
  { sport: 'shooter', params: shooter },
]

/** A match of each sport from draws that are the same everywhere. */
const matchLines = (): unknown[] =>
  models.flatMap((model, place) => playMatch(() => chanceFrom(place), { ref: model.sport, model }))

const written = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

export const vectorLines = (): string[] =>
  [...betLines(), ...modelLines(), ...matchLines()].map((line) => JSON.stringify(line, written))
