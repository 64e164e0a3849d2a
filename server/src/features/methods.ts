import type { Operations } from '../context.ts'
import { accountMethods } from './account/account.ts'
import { authMethods } from './auth/auth.ts'
import { campaignsMethods } from './campaigns/campaigns.ts'
import { contentMethods } from './content/content.ts'
import { limitsMethods } from './limits/limits.ts'
import { trackingMethods } from './tracking/tracking.ts'
import { verificationMethods } from './verification/verification.ts'

/** Every operation of the platform; the type says when one is missing. */
export const operations: Operations = {
  ...accountMethods,
  ...authMethods,
  ...campaignsMethods,
  ...contentMethods,
  ...limitsMethods,
  ...trackingMethods,
  ...verificationMethods,
}
