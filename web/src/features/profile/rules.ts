import type { AccountInfo } from '@croupier/contract/methods/account'

export type MissingStep =
  | 'details'
  | 'addEmail'
  | 'confirmEmail'
  | 'addPhone'
  | 'confirmPhone'
  | 'password'
  | 'verification'
  | 'twoFactor'

type Features = { twoFactor: boolean; verification: boolean }

const isContact = (field: string) => field === 'email' || field === 'phone'

/** Fields of the personal data that are still empty; contacts have their own way. */
export const emptyDetails = (missing: readonly string[]): string[] => missing.filter((field) => !isContact(field))

/** What an account still lacks, the most useful first. An excluded player is asked only for what a payout needs. */
export function missingSteps(account: AccountInfo, missing: readonly string[], features: Features): MissingStep[] {
  const { email, phone } = account.contacts
  const verification = features.verification && !account.is_verified && !account.is_on_verification
  if (account.is_payout_only) return verification ? ['verification'] : []
  const wanted: [MissingStep, boolean][] = [
    ['details', emptyDetails(missing).length > 0],
    ['addEmail', email === null],
    ['confirmEmail', email !== null && !email.confirmed],
    ['addPhone', phone === null && missing.includes('phone')],
    ['confirmPhone', phone !== null && !phone.confirmed],
    ['password', !account.has_password],
    ['verification', verification],
    ['twoFactor', features.twoFactor && !account.two_factor_auth],
  ]
  return wanted.flatMap(([step, isMissing]) => (isMissing ? [step] : []))
}

type CurrencyFacts = Pick<AccountInfo, 'has_deposited'> & { moneyLimits: number }

/** Once money has moved, or a limit counts in it, the currency of an account stays. */
export const isCurrencyFixed = ({ has_deposited, moneyLimits }: CurrencyFacts): boolean =>
  has_deposited || moneyLimits > 0
