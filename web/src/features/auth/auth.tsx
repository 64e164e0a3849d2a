import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

export type AuthView = 'authorization' | 'registration' | 'restore' | 'twofa' | 'socialRegistration'

type Options = { preventClose?: boolean; onClosed?: () => void }

const AuthDialog = lazy(() => import('./auth-dialog.tsx'))

/** The way in. Its code comes with the first opening. */
export const openAuth = (view: AuthView, { preventClose, onClosed }: Options = {}) =>
  openPopup({ size: 'auth', content: <AuthDialog view={view} />, preventClose, onClosed, queue: 'replace' })
