export { openVerification } from './open-verification.tsx'
export { VerificationPage } from './verification-page.tsx'
