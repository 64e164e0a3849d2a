import type { Db } from '../../context.ts'
import { type PlayerSide, readKnown, readPlayerSides, type StandingClaim } from './claim-store.ts'
import { allCurrencies } from './live-store.ts'
import type { LiveOffer, OfferFacts, OfferUse, StandingUse } from './rules.ts'

/** What decides about all offers of one player, read once for all of them. */
export type PlayerFacts = {
  /** By the clock of the database. */
  now: Date
  /** What was published at that moment. */
  live: string
  facts: OfferFacts
  claims: readonly StandingClaim[]
  persons: readonly { offer: string; place: string }[]
  spent: ReadonlySet<string>
}

type Sight = {
  /** Where the cashier knows the number of paid deposits to the moment. */
  deposits?: number
}

export async function readPlayerFacts(db: Db, playerId: bigint, { deposits }: Sight = {}): Promise<PlayerFacts> {
  const { player, live, claims, persons, spent } = await readKnown(db, playerId)
  const facts = factsOf(player)
  const gone = spent.filter(({ currency }) => currency === allCurrencies || currency === facts.currency)
  return {
    ...{ now: player.now, live, claims, persons },
    facts: { ...facts, deposits: deposits ?? facts.deposits },
    spent: new Set(gone.map(({ offer }) => offer)),
  }
}

/** Of a crowd, without what is about single offers. */
export async function readFactsOf(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, OfferFacts>> {
  const sides = await readPlayerSides(db, playerIds)
  return new Map(sides.map((side) => [side.playerId, factsOf(side)]))
}

const factsOf = (player: PlayerSide): OfferFacts => ({
  isAvailable: player.isOpen && !player.isShut,
  country: player.countryCode,
  currency: player.currency,
  locale: player.locale,
  isBetting: player.isBetting,
  registeredAt: player.regTime,
  deposits: player.deposits,
  level: player.level,
  isClubOff: player.isClubOff,
  hasContact: player.hasContact,
  isVerified: player.isVerified,
  missing: [
    ...(player.hasFirstName ? [] : ['first_name']),
    ...(player.hasLastName ? [] : ['last_name']),
    ...(player.hasBirthDate ? [] : ['birth_date']),
    ...(player.countryCode === null ? ['country_code'] : []),
  ],
  segments: new Set(player.segments),
})

/** The part of it that is about one offer. */
export function useOf(
  { sysname }: Pick<LiveOffer, 'sysname'>,
  { claims, persons, spent }: PlayerFacts,
  deposit?: OfferUse['deposit'],
): OfferUse {
  const own = claims.filter(({ offer }) => offer === sysname)
  return {
    uses: own.flatMap(({ state, place, promisedAt, madeAt, entryId }): StandingUse[] =>
      state === 'promised' || state === 'issued' ? [{ state, place, at: promisedAt ?? madeAt, entryId }] : [],
    ),
    personPlaces: new Set(persons.flatMap(({ offer, place }) => (offer === sysname ? [place] : []))),
    isSpent: spent.has(sysname),
    hasCode: typedCode(sysname, claims) !== null,
    deposit,
  }
}

/** The code that this player typed for the offer and has not used: a deposit that failed does not ask for it again. */
export function typedCode(offer: string, claims: readonly StandingClaim[]): bigint | null {
  const last = claims.findLast((claim) => claim.offer === offer && claim.codeId !== null)
  return last && (last.state === 'taken' || last.state === 'released') ? last.codeId : null
}
