import type { Db } from '../../context.ts'
import { readKnown, type StandingClaim } from './claim-store.ts'
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
  const known = await readKnown(db, playerId)
  const { now, live, profile, isOpen, claims, persons } = known
  const spent = known.spent.filter(({ currency }) => currency === allCurrencies || currency === profile.currency)
  const facts: OfferFacts = {
    isAvailable: isOpen && !profile.isShut,
    country: profile.countryCode,
    currency: profile.currency,
    locale: profile.locale,
    isBetting: profile.isBetting,
    registeredAt: profile.regTime,
    deposits: deposits ?? known.deposits,
    level: known.level,
    isClubOff: known.isClubOff,
    hasContact: profile.hasContact,
    isVerified: profile.isVerified,
    missing: [
      ...(profile.hasFirstName ? [] : ['first_name']),
      ...(profile.hasLastName ? [] : ['last_name']),
      ...(profile.hasBirthDate ? [] : ['birth_date']),
      ...(profile.countryCode === null ? ['country_code'] : []),
    ],
    segments: new Set(known.segments),
  }
  return { now, live, facts, claims, persons, spent: new Set(spent.map(({ offer }) => offer)) }
}

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
