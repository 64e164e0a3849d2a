import type { Currency } from '@croupier/contract/money'
import type { BonusTerms, OfferTerms } from '@croupier/contract/promotion-terms'
import type { Jurisdiction, PromotionRules } from '../jurisdiction/jurisdiction.ts'

/** What is there to refer to, and what the place allows. */
export type PublishWorld = {
  games: ReadonlyMap<string, { provider: string }>
  /** The smallest stake of our own games. */
  leastStake: (currency: Currency) => bigint
  /** Null where the game takes spins of this stake. */
  spinFault: (game: string, currency: Currency, stake: bigint) => string | null
  /** Published templates of bonuses. */
  bonuses: ReadonlyMap<string, Pick<BonusTerms, 'percent' | 'fixed' | 'min_balance'>>
  spins: ReadonlySet<string>
  /** Published templates of betting bonuses. */
  bets: ReadonlySet<string>
  betTypes: ReadonlyMap<string, string>
  /** Published tournaments that a ticket opens. */
  ticketed: ReadonlySet<string>
  /** Published products of the shop that are sent. */
  goods: ReadonlySet<string>
  /** The highest level of a published programme. */
  levels: number
  /** Offers of published campaigns. */
  offers: ReadonlyMap<string, { campaign: string; terms: OfferTerms }>
  rules: PromotionRules
  place: Jurisdiction
}
