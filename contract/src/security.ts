/** What can happen to the security of an account. Each has its text: the message `profile.events.{kind}`. */
export const securityEventKinds = [
  'registered',
  'signIn',
  'newDevice',
  'signOut',
  'sessionClosed',
  'sessionsClosed',
  'passwordChanged',
  'passwordRestored',
  'twoFactorOn',
  'twoFactorOff',
  'recoveryCodeUsed',
  'socialLinked',
  'contactAdded',
  'contactConfirmed',
  'contactLost',
  'ownerProven',
  'contactDisowned',
  'profileChanged',
  'dataExported',
  'limitChanged',
  'selfExcluded',
  'returnAsked',
  'verified',
  'verificationLost',
  'banned',
  'unbanned',
  'balanceCorrected',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** What a player is told on the next visit. Each has its text: the message `notices.{kind}`. */
export const noticeKinds = [
  'contactLost',
  'limitReady',
  'verified',
  'verificationRetry',
  'verificationRejected',
  'payoutPaid',
  'payoutDeclined',
  'payoutAccepted',
  'roundsReturned',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
