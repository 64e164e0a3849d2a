import type { Operations } from '../../context.ts'
import { readLevels, writeClubOff } from './claim-store.ts'
import { readFactsOf, readPlayerFacts } from './facts.ts'
import { getBanners } from './get-banners.ts'
import { getOffers } from './get-offers.ts'
import { isOfferOpened } from './opened-by-level.ts'
import { getPopup } from './popups.ts'
import { checkPromocode } from './promo-codes.ts'
import { meetsConditions } from './rules.ts'
import { activateOffer, takePromotions } from './take-offer.ts'

export { readUnkept, writeSegment } from './claim-store.ts'
export { listCodeRows, stopCodeRows } from './code-store.ts'
export {
  depositTakenBack,
  issuePromised,
  noteDeposits,
  promiseWithDeposit,
  releaseStalePromises,
  releaseWithDeposit,
} from './deposit-offer.ts'
export { exportCampaigns } from './export.ts'
export { live } from './live.ts'
export { offerOfDeposit } from './offer-of-deposit.ts'
export { levelReached } from './on-level-reached.ts'
export { activateRegistrationCode } from './on-player-registered.ts'
export { reportEvent } from './popups.ts'
export { openPromoCodes } from './promo-codes.ts'
export { checkDraft, costsOf, listPublished, publishDraft, stopPublished } from './publish.ts'
export { reportOf } from './report.ts'
export type { OfferFacts } from './rules.ts'
export { publishShipped, stopShipped } from './shipped.ts'
export { makeCodes } from './single-codes.ts'

/** What decides about a player: where it lives, what it has done, how far it has come. */
export const playerFacts = {
  isOfferOpened,
  levels: readLevels,
  meets: meetsConditions,
  read: readPlayerFacts,
  readCrowd: readFactsOf,
  switchClub: writeClubOff,
}

export const campaignsMethods = {
  'banners.get': getBanners,
  'campaigns.getoffers': getOffers,
  'campaigns.activateOffer': activateOffer,
  'campaigns.checkPromocode': checkPromocode,
  'campaigns.takepromotions': takePromotions,
  'popups.get': getPopup,
} satisfies Partial<Operations>
