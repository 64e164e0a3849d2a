import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

export { VerificationPage } from './verification-page.tsx'

const Intro = lazy(() => import('./verification-dialog.tsx'))

/**
 * Asks to prove who one is, from wherever it is needed. Its code comes with the first opening.
 * `actionId`: something that wants a check of its own, as a refusal names it.
 */
export function openVerification(actionId?: string) {
  openPopup({
    name: 'verification-intro',
    content: <Intro actionId={actionId} onFilled={() => openVerification(actionId)} />,
  })
}
