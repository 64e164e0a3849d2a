import { loyaltyTerms } from './loyalty-terms.ts'
import { promotionTerms } from './promotion-terms.ts'

/** The part of a record that is a promise, by collection: what publishing pins. */
export const publishedTerms = { ...promotionTerms, ...loyaltyTerms }
export type PublishedKind = keyof typeof publishedTerms
