import { lazy } from 'react'
import { type DialogHandle, openPopup } from '../../dialogs/dialogs.ts'
import type { Buying } from './use-buy.ts'

const BuyDialog = lazy(() => import('./buy-dialog.tsx'))

/** What it is, what it costs, the question; or why it cannot be. */
export const openBuy = (buying: Omit<Buying, 'again'>): DialogHandle =>
  openPopup({ name: 'buy', size: 'small', content: <BuyDialog {...buying} again={() => openBuy(buying)} /> })
