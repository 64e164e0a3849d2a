import type { AccountInfo } from '@croupier/contract/methods/account'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const hintWindows = { registrationMs: 2 * hourMs, contactsMs: 5 * dayMs, againMs: dayMs }

const isWithin = (regTime: string, windowMs: number, now: number): boolean => {
  const since = Date.parse(regTime)
  return !Number.isNaN(since) && since + windowMs > now
}

/** A new player without a deposit is shown the way, for two hours. */
export const hasRegistrationHint = (
  { reg_time, has_deposited }: Pick<AccountInfo, 'reg_time' | 'has_deposited'>,
  now: number,
): boolean => !has_deposited && isWithin(reg_time, hintWindows.registrationMs, now)

/** Case and a leading plus do not tell two contacts apart. */
const bare = (contact: string) => contact.trim().toLowerCase().replace(/^\+/, '')

/** The contact that is also the login and was never confirmed: without it the player could lose the account. */
export function contactToConfirm(
  { reg_time, login, contacts }: Pick<AccountInfo, 'reg_time' | 'login' | 'contacts'>,
  now: number,
): string | null {
  if (!isWithin(reg_time, hintWindows.contactsMs, now)) return null
  const open = [contacts.email, contacts.phone].find(
    (each) => each && !each.confirmed && bare(each.value) === bare(login),
  )
  return open?.value ?? null
}

/** Paths of content may end in a star, which stands for anything. */
export const isException = (path: string, exceptions: readonly string[]): boolean =>
  exceptions.some((each) => (each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : path === each))
