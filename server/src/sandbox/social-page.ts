import { createHash } from 'node:crypto'
import { escaped } from '../http/plain-page.ts'

/** A person as the stand-in service knows it. */
export type SocialPerson = { sub: string; name: string; email: string; isVerified: boolean }

/** What the form says; null when the person would rather not. One address is one person, unless an id is typed. */
export function readPerson(body: unknown): SocialPerson | null {
  const text = (name: string) => {
    const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
    return typeof value === 'string' ? value.trim().slice(0, 254) : ''
  }
  const [name, email] = [text('name'), text('email')]
  if (text('action') === 'cancel' || (!name && !email && !text('sub'))) return null
  const made = createHash('sha256')
    .update(email.toLowerCase() || name)
    .digest('hex')
    .slice(0, 21)
  return { sub: text('sub') || made, name, email, isVerified: text('email_verified') === '1' }
}

const ready: [string, string][] = [
  ['Alice Example', 'alice@example.com'],
  ['Bruno Example', 'bruno@example.com'],
  ['Chika Example', 'chika@example.com'],
]

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`

/** The page on which a person chooses. */
export const choice = `<p>This page stands in for the service. Who are you there?</p>
<ul>${ready
  .map(
    ([name, email]) =>
      `<li><form method="post">${hidden('name', name)}${hidden('email', email)}${hidden('email_verified', '1')}
<button>${name}<br><small>${email}, verified</small></button></form></li>`,
  )
  .join('')}</ul>
<form method="post"><fieldset><legend>Somebody else</legend>
<label>Name <input name="name" autocomplete="off" maxlength="100"></label>
<label>E-mail <input name="email" type="email" autocomplete="off" maxlength="254"></label>
<label class="check"><input type="checkbox" name="email_verified" value="1" checked> The service has verified the e-mail</label>
<label>Id at the service <small>(empty: made from the e-mail)</small> <input name="sub" autocomplete="off" maxlength="100"></label>
<button name="action" value="continue">Continue</button>
<button name="action" value="cancel" formnovalidate>Cancel</button></fieldset></form>`
