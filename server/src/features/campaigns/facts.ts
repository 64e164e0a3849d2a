import type { Db } from '../../context.ts'
import { readProfile } from '../account/account.ts'
import { arePromotionsOpen } from '../limits/limits.ts'
import { readKnown, readStandingClaims, type StandingClaim } from './claim-store.ts'
import { allCurrencies } from './live-store.ts'
import type { LiveOffer, OfferFacts, OfferUse, StandingUse } from './rules.ts'

/** What decides about all offers of one player, read once for all of them. */
export type PlayerFacts = {
  /** By the clock of the database. */
  now: Date
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
  const [profile, known, claims, isOpen] = await Promise.all([
    readProfile(db, playerId),
    readKnown(db, playerId),
    readStandingClaims(db, playerId),
    arePromotionsOpen(db, playerId),
  ])
  const spent = known.spent.filter(({ currency }) => currency === allCurrencies || currency === profile.currency)
  const facts: OfferFacts = {
    isAvailable: isOpen && !profile.isBanned && !profile.isDeleted && !profile.isExcluded,
    country: profile.countryCode,
    currency: profile.currency,
    locale: profile.locale,
    isBetting: profile.isBetting,
    registeredAt: profile.regTime,
    deposits: deposits ?? known.deposits,
    level: known.level,
    hasContact: profile.isEmailConfirmed || profile.isPhoneConfirmed,
    isVerified: profile.isVerified,
    missing: [
      ...(profile.firstName === '' ? ['first_name'] : []),
      ...(profile.lastName === '' ? ['last_name'] : []),
      ...(profile.birthDate === null ? ['birth_date'] : []),
      ...(profile.countryCode === null ? ['country_code'] : []),
    ],
    segments: new Set(known.segments),
  }
  return { now: known.now, facts, claims, persons: known.persons, spent: new Set(spent.map(({ offer }) => offer)) }
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
