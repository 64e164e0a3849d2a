/** What its notice was filled with. */
type Promotion = Record<string, string>

/** Every kind of letter and what its text is filled with. The texts are `letters.{kind}` of the messages. */
export type Letters = {
  contactCode: { code: string; link: string }
  restore: { code: string; link: string }
  twoFactorCode: { code: string }
  /** Before something that matters, for a player without a password. */
  stepUpCode: { code: string }
  newDevice: { device: string; address: string; at: Date }
  passwordChanged: Record<never, never>
  contactChanged: { contact: string }
  contactTaken: Record<never, never>
  /** Another account was named by this contact, which its owner has now confirmed elsewhere: its name from now on. */
  loginLost: { login: string }
  /** No more codes are taken today: of a new password, of the second step, or before something that matters. */
  guesses: { what: string }
  /** The address was proven for the first time; what had been set up before is gone. */
  ownerProven: Record<never, never>
  twoFactorChanged: { isEnabled: boolean }
  welcome: { unsubscribeLink: string }
  /** Null: for good. */
  excluded: { until: Date | null }
  limitReady: Record<never, never>
  verified: Record<never, never>
  verificationRejected: Record<never, never>
  payoutPaid: { amount: string }
  payoutDeclined: { amount: string }
  payoutAccepted: { amount: string }
  /** News of promotions: mailings to subscribers, and what every player has to know. */
  bonusReady: Promotion
  bonusOpened: Promotion
  bonusCompleted: Promotion
  bonusEnding: Promotion
  bonusRevoked: Promotion
  spinsReady: Promotion
  spinsEnding: Promotion
  cashbackReady: Promotion
  cashbackEnding: Promotion
  cashbackPaid: Promotion
  prizePaid: Promotion
  /** Goods that were bought or won are on their way. */
  orderSent: Promotion
  offerMissed: Promotion
  care: Promotion
  /** A bet has another result now. */
  betCorrected: Promotion
  /** To support: what was written, and by whom. `quote` follows the text as it was written, with its lines. */
  feedback: { number: string; topic: string; contact: string; writer: string; quote: string }
  /** To a player whose address is proven: the words too. To any other address: that they came. */
  feedbackCopy: { number: string; topic: string; quote: string }
  feedbackReceived: { number: string }
  feedbackAnswer: { number: string; at: Date; quote: string }
  /** For identities of the content API. */
  contentConfirm: { link: string }
  contentReset: { code: string }
}

export type LetterKind = keyof Letters

export type LetterParams = Record<string, string | number | boolean | Date | null>
