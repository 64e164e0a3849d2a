import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { StartError } from './start-error.ts'

/** A setting with a wrong value. The message names the variable and what it takes, never the value. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const settings = {
  // Strict, because a mistyped NODE_ENV=prod would be taken for development.
  NODE_ENV: takes('production, development or test', z.enum(['production', 'development', 'test'])).default(
    'development',
  ),
  PORT: takes('a whole number from 1 to 65535', z.string().refine(isPort).transform(Number)).default(3000),
  HOST: takes('a host name or an IP address', z.string().refine(isHost)).default('127.0.0.1'),
  PUBLIC_URL: takes(
    'the http or https origin of the site, such as https://casino.example, without a path',
    z.string().refine(isOrigin),
  ).optional(),
  WORKERS: takes('a whole number from 1 to 64', z.string().refine(isWorkerCount).transform(Number)).default(1),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: takes(
    'a PostgreSQL address, such as postgres://user:password@host:5432/name',
    z.url({ protocol: /^postgres(ql)?$/ }),
  ).optional(),
  CONTENT_URL: takes(
    'the http or https address of a Strapi server',
    z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  ).optional(),
  CONTENT_TOKEN: takes('a Strapi API token without spaces', z.string().regex(/^\S+$/)).optional(),
  CONTENT_REFRESH_SECONDS: takes(
    'a whole number of seconds from 5 to 3600',
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .refine((seconds) => seconds >= 5 && seconds <= 3600),
  ).default(30),
  CONTENT_IMAGE_HOSTS: takes(
    'origins of pictures, such as https://cdn.example, separated by commas',
    z
      .string()
      .transform(splitList)
      .refine((origins) => origins.every(isOrigin)),
  ).default([]),
  SMTP_URL: takes(
    'the address of an SMTP server, such as smtp://user:password@mail.example:587 or smtps://…:465',
    z.url({ protocol: /^smtps?$/ }),
  ).optional(),
  MAIL_FROM: takes(
    'an e-mail address, such as no-reply@casino.example or Casino <no-reply@casino.example>',
    z.string().transform(readSender).refine(isSender),
  ).optional(),
  SMS_URL: takes('the http or https address of an SMS gateway', z.url({ protocol: /^https?$/ })).optional(),
  SUMSUB_URL: takes(
    'the https address of the Sumsub API, such as https://api.sumsub.com',
    z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  ).optional(),
  SUMSUB_LEVEL: takes('the name of a verification level', z.string().max(200)).default('basic-kyc-level'),
  SUMSUB_ACTION_LEVEL: takes('the name of a verification level for actions', z.string().max(200)).optional(),
  PAYMENT_URL: takes(
    'the http or https address of the payment gateway, whose pages are on the same origin',
    z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  ).optional(),
  PAYMENT_MERCHANT: takes('your name at the payment gateway', z.string().regex(/^[\w.-]{1,100}$/)).default('croupier'),
  COINS_URL: takes(
    'the http or https address of the coin processor',
    z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  ).optional(),
  SANDBOX: takes('on or off', z.enum(['on', 'off'])).optional(),
  DEMO_PLAYERS: takes('on or off', z.enum(['on', 'off'])).optional(),
  SPORTS_FEED: takes(
    'off, simulated, or the names of producers of sports data, separated by commas',
    z.string().transform(splitList).refine(areProducers),
  ).optional(),
  SPORTS_URLS: takes(
    'where producers of sports data can be asked, such as acme=https://feed.acme.example, separated by commas',
    z.string().transform(readProducerUrls).refine(areProducerUrls),
  ).default(new Map()),
  JURISDICTION: takes('default or uk', z.enum(['default', 'uk'])).default('default'),
  TRUST_PROXY: takes(
    'addresses or ranges of your proxies, separated by commas, such as 10.0.0.0/8,192.168.1.7',
    z.string().transform(splitList).refine(areAddresses),
  ).default([]),
  SECRETS_DIR: z.string().optional(),
  LOG_LEVEL: takes(`one of ${logLevels.join(', ')}`, z.enum(logLevels)).default('info'),
}

export type Config = ReturnType<typeof parseConfig>

export function parseConfig(env: Record<string, string | undefined>) {
  const parsed = z.object(settings).safeParse(withoutBlanks(env))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${issue?.path[0]?.toString()} takes ${issue?.message}.`)
  }
  const value = parsed.data
  const isProduction = value.NODE_ENV === 'production'
  const origin = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).origin
  const isAtHome = isLoopback(new URL(origin).hostname) && isLoopback(value.HOST)
  // There every visitor reads every letter and signs in as any player: elsewhere than at home it has to be said.
  const isSandboxOn = value.SANDBOX ? value.SANDBOX === 'on' : !isProduction && isAtHome
  const dataDir = resolve(value.DATA_DIR)
  return {
    isProduction,
    port: value.PORT,
    host: value.HOST,
    /** Processes that answer on this machine. */
    workers: value.WORKERS,
    origin,
    isSecure: origin.startsWith('https:'),
    dataDir,
    secretsDir: value.SECRETS_DIR ? resolve(value.SECRETS_DIR) : join(dataDir, 'secrets'),
    databaseUrl: value.DATABASE_URL,
    contentUrl: value.CONTENT_URL,
    contentToken: value.CONTENT_TOKEN,
    contentRefreshMs: value.CONTENT_REFRESH_SECONDS * 1000,
    /** Besides the content server itself. */
    contentImageHosts: value.CONTENT_IMAGE_HOSTS,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? { name: '', address: `no-reply@${new URL(origin).hostname}` },
    smsUrl: value.SMS_URL,
    sumsubUrl: value.SUMSUB_URL,
    sumsubLevel: value.SUMSUB_LEVEL,
    sumsubActionLevel: value.SUMSUB_ACTION_LEVEL ?? value.SUMSUB_LEVEL,
    paymentUrl: value.PAYMENT_URL,
    paymentMerchant: value.PAYMENT_MERCHANT,
    coinsUrl: value.COINS_URL,
    isSandboxOn,
    /** Strangers can reach it: somebody said so. */
    isSandboxPublic: isSandboxOn && !isAtHome,
    /** Demo players play by themselves: where the sandbox is on, never in production, in tests only where asked for. */
    isCrowdOn:
      isSandboxOn &&
      !isProduction &&
      (value.DEMO_PLAYERS ?? (value.NODE_ENV === 'development' ? 'on' : 'off')) === 'on',
    /** Who may tell of sports events. In production made-up matches have to be named. */
    sportsFeeds: (value.SPORTS_FEED ?? (isSandboxOn && !isProduction ? ['simulated'] : [])).filter(
      (name) => name !== 'off',
    ),
    /** Where some of them answer too. */
    sportsUrls: value.SPORTS_URLS,
    jurisdiction: value.JURISDICTION,
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
  }
}

function takes<S extends z.ZodType>(what: string, schema: S) {
  return z.string().transform((text, check): z.output<S> => {
    const parsed = schema.safeParse(text)
    if (parsed.success) return parsed.data
    check.addIssue({ code: 'custom', message: what })
    return z.NEVER
  })
}

/** Compose files and shells pass unset settings as empty text. */
function withoutBlanks(env: Record<string, string | undefined>) {
  return Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()))
}

function isPort(text: string) {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

function isWorkerCount(text: string) {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 64
}

function isHost(text: string) {
  return isIP(text) > 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
}

function isOrigin(text: string) {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href
}

/** `Name <address>`, or an address alone. */
function readSender(text: string) {
  const [, name = '', address = text] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  return { name, address: address.trim() }
}

function isSender({ name, address }: { name: string; address: string }) {
  return !/\p{C}/u.test(name) && /^[^\s"(),:;<>@[\\\]]{1,64}@[^\s"(),:;<>@[\\\]]{1,190}$/.test(address)
}

function areProducers(names: readonly string[]) {
  return names.every((name) => /^[a-z][a-z0-9-]{0,31}$/.test(name)) && new Set(names).size === names.length
}

/** Without an end, so that the name of the question follows. */
function readProducerUrls(text: string): ReadonlyMap<string, string> {
  const pairs = splitList(text).map((pair): [string, string] => {
    const [, name = '', url = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? []
    return [name, url.replace(/\/+$/, '')]
  })
  return new Map(pairs)
}

function areProducerUrls(urls: ReadonlyMap<string, string>) {
  const isUrl = (url: string) => z.url({ protocol: /^https?$/ }).safeParse(url).success
  return areProducers([...urls.keys()]) && [...urls.values()].every(isUrl)
}

function splitList(text: string) {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function areAddresses(list: string[]) {
  return list.every((entry) => {
    const [address = '', bits, ...rest] = entry.split('/')
    const version = isIP(address)
    if (version === 0 || rest.length > 0) return false
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  })
}

/** Where this very process listens, whatever the site is called outside. */
export function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isEverywhere = ['0.0.0.0', '::', 'localhost'].includes(host)
  const name = isEverywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
