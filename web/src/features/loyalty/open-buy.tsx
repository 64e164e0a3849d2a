import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'
import type { Buying } from './buy-dialog.tsx'

const BuyDialog = lazy(() => import('./buy-dialog.tsx'))

/** What it is, what it costs, the question; or why it cannot be. */
export const openBuy = (buying: Buying) => openPopup({ size: 'small', content: <BuyDialog {...buying} /> })
