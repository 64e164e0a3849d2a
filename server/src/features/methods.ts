import type { Operations } from '../context.ts'
import { accountMethods } from './account/account.ts'
import { authMethods } from './auth/auth.ts'
import { campaignsMethods } from './campaigns/campaigns.ts'
import { cashierMethods } from './cashier/cashier.ts'
import { contentMethods } from './content/content.ts'
import { freespinsMethods } from './freespins/freespins.ts'
import { gamesMethods } from './games/games.ts'
import { limitsMethods } from './limits/limits.ts'
import { roundsMethods } from './rounds/rounds.ts'
import { trackingMethods } from './tracking/tracking.ts'
import { verificationMethods } from './verification/verification.ts'
import { walletMethods } from './wallet/wallet.ts'
import { winnersMethods } from './winners/winners.ts'

/** Every operation of the platform; the type says when one is missing. */
export const operations: Operations = {
  ...accountMethods,
  ...authMethods,
  ...campaignsMethods,
  // Its export of a player's data tells more than the one of a lower floor.
  ...cashierMethods,
  ...contentMethods,
  ...freespinsMethods,
  ...gamesMethods,
  ...limitsMethods,
  ...roundsMethods,
  ...trackingMethods,
  ...verificationMethods,
  ...walletMethods,
  ...winnersMethods,
}
