import { use } from 'react'
import { hintWindows } from '../hint-rules.ts'
import { NonceContext } from '../i18n/messages-context.ts'
import { notes } from '../session/browser-storage.ts'

/** Hints that are put away, as words on the document; the style sheet hides them. */
export const hiddenHints = 'hiddenHints'

const script = (uid: number) => `try{let s=localStorage,h=[];
if(s.getItem('${notes.registrationHint}')==='${uid}')h.push('registration');
if(s.getItem('${notes.confirmSent(uid)}')||Date.now()-Number(s.getItem('${notes.contactsHint}'))<${hintWindows.againMs})h.push('contacts');
if(h.length)document.documentElement.dataset.${hiddenHints}=h.join(' ')}catch{}`

/** Runs before the first paint: what was put away in this browser never shows up and pushes the page down. */
export function HintScript({ uid }: { uid: number }) {
  const nonce = use(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours and a number, covered by the page's content policy.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script(uid) }} />
}
