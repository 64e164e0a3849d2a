import type { AskedBet } from '@croupier/contract/methods/bets'
import { currencyOf, isCurrency } from '@croupier/contract/money'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../context.ts'
import { slipHooks } from '../bonuses/bonuses.ts'
import { readSwitches } from '../games/games.ts'
import { type Gates, openGates } from '../limits/limits.ts'
import { addressKey, type MarketSight, sportsForBets } from '../sports/sports.ts'
import { balancesOfAll } from '../wallet/wallet.ts'
import { type AskedLeg, type AskedPart, askedAgain } from './asked-rules.ts'
import { exposureOf, type SeenLeg } from './decide.ts'
import { type AskedRisk, holdExposure } from './hold-exposure.ts'
import { seeLegs } from './see-legs.ts'
import * as store from './store.ts'

/** What a player wants, with all that can be found out before a transaction. */
export type AskJob = {
  kind: 'ask'
  playerId: bigint
  sessionId: bigint
  asked: AskedBet
  hash: Buffer
  stake: bigint
  bonusId: bigint | null
  legs: readonly AskedLeg[]
}

/** A bet that waited, and whose time has come. */
export type DueJob = { kind: 'due'; playerId: bigint; betId: bigint; legs: readonly AskedLeg[] }

export type BetJob = AskJob | DueJob

/** A bet that is open already, and is looked at. */
export type LookJob = { kind: 'look'; playerId: bigint; legs: readonly AskedLeg[] }

/** As a row of the catalogue, so that the operator closes betting as every game. */
export const sportsbook = { game: 'dgt_sportsbook', runner: 'sportsbook' }

export const partsIn = (legs: readonly AskedLeg[]): AskedPart[] => legs.flatMap(({ parts }) => parts)

export const addressOfPart = ({ address }: AskedPart) =>
  address && { eventId: BigInt(address.event), type: address.type, period: address.period, line: address.line }

const purseName = (playerId: bigint, kind: string, currency: string) => `${playerId}/${kind}/${currency}`
const keyOf = (playerId: bigint, key: string) => `${playerId}/${key}`

export type BetDesk = Awaited<ReturnType<typeof openBetDesk>>

/**
 * All that decides about these bets, read once under its locks: players, then events, then rows of bets. It stands as
 * the bets before have left it; nothing of that is written yet.
 */
export async function openBetDesk(
  tx: Tx,
  jobs: readonly (BetJob | LookJob)[],
  { jurisdiction, lane }: Pick<Config, 'jurisdiction'> & { lane: number },
) {
  const playerIds = [...new Set(jobs.map(({ playerId }) => playerId))]
  const asks = jobs.flatMap((job) => (job.kind === 'ask' ? job : []))
  const due = jobs.flatMap((job) => (job.kind === 'due' ? job.betId : []))
  const parts = jobs.flatMap(({ legs }) => partsIn(legs))
  const addresses = new Map(parts.flatMap((part) => addressOfPart(part) ?? []).map((each) => [addressKey(each), each]))
  // All of it is asked together and answered in this order, each by a look of its own: what comes behind a lock sees
  // what the lock's holder left.
  const [gates, , waiting, fresh, known, players, reasonFor, closedAt, sights, purses, watched] = await Promise.all([
    openGates(tx, { playerIds, jurisdiction }),
    sportsForBets.shareEvents(tx, [...new Set([...addresses.values()].map(({ eventId }) => eventId))]),
    store.lockWaiting(tx, due),
    // After all that is waited for and before the sights: no bet is dated later than the feed was found alive.
    store.takeNumbers(tx, asks.length),
    store.findBetsByKeys(
      tx,
      asks.map(({ playerId, asked: { key } }) => ({ playerId, key })),
    ),
    store.readPlayers(tx, playerIds),
    readSwitches(tx),
    closedLegs(tx, parts),
    sportsForBets.seeMarkets(tx, [...addresses.values()]),
    balancesOfAll(tx, playerIds),
    slipHooks.watchedPlayers(tx, playerIds),
  ])
  const { nowMs, ids } = fresh
  const offeredAt = sightAt(sights)
  const marketIds = [...sights.values()].map(({ id }) => id)
  const asked = risksOf([...asks.map(stakedAt), ...[...waiting.values()].map(stakedAgain)], offeredAt)
  const [matches, exposure] = await Promise.all([
    sportsForBets.matchesOf(tx, playedEvents(sights)),
    holdExposure(tx, { marketIds, asked, lane }),
  ])
  const balances = new Map<string, bigint>()
  for (const [playerId, own] of purses)
    for (const { kind, currency, balance } of own) balances.set(purseName(playerId, kind, currency), balance)
  const byKey = new Map(known.map((bet) => [keyOf(bet.playerId, bet.key), bet]))

  return {
    nowMs,
    offeredAt,
    matchOf: (eventId: bigint) => matches.get(eventId),
    gates,
    waiting,
    /** Why the operator takes no such bets; null where it does. */
    closedLegs: (legs: readonly AskedLeg[]) => reasonFor(sportsbook.game, sportsbook.runner) ?? closedAt(legs),
    /** A bonus has a word in who pays, or watches by itself. */
    isByBonus: (job: BetJob) =>
      job.kind === 'ask'
        ? job.bonusId !== null || (job.asked.mode === 'real' && watched.has(job.playerId))
        : (waiting.get(job.betId)?.bonusId ?? null) !== null,
    knownBet: (playerId: bigint, key: string) => byKey.get(keyOf(playerId, key)),
    remember: (bet: store.KnownBet) => byKey.set(keyOf(bet.playerId, bet.key), bet),
    nextId(): bigint {
      const id = ids.shift()
      if (id === undefined) throw new Error('more bets than were asked for')
      return id
    },
    nextNumber(playerId: bigint): number {
      const player = players.get(playerId)
      if (!player) throw new Error('a player who was not locked')
      player.bets += 1
      return player.bets
    },
    factorOf: (playerId: bigint) => players.get(playerId)?.factorBp ?? 10_000,
    balanceOf: (playerId: bigint, kind: string, currency: string) =>
      balances.get(purseName(playerId, kind, currency)) ?? 0n,
    addBalance(playerId: bigint, kind: string, currency: string, amount: bigint) {
      const name = purseName(playerId, kind, currency)
      balances.set(name, (balances.get(name) ?? 0n) + amount)
    },
    /** Play money is no risk of the house's. */
    see: (legs: readonly AskedLeg[], mode: 'real' | 'demo'): (SeenLeg | null)[] =>
      seeLegs(legs, {
        offeredAt,
        matchOf: (eventId) => matches.get(eventId),
        exposureAt: (market, outcome) =>
          mode === 'real' ? (exposure.get(store.outcomeKey(market, outcome)) ?? 0n) : 0n,
      }),
    addExposure({ marketId, outcome, profit }: store.NewExposure) {
      const name = store.outcomeKey(marketId, outcome)
      exposure.set(name, (exposure.get(name) ?? 0n) + profit)
    },
  }
}

type Staked = { legs: readonly AskedLeg[]; stake: bigint; currency: string; mode: 'real' | 'demo' }

const stakedAt = ({ legs, stake, asked: { currency, mode } }: AskJob): Staked => ({ legs, stake, currency, mode })
const stakedAgain = ({ legs, ...bet }: store.WaitingBet): Staked => ({ ...bet, legs: legs.map(askedAgain) })

/** By how much each outcome may cost the house more, if all of these bets are taken. Play money is no risk. */
function risksOf(bets: readonly Staked[], offeredAt: ReturnType<typeof sightAt>): AskedRisk[] {
  const risks = new Map<string, AskedRisk>()
  for (const { legs, stake, ...bet } of bets.filter(({ mode }) => mode === 'real'))
    for (const leg of seeLegs(legs, { offeredAt, matchOf: () => undefined, exposureAt: () => 0n }))
      for (const { marketId, outcome, room } of leg?.parts ?? []) {
        const key = store.outcomeKey(marketId, outcome)
        const before = risks.get(key)?.adds ?? 0n
        const own = leg && leg.price > 1_000 ? exposureOf(stake, leg.price, currencyOf(bet)) : 0n
        risks.set(key, { marketId, outcome, most: room, adds: before + own })
      }
  return [...risks.values()]
}

/** What was read of the market of a pick. */
export const sightAt = (sights: ReadonlyMap<string, MarketSight>) => (part: AskedPart) => {
  const address = addressOfPart(part)
  return address ? sights.get(addressKey(address)) : undefined
}

/** Why the operator closed an event that one of these legs is about, its tournament or its sport. */
export async function closedLegs(
  db: Db,
  parts: readonly AskedPart[],
): Promise<(legs: readonly AskedLeg[]) => string | null> {
  const eventsOf = (some: readonly AskedPart[]) => some.flatMap(({ address }) => (address ? BigInt(address.event) : []))
  const closed = await sportsForBets.closedEvents(db, [...new Set(eventsOf(parts))])
  return (legs) => {
    const found = eventsOf(partsIn(legs)).find((id) => closed.has(id))
    return found === undefined ? null : (closed.get(found) ?? null)
  }
}

/** Where nothing has happened there is nothing to be decided. */
export const playedEvents = (sights: ReadonlyMap<string, MarketSight>) => [
  ...new Map(
    [...sights.values()]
      .filter(({ facts }) => facts > 0)
      .map(({ eventId, sport }) => [eventId, { id: eventId, sport }]),
  ).values(),
]

/** What may be staked in: the player's currency, or play money. */
export const isOwnCurrency = (gates: Gates, { playerId, asked: { mode, currency } }: AskJob): boolean =>
  isCurrency(currency) && currency === (mode === 'demo' ? 'FUN' : gates.currencyOf(playerId))
