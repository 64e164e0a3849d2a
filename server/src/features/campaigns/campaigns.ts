import type { Operations } from '../../context.ts'
import { checkPromocode } from './promo-codes.ts'

export { openPromoCodes } from './promo-codes.ts'

export const campaignsMethods = { 'campaigns.checkPromocode': checkPromocode } satisfies Partial<Operations>
