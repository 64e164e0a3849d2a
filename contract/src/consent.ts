/**
 * What a visitor agreed to. The chat is asked for when it is opened, so a no leaves no trace; outside counting and
 * checking is asked about once, and a no is kept.
 */
export type Consent = { chat: boolean; tracking: boolean | null }

export const noConsent: Consent = { chat: false, tracking: null }

/** As it stands in the cookie `consent`: words that we know, in one order. */
export const consentText = ({ chat, tracking }: Consent): string =>
  [...(chat ? ['chat'] : []), ...(tracking === null ? [] : [tracking ? 'tracking' : 'no-tracking'])].join('.')

export function readConsent(text: string | undefined): Consent {
  const words = (text ?? '').split('.')
  const tracking = words.includes('no-tracking') ? false : words.includes('tracking') ? true : null
  return { chat: words.includes('chat'), tracking }
}
