import type { WireCharacter } from '@croupier/contract/methods/loyalty'
import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

const DealerDialog = lazy(() => import('./dealer-dialog.tsx'))

/** Compares all of them; the choice is confirmed before it counts. */
export const openDealers = (dealers: readonly WireCharacter[], first?: string) =>
  openPopup({ name: 'dealer', size: 'large', content: <DealerDialog dealers={dealers} first={first} /> })
