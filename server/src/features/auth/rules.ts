import type { SiteConfig } from '@croupier/contract/content'
import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { emailKey } from '@croupier/contract/fields/email'
import type { Registration } from '@croupier/contract/fields/profile'
import { withoutPlus } from '@croupier/contract/fields/text'

/** One name, however it is written: what attempts are counted under when no player has it. */
export const nameKey = (login: string): string => {
  const bare = emailKey(withoutPlus(login))
  return /^[\d\s().-]+$/.test(bare) ? bare.replace(/\D/g, '') : bare
}

/** What the second factor was answered with. Recovery codes are taken however they are typed. */
export function readSecond(text: string): { kind: 'digits' | 'recovery'; code: string } | null {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  if (/^[0-9]{6}$/.test(code)) return { kind: 'digits', code }
  return /^[a-z0-9]{8}$/.test(code) ? { kind: 'recovery', code } : null
}

/** A password that stands in the account's own contacts is the first one to be tried. */
export function isOwnName(password: string, names: readonly (string | null | undefined)[]): boolean {
  const text = password.toLowerCase()
  return names.some((name) => {
    const own = (name ?? '').trim().toLowerCase()
    if (own === '') return false
    return [own, withoutPlus(own), own.split('@')[0]].includes(text)
  })
}

/** What the form that was filled in asks for, by what content offers. A form that is not offered is the full one. */
export function registrationForm(
  { auth, site }: Pick<SiteConfig, 'auth' | 'site'>,
  definitions: readonly FieldDefinition[],
  wanted: 'fast' | 'form',
): Registration {
  const fast = auth.types.find(({ __component }) => __component === 'fast')
  return {
    definitions,
    type: fast && wanted === 'fast' ? 'fast' : 'form',
    fastField: fast?.field || 'email',
    isFastAndFull: fast !== undefined && auth.types.some(({ __component }) => __component === 'form'),
    currencies: site.currencies,
    hasTerms: auth.hasTerms,
  }
}

const trackingNames = ['track_id', 'publisher_id', 'goal_id', 'goal_entry_id', 'link_id', 'seon_session'] as const

/** Where a new player came from, as the page tells it along with the registration. */
export const trackingOf = (
  said: { [Name in (typeof trackingNames)[number]]?: string | undefined },
): Record<string, string> =>
  Object.fromEntries(trackingNames.flatMap((name) => (said[name] ? [[name, said[name]]] : [])))
