/** Who a player is and whether it may act, as the account keeps it. */
export type Standing = {
  playerId: bigint
  login: string
  fakename: string
  locale: string
  currency: string
  countryCode: string | null
  regTime: Date
  email: string | null
  isEmailConfirmed: boolean
  isEmailSubscribed: boolean
  phone: string | null
  isPhoneConfirmed: boolean
  isPhoneSubscribed: boolean
  hasPassword: boolean
  hasDeposited: boolean
  isRegistrationCompleted: boolean
  isOnVerification: boolean
  isVerified: boolean
  twoFactorMethod: 'email' | 'phone' | 'app' | null
  isBanned: boolean
  isDeleted: boolean
  isExcluded: boolean
}
