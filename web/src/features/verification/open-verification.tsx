import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

const Intro = lazy(() => import('./verification-dialog.tsx'))

/** Asks to prove who one is, from wherever it is needed. Its code comes with the first opening. */
export const openVerification = () => openPopup({ content: <Intro /> })
