import type { AccountInfo } from '@croupier/contract/methods/account'

export type ContactType = 'email' | 'phone'

export const isContactType = (word: string | undefined): word is ContactType => word === 'email' || word === 'phone'

export const contactTypeOf = (contact: string): ContactType => (contact.includes('@') ? 'email' : 'phone')

/** What an account has still to confirm, the e-mail first. */
export function unconfirmedOf(account: Pick<AccountInfo, 'contacts'> | null): string | undefined {
  const { email, phone } = account?.contacts ?? { email: null, phone: null }
  return [email, phone].find((contact) => contact && !contact.confirmed)?.value
}

/** A refusal names a contact by its kind or by its value; with no name it is whichever is not confirmed yet. */
export function contactNamed(name: string | undefined, account: Pick<AccountInfo, 'contacts'> | null) {
  if (isContactType(name)) return account?.contacts[name]?.value
  return name ?? unconfirmedOf(account)
}
