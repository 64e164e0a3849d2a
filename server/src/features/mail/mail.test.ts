import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../../db/db.ts'
import { readMime } from '../../sandbox/mime.ts'
import { testApp } from '../../test/app.ts'
import { type Letter, type LetterKind, openSms, openSmtp, post, sendLetter } from './mail.ts'

type Manner = 'works' | 'refuses' | 'refuses the address' | 'dies in the middle'

/** A real mail server whose manners the test chooses. */
async function openMailServer() {
  const taken: { from: string; to: string[]; raw: string }[] = []
  const state: { manner: Manner } = { manner: 'works' }
  const sockets = new Set<Socket>()
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect: (_session, done) =>
      done(state.manner === 'refuses' ? Object.assign(new Error('busy'), { responseCode: 421 }) : null),
    onRcptTo: (_address, _session, done) =>
      done(
        state.manner === 'refuses the address' ? Object.assign(new Error('nobody here'), { responseCode: 550 }) : null,
      ),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) {
        chunks.push(chunk)
        if (state.manner === 'dies in the middle') return hangUp()
      }
      if (state.manner === 'dies in the middle') return hangUp()
      const { mailFrom, rcptTo } = session.envelope
      taken.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks).toString('utf8'),
      })
      done()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    become(manner: Manner) {
      state.manner = manner
      // Connections from better times end too.
      hangUp()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const server = await openMailServer()
const app = await testApp()
const real = await testApp({
  env: { SMTP_URL: server.url, MAIL_FROM: 'Croupier <no-reply@casino.example>', PUBLIC_URL: 'https://casino.example' },
  beside: app,
})
afterAll(() => server.close())
beforeEach(() => app.db.sql.deleteFrom('mail_letter').execute())
afterEach(() => {
  server.taken.length = 0
  server.become('works')
})

type App = typeof app
const write = <K extends LetterKind>(
  { parts, db }: App,
  letter: Partial<Letter<K>> & Pick<Letter<K>, 'kind' | 'params'>,
) => begin(db, (tx) => post(parts, tx, { channel: 'email', to: 'anna@example.com', locale: 'en', ...letter }))

const code = { kind: 'contactCode', params: { code: '123456', link: '/confirmation?token=abc' } } as const
const rows = () => app.db.sql.selectFrom('mail_letter').selectAll().orderBy('id').execute()
const hurry = () => sql`update jobs.job set start_after = now()`.execute(app.db.sql)

const letters: { [K in LetterKind]: Letter<K>['params'] } = {
  contactCode: { code: '123456', link: '/confirmation?token=abc' },
  restore: { code: '123456', link: '/?restore=abc' },
  twoFactorCode: { code: '123456' },
  stepUpCode: { code: '123456' },
  newDevice: { device: 'Chrome on Windows', address: '203.0.113.7', at: new Date('2026-03-01T10:05:00Z') },
  passwordChanged: {},
  contactChanged: { contact: 'new@example.com' },
  contactTaken: {},
  loginLost: { login: 'player-7-123456' },
  ownerProven: {},
  guesses: { what: 'restore' },
  twoFactorChanged: { isEnabled: true },
  welcome: { unsubscribeLink: '/unsubscribe?token=abc' },
  excluded: { until: new Date('2027-01-31T00:00:00Z') },
  limitReady: {},
  verified: {},
  verificationRejected: {},
  payoutPaid: { amount: '€25.00' },
  payoutDeclined: { amount: '€25.00' },
  payoutAccepted: { amount: '€25.00' },
  bonusReady: { amount: '€30.00', date: '16.11.2026' },
  bonusOpened: { amount: '€30.00', date: '16.11.2026' },
  bonusCompleted: { amount: '€30.00' },
  bonusEnding: { left: '€120.00', date: '16.11.2026' },
  bonusRevoked: { reason: 'operator', words: 'It was granted twice.' },
  spinsReady: { game: 'Fruit Parade', count: '10', date: '16.11.2026' },
  spinsEnding: { game: 'Fruit Parade', count: '4', date: '16.11.2026' },
  cashbackReady: { amount: '€1.96', date: '16.11.2026' },
  cashbackEnding: { amount: '€1.96', date: '16.11.2026' },
  cashbackPaid: { amount: '€1.96' },
  prizePaid: { amount: '€50.00', place: '1' },
  orderSent: { order: '12', note: 'DHL 123' },
  offerMissed: {},
  care: { lines: 'Gambling Therapy' },
  betCorrected: {
    ...{ bet: '71', before: '€0.00', after: '€20.00', reason: 'result', words: '' },
    link: '/profile/bets/history?product=sports&bet=71',
  },
  feedback: { number: '7', topic: 'games', contact: 'anna@example.com', writer: '12', quote: 'One.\n\nTwo.' },
  feedbackCopy: { number: '7', topic: 'games', quote: 'One.\n\nTwo.' },
  feedbackReceived: { number: '7' },
  feedbackAnswer: { number: '7', at: new Date('2026-03-01T10:05:00Z'), quote: 'One.\n\nTwo.' },
  contentConfirm: { link: '/content/auth/email-confirmation?confirmation=abc' },
  contentReset: { code: 'abcdef' },
}
const kinds: LetterKind[] = [
  'contactCode',
  'restore',
  'twoFactorCode',
  'stepUpCode',
  'newDevice',
  'passwordChanged',
  'contactChanged',
  'contactTaken',
  'loginLost',
  'twoFactorChanged',
  'welcome',
  'excluded',
  'limitReady',
  'verified',
  'verificationRejected',
  'payoutPaid',
  'payoutDeclined',
  'payoutAccepted',
  'bonusReady',
  'bonusOpened',
  'bonusCompleted',
  'bonusEnding',
  'bonusRevoked',
  'spinsReady',
  'spinsEnding',
  'cashbackReady',
  'cashbackEnding',
  'cashbackPaid',
  'prizePaid',
  'orderSent',
  'offerMissed',
  'care',
  'betCorrected',
]

describe('a letter', () => {
  test('arrives in the outbox with its code, its link and a simple page of the same', async () => {
    await write(app, code)
    const [letter] = await app.letters('anna@example.com')
    await app.runJobs()
    const [arrived] = await app.letters('anna@example.com')
    expect(arrived).toEqual(letter)
    expect(arrived?.subject).toBe('123456 is your confirmation code')
    expect(arrived?.text).toContain('\n\n123456\n\n')
    expect(arrived?.text).toContain(`${app.config.origin}/confirmation?token=abc`)
    expect(arrived?.html).toContain(`<a href="${app.config.origin}/confirmation?token=abc"`)
    expect(arrived?.html).toContain('>123456</p>')
  })

  test.each(['en', 'es', 'ru'])('of every kind is written in %s, for mail and for phones', async (locale) => {
    const to = `${locale}@example.com`
    const phone = `+4915112345${locale.charCodeAt(1)}`
    for (const kind of kinds) {
      await write(app, { kind, params: letters[kind], locale, to })
      await write(app, { kind, params: letters[kind], locale, to: phone.slice(1), channel: 'sms' })
    }
    const mails = await app.letters(to)
    const messages = await app.letters(phone)
    expect([mails.length, messages.length]).toEqual([kinds.length, kinds.length])
    const all = [...mails, ...messages].map(({ subject, text, html }) => `${subject}\n${text}\n${html}`)
    expect(all.filter((text) => /[{}]|undefined|null|\[object/.test(text))).toEqual([])
    expect(mails.filter(({ subject, text, html }) => !subject || !text || !html.startsWith('<!doctype html>'))).toEqual(
      [],
    )
    const isCyrillic = (text: string) => /[а-яё]{4}/i.test(text)
    expect(new Set(all.map(isCyrillic))).toEqual(new Set([locale === 'ru']))
    expect(messages.filter(({ text }) => text.length > 160).map(({ text }) => text)).toEqual([])
    await app.runJobs()
  })

  test('says when and until when in words of the reader', async () => {
    const [device, end, good] = [letters.newDevice, letters.excluded, { until: null }]
    await write(app, { kind: 'newDevice', params: device, locale: 'es', to: 'a@example.com' })
    await write(app, { kind: 'excluded', params: end, to: 'b@example.com' })
    await write(app, { kind: 'excluded', params: good, to: 'c@example.com' })
    expect((await app.letters('a@example.com'))[0]?.text).toContain('1 de marzo de 2026, 10:05 UTC')
    expect((await app.letters('b@example.com'))[0]?.text).toContain('until January 31, 2027')
    expect((await app.letters('c@example.com'))[0]?.text).toContain('permanently closed')
  })

  test.each([
    { locale: 'en', count: '1', says: '1 free spin left in Fruit Parade.' },
    { locale: 'es', count: '4', says: 'Quedan 4 tiradas gratis en Fruit Parade.' },
    { locale: 'ru', count: '4', says: 'Осталось 4 фриспина в игре Fruit Parade.' },
  ])('counts free spins as one does in $locale', async ({ locale, count, says }) => {
    const to = `${locale}-spins@example.com`
    await write(app, { kind: 'spinsEnding', params: { ...letters.spinsEnding, count }, locale, to })
    expect((await app.letters(to))[0]?.text).toContain(says)
  })

  test('reaches an address in other letters than ours', async () => {
    await write(app, { ...code, to: 'почта@пример.рф' })
    await app.runJobs()
    expect(await app.letters('почта@пример.рф')).toHaveLength(1)
    expect((await rows())[0]?.text).toBeNull()
  })

  test('in a language we do not speak is written in the default one', async () => {
    await write(app, { ...code, locale: 'xx', to: 'x@example.com' })
    expect((await app.letters('x@example.com'))[0]?.subject).toContain('is your confirmation code')
  })

  test('is never written when the transaction is taken back', async () => {
    const taken = begin(app.db, async (tx) => {
      await post(app.parts, tx, { channel: 'email', to: 'anna@example.com', locale: 'en', ...code })
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    expect(await rows()).toEqual([])
  })

  test('leaves nothing of its text behind once it is sent', async () => {
    await write(app, { ...code, headers: { 'X-Note': 'canary' } })
    await app.runJobs()
    const [row] = await rows()
    expect(row).toMatchObject({ kind: 'contactCode', text: null, html: null, headers: {}, attempts: 1 })
    expect(row?.sent_at).toBeInstanceOf(Date)
    const jobs = await sql`select * from jobs.job`.execute(app.db.sql)
    const log = app.lines.join()
    for (const secret of ['123456', 'token=abc', 'canary']) {
      expect(JSON.stringify({ ...row, id: 0 })).not.toContain(secret)
      expect(JSON.stringify(jobs.rows)).not.toContain(secret)
      expect(log).not.toContain(secret)
    }
  })

  test('is sent once, however often it is announced', async () => {
    await write(app, { ...code, to: 'once@example.com' })
    const [row] = await rows()
    const announce = (tx: Parameters<typeof post>[1]) =>
      app.parts.announce(tx, 'mail.posted', { letterId: String(row?.id) })
    await begin(app.db, announce)
    await begin(app.db, announce)
    await app.runJobs()
    await begin(app.db, announce)
    await app.runJobs()
    expect(await app.letters('once@example.com')).toHaveLength(1)
  })
})

describe('a mail server', () => {
  test('gets the letter as a proper message', async () => {
    await write(real, { kind: 'welcome', params: letters.welcome, locale: 'ru' })
    await real.runJobs()
    expect(server.taken).toMatchObject([{ from: 'no-reply@casino.example', to: ['anna@example.com'] }])
    const { headers, text, html } = readMime(Buffer.from(server.taken[0]?.raw ?? ''))
    expect(headers.get('from')).toBe('Croupier <no-reply@casino.example>')
    expect(headers.get('to')).toBe('anna@example.com')
    expect(headers.get('subject')).toBe('Добро пожаловать на сайт Croupier')
    expect(headers.get('list-unsubscribe')).toBe('<https://casino.example/unsubscribe?token=abc>')
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('message-id')).toMatch(/^<letter-\d+@casino\.example>$/)
    expect(text).toContain('Ваш аккаунт открыт.')
    expect(html).toContain('Ваш аккаунт открыт.')
  })

  test.each<Manner>(['refuses', 'refuses the address', 'dies in the middle'])(
    'that %s gets the letter later, when it works',
    async (manner) => {
      server.become(manner)
      await write(real, code)
      expect(await real.runJobs({ mayFail: true })).not.toEqual([])
      await hurry()
      expect(await real.runJobs({ mayFail: true })).not.toEqual([])
      expect(server.taken).toHaveLength(0)
      expect((await rows())[0]).toMatchObject({ sent_at: null, attempts: 2, text: expect.stringContaining('123456') })
      server.become('works')
      await hurry()
      await real.runJobs()
      expect(server.taken).toHaveLength(1)
      expect((await rows())[0]).toMatchObject({ attempts: 3, text: null })
      expect(real.lines.join()).not.toContain('anna@example.com')
    },
  )

  test('that says nothing is given up after a while', async () => {
    const silent = createSocketServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' ? address?.port : 0
    const from = { name: '', address: 'no-reply@casino.example' }
    const gateway = openSmtp({ url: `smtp://127.0.0.1:${port}`, from, patienceMs: 200 })
    await write(app, code)
    const [row] = await rows()
    const send = sendLetter({ sql: app.db.sql }, { email: gateway, sms: null }, String(row?.id))
    await expect(send).rejects.toThrow()
    expect((await rows())[0]).toMatchObject({ sent_at: null, attempts: 1 })
    silent.close()
    await app.runJobs()
    expect((await rows())[0]?.text).toBeNull()
  })

  test('that is not there at all loses nothing', async () => {
    const gateway = openSmtp({ url: 'smtp://127.0.0.1:1', from: { name: '', address: 'a@b.example' } })
    await write(app, code)
    const [row] = await rows()
    await expect(sendLetter({ sql: app.db.sql }, { email: gateway, sms: null }, String(row?.id))).rejects.toThrow()
    await app.runJobs()
    expect((await rows())[0]?.text).toBeNull()
  })
})

describe('nobody can add to a letter', () => {
  test.each([
    'anna@example.com\r\nBcc: eve@evil.example',
    'anna@example.com\nRCPT TO:<eve@evil.example>',
    'anna@example.com, eve@evil.example',
    'Anna <anna@example.com>',
    '',
  ])('no letter goes to %j', async (to) => {
    await expect(write(real, { ...code, to })).rejects.toThrow('not one address')
    expect(await rows()).toEqual([])
  })

  test.each(['49151\r\nX', '+49151123456,+49151654321', 'anna'])('no message goes to %j', async (to) => {
    await expect(write(real, { ...code, to, channel: 'sms' })).rejects.toThrow('not one number')
  })

  test('a device, an address or a contact with line breaks and markup stays a word in a line', async () => {
    const evil =
      'X\r\n\r\nBcc: eve@evil.example\r\n.\r\nMAIL FROM:<x@y>\r\n<script>alert(1)</script> https://evil.example/'
    await write(real, { kind: 'newDevice', params: { device: evil, address: evil, at: new Date(0) } })
    await write(real, { kind: 'contactChanged', params: { contact: evil } })
    await real.runJobs()
    expect(server.taken).toHaveLength(2)
    for (const { to, raw } of server.taken) {
      expect(to).toEqual(['anna@example.com'])
      const { headers, text, html } = readMime(Buffer.from(raw))
      expect([...headers.keys()].filter((name) => name === 'bcc' || name.startsWith('mail'))).toEqual([])
      expect(text.split('\n').filter((line) => /^(Bcc|MAIL|\.$)/.test(line))).toEqual([])
      expect(html).not.toContain('<script')
      expect(text + html).not.toContain('https://evil.example')
    }
  })

  test('an extra header is one line of its own', async () => {
    await write(real, { ...code, headers: { 'X-Note': 'a\r\nBcc: eve@evil.example', 'Bad\r\nBcc': 'x' } })
    await real.runJobs()
    const { headers } = readMime(Buffer.from(server.taken[0]?.raw ?? ''))
    expect(headers.get('x-note')).toBe('a Bcc: eve@evil.example')
    expect(headers.has('bcc')).toBe(false)
    expect(server.taken[0]?.to).toEqual(['anna@example.com'])
  })

  test('a link to another site is never sent', async () => {
    for (const link of ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example'])
      await expect(write(app, { kind: 'restore', params: { code: '1', link } })).rejects.toThrow('lead away')
  })
})

describe('an SMS gateway', () => {
  async function openGateway(answer: (request: IncomingMessage) => number | null) {
    const taken: { body: string; token: string | undefined; key: string | undefined }[] = []
    const gateway = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { authorization: token, 'idempotency-key': key } = request.headers
      taken.push({ body: Buffer.concat(chunks).toString('utf8'), token, key: String(key) })
      const status = answer(request)
      if (status === null) return
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('{}')
    }).listen(0, '127.0.0.1')
    await once(gateway, 'listening')
    const address = gateway.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/send`
    const close = () => {
      gateway.closeAllConnections()
      gateway.close()
    }
    return { url, taken, close }
  }

  const outgoing = { id: '7', to: '+4915112345678', subject: '', text: 'Code 123456', html: null, headers: {} }

  test('gets the number, the text, the token, and a key by which it knows a letter again', async () => {
    const { url, taken, close } = await openGateway(() => 202)
    await openSms({ url, token: 'secret' }).send(outgoing)
    expect(taken).toEqual([
      { body: '{"to":"+4915112345678","text":"Code 123456"}', token: 'Bearer secret', key: 'letter-7' },
    ])
    close()
  })

  test.each([500, 401, 302])('that answers %i has not taken it, and is not followed', async (status) => {
    const { url, taken, close } = await openGateway(() => status)
    await expect(openSms({ url, token: 'secret' }).send(outgoing)).rejects.toThrow()
    expect(taken).toHaveLength(1)
    close()
  })

  test('that says nothing is given up after a while', async () => {
    const { url, close } = await openGateway(() => null)
    await expect(openSms({ url, token: 'secret', patienceMs: 200 }).send(outgoing)).rejects.toThrow()
    close()
  })

  test('that was away gets the message later', async () => {
    let status = 503
    const { url, taken, close } = await openGateway(() => status)
    const phones = await testApp({ env: { SMS_URL: url }, beside: app })
    await write(phones, { ...code, channel: 'sms', to: '+4915112345678' })
    expect(await phones.runJobs({ mayFail: true })).not.toEqual([])
    status = 200
    // On a machine that stands still an answer may come too late, and the message is sent once more.
    await vi.waitFor(async () => {
      await hurry()
      await phones.runJobs({ mayFail: true })
      expect((await rows())[0]?.text).toBeNull()
    }, 60_000)
    expect(taken.length).toBeGreaterThanOrEqual(2)
    expect(taken.at(-1)?.body).toContain('123456')
    expect(new Set(taken.map(({ key }) => key)).size).toBe(1)
    close()
  })
})

test('without the sandbox and without a gateway letters wait, and the start says so', async () => {
  const alone = await testApp({ env: { SANDBOX: 'off' }, beside: app })
  expect(alone.lines.join()).toMatch(/SMTP_URL is not set[\s\S]*SMS_URL is not set/)
  await write(alone, code)
  expect(await alone.runJobs({ mayFail: true })).not.toEqual([])
  expect((await rows())[0]?.text).toContain('123456')
  await hurry()
  await app.runJobs()
  expect((await rows())[0]?.text).toBeNull()
})
