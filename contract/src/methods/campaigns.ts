import { z } from 'zod'
import { method } from '../method.ts'

export const campaigns = {
  'campaigns.checkPromocode': method({
    about: 'What a promo code stands for; null when there is no such code or its time is over.',
    verb: 'POST',
    who: 'anyone',
    input: z.object({ promo_code: z.string().max(64) }),
    output: z.object({ promo_code: z.string(), title: z.string(), text: z.string() }).nullable(),
    refuses: ['TooManyRequests'],
    limit: { points: 60, seconds: 600 },
  }),
}
