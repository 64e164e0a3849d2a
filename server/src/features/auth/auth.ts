import type { Operations } from '../../context.ts'
import { addContact } from './add-contact.ts'
import { changePassword } from './change-password.ts'
import { changeTwoFactor, confirmTwoFactor } from './change-two-factor.ts'
import { disownContact } from './disown-contact.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { closeSession, getSessions } from './manage-sessions.ts'
import { proveAgain, sendStepUpCode } from './prove-again.ts'
import { register } from './register.ts'
import { restoreAsked, restorePassword } from './restore.ts'
import { selfExclude } from './self-exclude.ts'
import { guessesStopped } from './tell-guessed.ts'

export { exportSignIn } from './export.ts'
export { trackingOf } from './rules.ts'
export {
  createSession,
  endEverySignIn,
  type FoundSession,
  findSession,
  refuseEnded,
  rotateSession,
  sessionLife,
} from './sessions.ts'
export {
  beginSocial,
  finishSocial,
  openSocialClients,
  ProviderError,
  readSocialSettings,
  type SocialBack,
  type SocialClients,
  type SocialDetails,
  takeSocial,
} from './social.ts'
export { isPassword, stepUp } from './step-up.ts'
export {
  endDemoSessions,
  endPlayerSessions,
  endSession,
  forgetOldSignIns,
  isDemo,
  markDemo,
  openSessionsAmong,
  readSessions,
} from './store.ts'

/** What is done about a forgotten password, and about one who guesses, after the answer. */
export const authListeners = { restoreAsked, guessesStopped }

export const authMethods = {
  'auth.login': logIn,
  'auth.logout': logOut,
  'auth.register': register,
  'auth.restore': restorePassword,
  'account.addcontact': addContact,
  'account.disownContact': disownContact,
  'account.changepassword': changePassword,
  'account.changeTwoFactorAuth': changeTwoFactor,
  'account.confirmTwoFactorAuth': confirmTwoFactor,
  'account.getSessions': getSessions,
  'account.closeSession': closeSession,
  'account.selfExclude': selfExclude,
  'account.sendStepUpCode': sendStepUpCode,
  'account.stepUp': proveAgain,
} satisfies Partial<Operations>
