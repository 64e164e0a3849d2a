import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writableFolder } from './make-folder.ts'
import { StartError } from './start-error.ts'

/** While a key is being rotated the previous one is still believed, but never used to sign. */
export type Keys = { current: string; previous: string | undefined }

/** Every key that is believed, the one that signs first. */
export const believed = ({ current, previous }: Keys): string[] =>
  previous === undefined ? [current] : [current, previous]

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Digests have one length, so the comparison takes the same time for every guess. */
export function isBearer(header: string | undefined, keys: Keys): boolean {
  const given = digest(header ?? '')
  return believed(keys)
    .map((token) => timingSafeEqual(given, digest(`Bearer ${token}`)))
    .includes(true)
}

export type Secrets = ReturnType<typeof loadSecrets>

export function loadSecrets(dir: string, { isProduction }: { isProduction: boolean }) {
  writableFolder('SECRETS_DIR', dir)
  const keys = (name: string) => keysIn(join(dir, name), isProduction)
  return {
    sessionPepper: keys('session-pepper'),
    contentJwt: keys('content-jwt'),
    /** What the content server sends with its notices of edits. */
    contentWebhook: keys('content-webhook'),
    metricsToken: keys('metrics-token'),
    /** Seals document numbers and authenticator secrets. */
    documentKey: keys('document-key'),
    /** Signs links that need no sign-in, such as the one that ends mailings. */
    linkKey: keys('link-key'),
    /** Signs prices that the house stands by for some seconds. */
    quoteKey: keys('quote-key'),
    telegramBotToken: keys('telegram-bot-token'),
    identityToken: keys('identity-token'),
    identitySecret: keys('identity-secret'),
    identityWebhook: keys('identity-webhook'),
    smsToken: keys('sms-token'),
    /** Seals the seeds of players and the roots of chains. Lost, the rounds of the past can be told no more. */
    chanceKey: keys('chance-key'),
    /** What the sample game provider of the sandbox signs with. Our own games have no such door. */
    gameSample: keys('game-sample-secret'),
    /** Signs what we ask of the payment gateway; its notices are signed with the other. */
    paymentSecret: keys('payment-secret'),
    paymentWebhook: keys('payment-webhook'),
    coinsToken: keys('coins-token'),
  }
}

/** What each producer of sports data signs with. */
export function loadFeedKeys(
  dir: string,
  { sportsFeeds, isProduction }: { sportsFeeds: readonly string[]; isProduction: boolean },
): ReadonlyMap<string, Keys> {
  writableFolder('SECRETS_DIR', dir)
  return new Map(sportsFeeds.map((name) => [name, keysIn(join(dir, `feed-${name}-secret`), isProduction)]))
}

function keysIn(path: string, isProduction: boolean): Keys {
  const values = { current: keepSecret(path), previous: readSecret(`${path}.previous`) }
  if (isProduction) for (const value of [values.current, values.previous]) refusePlaceholder(path, value)
  return values
}

/** The secret in this file; made when there is none. Two starts at once agree on one value. */
export function keepSecret(path: string): string {
  const kept = readSecret(path)
  if (kept !== undefined) return kept
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkIfFree(draft, path)
  } catch (error) {
    throw new StartError(`Cannot write the secret ${path} (${reason(error)}).`)
  } finally {
    rmSync(draft, { force: true })
  }
  return keepSecret(path)
}

function readSecret(path: string): string | undefined {
  const text = readIfThere(path)?.trim()
  if (text === undefined) return undefined
  if (/^[\x21-\x7e]{32,}$/.test(text)) return text
  throw new StartError(`The secret ${path} is damaged: it must be one line of at least 32 characters without spaces.`)
}

function refusePlaceholder(path: string, value: string | undefined) {
  if (value === undefined || new Set(value).size >= 12) return
  throw new StartError(`The secret ${path} is too simple for production: put at least 32 random characters into it.`)
}

/** A hard link appears with its whole content, or not at all. */
function linkIfFree(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch (error) {
    if (reason(error) !== 'EEXIST') throw error
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (reason(error) === 'ENOENT') return undefined
    throw new StartError(`Cannot read the secret ${path} (${reason(error)}).`)
  }
}

function reason(error: unknown) {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
