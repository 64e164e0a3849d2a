import type { Rule } from './definition.ts'

const longest = { all: 254, name: 64, domain: 190 }

/** No white space, one at-sign, a domain with one or two dots. */
export const email: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  if (text.length > longest.all) return 'EMAIL'
  const written = text.normalize('NFKC')
  // What stands in quotes, brackets or lists, and what cannot be seen, belongs to no address of a person.
  if (/[\s\p{C}<>,;:"()[\]\\]/u.test(written)) return 'EMAIL'
  const [name, domain, ...rest] = written.split('@')
  if (!name || !domain || rest.length > 0) return 'EMAIL'
  if (name.length > longest.name || domain.length > longest.domain || /^\.|\.\.|\.$/.test(name)) return 'EMAIL'
  const labels = domain.split('.')
  const isDomain = labels.length >= 2 && labels.length <= 3 && labels.every(isLabel)
  return isDomain && !/^\d+$/.test(labels.at(-1) ?? '') ? null : 'EMAIL'
}

const isLabel = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)

/**
 * The address as it is stored and written to. Letters that only look different become one: a code that is sent to this
 * form proves the mailbox that the key stands for, not a look-alike of it.
 */
export const emailText = (text: string): string => text.trim().normalize('NFKC')

/** One address, however it is written. */
export const emailKey = (text: string): string => emailText(text).toLowerCase()

/** One mailbox, whatever tag or dots stand in it: for telling persons apart, never for sending. */
export function mailboxKey(text: string): string {
  const [name = '', domain = ''] = emailKey(text).split('@')
  const bare = name.split('+')[0] ?? ''
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGmail ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
