import { z } from 'zod'
import { method } from '../method.ts'

export const sumsub = {
  'sumsub.createApplicant': method({
    about: 'Makes the player known to the identity provider; asking again answers the same applicant.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({}),
    output: z.object({ applicant_id: z.string() }),
    refuses: [
      'UserNeedProfileData',
      'InvalidParameter:PROVIDER_AWAY',
      'InvalidParameter:VERIFICATION_OFF',
      'TooManyRequests',
    ],
    limit: { points: 20, seconds: 3600 },
  }),
  'sumsub.getAccessToken': method({
    about:
      "A short-lived token for the provider's own pages, and their address. externalActionId names an action to verify, such as a payout method, instead of the person.",
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({
      externalActionId: z
        .string()
        .regex(/^[\w.:-]{1,100}$/)
        .optional(),
    }),
    output: z.object({ token: z.string(), url: z.string(), expires_at: z.string() }),
    refuses: [
      'InvalidParameter:APPLICANT_UNKNOWN',
      'InvalidParameter:PROVIDER_AWAY',
      'InvalidParameter:VERIFICATION_OFF',
      'TooManyRequests',
    ],
    limit: { points: 60, seconds: 3600 },
  }),
}
