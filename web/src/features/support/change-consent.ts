import { type Consent, consentText, readConsent } from '@croupier/contract/consent'
import { keepChoice } from '../../site/browser.ts'

/**
 * Another part of the page, or another tab, may have been answered since this page was made: what was said last is in
 * the cookie, and only what is changed here is written over it.
 */
export function changeConsent(change: Partial<Consent>): void {
  const said = /(?:^|; )consent=([^;]*)/.exec(document.cookie)?.[1]
  keepChoice('consent', consentText({ ...readConsent(said), ...change }))
}
