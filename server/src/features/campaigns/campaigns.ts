import type { Operations } from '../../context.ts'
import { checkPromocode } from './check-promocode.ts'

export { openPromoCodes } from './promo-codes.ts'

export const campaignsMethods = { 'campaigns.checkPromocode': checkPromocode } satisfies Partial<Operations>
