import { createContext, type RefObject, useContext } from 'react'
import type { AuthConfig } from './auth-config.ts'
import type { Attempt, Exclusion, SecondStep, SignInOutcome } from './entry.ts'

/** What the popup shows now, with what that view has to know. */
export type AuthView =
  | { view: 'authorization'; notice?: 'passwordChanged' | 'socialRefused'; password?: string }
  | { view: 'registration' }
  | { view: 'restore'; token?: string }
  | { view: 'twofa'; attempt: Attempt; step: SecondStep }
  | { view: 'socialRegistration' }
  /** An exclusion met on the way in; without an attempt there is no password with which to ask for the balance. */
  | { view: 'excluded'; exclusion: Exclusion; attempt: Attempt | null }

/** After a social service or a messenger: who it is stands in a cookie, so no name and no password is sent. */
export const attemptByCookie: Attempt = {
  login: '',
  password: '',
  isRemembered: false,
  isPayoutOnly: false,
  isReturn: false,
}

/**
 * A way in through a messenger that did not end inside. Who came has no password, maybe, and needs none: the cookie is
 * enough for the code, for the balance and for the wish to come back. Null: there is nothing to ask.
 */
export function viewAfterMessenger(outcome: SignInOutcome): AuthView | null {
  if (outcome.kind === 'second') return { view: 'twofa', attempt: attemptByCookie, step: outcome.step }
  if (outcome.kind !== 'excluded') return null
  const { exclusion } = outcome
  return { view: 'excluded', exclusion, attempt: exclusion.kind === 'person' ? null : attemptByCookie }
}

export type EnteredHow = 'login' | 'registration' | 'completion'

type AuthControl = {
  config: AuthConfig
  go: (authView: AuthView) => void
  /** Signs in; goes on by itself where there is a way on, and tells what is left to the view. */
  come: (
    attempt: Attempt,
    more?: { code?: string; isResend?: boolean },
  ) => Promise<{ entry: SignInOutcome; error?: unknown }>
  entered: (how: EnteredHow, isPayoutOnly?: boolean) => void
  /** What was typed into the registration: it outlives a look at the login. */
  draft: RefObject<Record<string, string> | null>
  character: string
  /** The form stands on a page of its own, maybe in a frame, instead of in the popup. */
  isPage: boolean
}

export const AuthContext = createContext<AuthControl | null>(null)

export function useAuth(): AuthControl {
  const control = useContext(AuthContext)
  if (!control) throw new Error('a view of the auth popup stands outside of it')
  return control
}
