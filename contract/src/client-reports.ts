/** Own reports of a browser: what happened on a page, and nothing that tells who a visitor is or what an address hid. */

const isId = (part: string) => /\d/.test(part) && !/^[a-z]+(-[a-z0-9]+)*$/.test(part)

/** A path as it may be kept: numbers, codes and transactions in it become one word, and the query is left out. */
export const reportedPath = (path: string): string =>
  (path.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((part) => (isId(part) || part.length > 60 ? ':id' : part))
    .join('/')
    .slice(0, 300)

const wordsMost = 300

/** Addresses in a message may hold secrets, numbers may be a player's. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/\b(https?|blob|data):\S+/g, ':url')
    .replace(/[^\s@]+@[^\s@]+/g, ':email')
    .replace(/\d{4,}/g, ':number')
    .slice(0, wordsMost)

/** What is told of an error: its kind and words, and on which page. Not the stack, which names files of the visitor. */
export function clientErrorParams(problem: unknown, path: string): Record<string, string> {
  const isError = problem instanceof Error
  const message = isError ? problem.message : typeof problem === 'string' ? problem : 'unknown'
  return {
    kind: isError ? problem.name.slice(0, 60) : 'unknown',
    message: withoutSecrets(message),
    path: reportedPath(path),
  }
}

/** Dialogs of the house by the name under which their openings are reported. Popups of campaigns have their own. */
export const popupNames = [
  'auth',
  'step-up',
  'prices',
  'stake-question',
  'bonus',
  'gift',
  'cashback',
  'deposit-limit',
  'deposit-limit-question',
  'demo',
  'search',
  'break',
  'exclusion',
  'limit',
  'buy',
  'dealer',
  'return',
  'verification',
  'verification-intro',
  'help',
  'inactivity',
  'reality-check',
  'confirm-contact',
  'change-contact',
  'fill-profile',
  'password',
  'change-password',
  'nickname',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes',
] as const
export type PopupName = (typeof popupNames)[number]
