import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

test('without any setting the site listens on this machine, with the sandbox on', () => {
  expect(parseConfig({})).toEqual({
    isProduction: false,
    workers: 1,
    port: 3000,
    host: '127.0.0.1',
    origin: 'http://localhost:3000',
    isSecure: false,
    dataDir: resolve('data'),
    secretsDir: join(resolve('data'), 'secrets'),
    databaseUrl: undefined,
    contentUrl: undefined,
    contentToken: undefined,
    contentRefreshMs: 30_000,
    contentImageHosts: [],
    smtpUrl: undefined,
    mailFrom: { name: '', address: 'no-reply@localhost' },
    smsUrl: undefined,
    sumsubUrl: undefined,
    sumsubLevel: 'basic-kyc-level',
    sumsubActionLevel: 'basic-kyc-level',
    paymentUrl: undefined,
    paymentMerchant: 'croupier',
    coinsUrl: undefined,
    isSandboxOn: true,
    isSandboxPublic: false,
    isCrowdOn: true,
    sportsFeeds: ['simulated'],
    sportsUrls: new Map(),
    jurisdiction: 'default',
    trustProxy: [],
    logLevel: 'info',
  })
})

test('the public address follows the port unless it is named', () => {
  expect(parseConfig({ PORT: '8080' }).origin).toBe('http://localhost:8080')
  const named = parseConfig({ PORT: '8080', PUBLIC_URL: 'https://Casino.Example/' })
  expect(named).toMatchObject({ origin: 'https://casino.example', isSecure: true })
})

test('an empty setting counts as not set', () => {
  expect(parseConfig({ PORT: '', DATABASE_URL: ' ', TRUST_PROXY: '' })).toEqual(parseConfig({}))
})

test.each<[Record<string, string>, boolean, boolean]>([
  [{}, true, false],
  [{ NODE_ENV: 'test' }, true, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:4000', HOST: 'localhost' }, true, false],
  [{ PUBLIC_URL: 'http://[::1]:4000', HOST: '::1' }, true, false],
  [{ SANDBOX: 'off' }, false, false],
  [{ NODE_ENV: 'production' }, false, false],
  // Where strangers come it is never on by itself.
  [{ PUBLIC_URL: 'https://casino.example' }, false, false],
  [{ PUBLIC_URL: 'https://localhost.example' }, false, false],
  [{ HOST: '0.0.0.0' }, false, false],
  [{ HOST: '::' }, false, false],
  [{ PUBLIC_URL: 'https://127.casino.example' }, false, false],
  [{ PUBLIC_URL: 'https://casino.example', SANDBOX: 'on' }, true, true],
  [{ HOST: '0.0.0.0', SANDBOX: 'on' }, true, true],
  [{ NODE_ENV: 'production', SANDBOX: 'on' }, true, false],
])('with %o the sandbox is on: %s, and open to strangers: %s', (env, isOn, isPublic) => {
  expect(parseConfig(env)).toMatchObject({ isSandboxOn: isOn, isSandboxPublic: isPublic })
})

test('proxies are addresses or ranges', () => {
  const { trustProxy } = parseConfig({ TRUST_PROXY: '10.0.0.0/8, 192.168.1.7,fd00::/8' })
  expect(trustProxy).toEqual(['10.0.0.0/8', '192.168.1.7', 'fd00::/8'])
})

test('producers that can be asked have an address beside their name', () => {
  const { sportsUrls } = parseConfig({ SPORTS_URLS: 'acme=https://feed.acme.example/v1/, other=http://10.0.0.7:8080' })
  expect([...sportsUrls]).toEqual([
    ['acme', 'https://feed.acme.example/v1'],
    ['other', 'http://10.0.0.7:8080'],
  ])
})

test('a folder is kept as an absolute path', () => {
  expect(parseConfig({ DATA_DIR: 'x/y', SECRETS_DIR: '/run/secrets' })).toMatchObject({
    dataDir: resolve('x/y'),
    secretsDir: '/run/secrets',
  })
})

test.each([
  ['NODE_ENV', 'prod'],
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['WORKERS', '0'],
  ['WORKERS', '65'],
  ['WORKERS', '2.5'],
  ['HOST', 'a b'],
  ['PUBLIC_URL', 'casino.example'],
  ['PUBLIC_URL', 'https://casino.example/path'],
  ['PUBLIC_URL', 'https://user:secret@casino.example'],
  ['PUBLIC_URL', 'ftp://casino.example'],
  ['DATABASE_URL', 'mysql://u:hunter2@h/d'],
  ['CONTENT_URL', 'cms'],
  ['CONTENT_TOKEN', 'two words'],
  ['CONTENT_REFRESH_SECONDS', '4'],
  ['CONTENT_REFRESH_SECONDS', '3601'],
  ['CONTENT_REFRESH_SECONDS', 'soon'],
  ['CONTENT_IMAGE_HOSTS', 'cdn.example'],
  ['CONTENT_IMAGE_HOSTS', 'https://cdn.example/pictures'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'casino'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
  ['MAIL_FROM', 'Casino <a@b.example>, c@d.example'],
  ['MAIL_FROM', 'Casino\r\nBcc: x@y.example <a@b.example>'],
  ['SMS_URL', 'sms.example'],
  ['SUMSUB_URL', 'api.sumsub.example'],
  ['PAYMENT_URL', 'pay.example'],
  ['PAYMENT_MERCHANT', 'two words'],
  ['COINS_URL', 'ftp://coins.example'],
  ['SPORTS_URLS', 'https://feed.acme.example'],
  ['SPORTS_URLS', 'acme=feed.acme.example'],
  ['SPORTS_URLS', 'Acme Ltd=https://feed.acme.example'],
  ['SANDBOX', 'yes'],
  ['JURISDICTION', 'mars'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'true'],
  ['LOG_LEVEL', 'loud'],
])('a wrong %s (%s) stops the start with one line that names it', (name, value) => {
  const parse = () => parseConfig({ [name]: value })
  expect(parse).toThrow(ConfigError)
  expect(parse).toThrow(new RegExp(`^${name} takes [^\\n]{5,}\\.$`))
})

test.each([
  ['no-reply@casino.example', { name: '', address: 'no-reply@casino.example' }],
  ['Casino Royal <no-reply@casino.example>', { name: 'Casino Royal', address: 'no-reply@casino.example' }],
  ['"Casino, Royal" <no-reply@casino.example>', { name: 'Casino, Royal', address: 'no-reply@casino.example' }],
])('letters may come from %s', (text, sender) => {
  expect(parseConfig({ MAIL_FROM: text }).mailFrom).toEqual(sender)
})

test('without a sender letters come from the public address', () => {
  const { mailFrom } = parseConfig({ PUBLIC_URL: 'https://casino.example:8443' })
  expect(mailFrom).toEqual({ name: '', address: 'no-reply@casino.example' })
})

test('a refused mail server does not show its password', () => {
  expect(() => parseConfig({ SMTP_URL: 'mysql://u:hunter2@h/d' })).not.toThrow(/hunter2/)
})

test('a refused database address does not show its password', () => {
  expect(() => parseConfig({ DATABASE_URL: 'mysql://u:hunter2@h/d' })).not.toThrow(/hunter2/)
})
