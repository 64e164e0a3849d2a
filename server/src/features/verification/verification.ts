import type { Operations } from '../../context.ts'
import { createApplicant, getAccessToken } from './create-applicant.ts'
import { getVerification } from './get-verification.ts'
import { setUserOnVerification } from './set-on-verification.ts'

export { exportVerification } from './export.ts'
export { type Received, receiveNotice } from './receive-notice.ts'
export { isActionApproved } from './store.ts'
export { noProvider, openSumsub } from './sumsub.ts'

export const verificationMethods = {
  'sumsub.createApplicant': createApplicant,
  'sumsub.getAccessToken': getAccessToken,
  'account.getVerification': getVerification,
  'account.setUserOnVerification': setUserOnVerification,
} satisfies Partial<Operations>
