import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { signNotice } from '../sandbox/identity-signature.ts'
import { testApp } from '../test/app.ts'
import { effort } from '../test/effort.ts'

const node = await testApp()
const { db, as, addPlayer, signIn, secrets, send, lines, runJobs, letters } = node
const otherNode = await testApp({ beside: node })

const secret = secrets.identityWebhook.current

let count = 0
let playerId = 0n
let player = ''
let login = ''
let applicant = { applicantId: '', externalUserId: '' }
beforeEach(async () => {
  count += 1
  login = `player${count}@example.com`
  playerId = await addPlayer({ login, emailConfirmed: true })
  player = await signIn(playerId)
  applicant = { applicantId: `applicant-${count}`, externalUserId: `user-${count}-${randomUUID()}` }
  await db.sql
    .insertInto('verification_applicant')
    .values({ player_id: playerId, applicant_id: applicant.applicantId, external_user_id: applicant.externalUserId })
    .execute()
})

const now = Date.now()
const noticeOf = (type: string, atMs: number, more: object = {}) => ({
  ...applicant,
  type,
  createdAtMs: now - 60_000 + atMs,
  ...more,
})
const green = { reviewResult: { reviewAnswer: 'GREEN' } }
const red = (reviewRejectType: string) => ({
  reviewResult: { reviewAnswer: 'RED', reviewRejectType, rejectLabels: ['EXPIRED_DOCUMENT'] },
})

type Headers = Record<string, string>

async function post(about: object | string | Buffer, headers: Headers | null = null, ask = send, provider = 'sandbox') {
  const body = Buffer.isBuffer(about) ? about : Buffer.from(typeof about === 'string' ? about : JSON.stringify(about))
  const { algorithm, digest } = signNotice(body, secret)
  return ask({
    method: 'POST',
    url: `/hooks/identity/${provider}`,
    payload: body,
    headers: headers ?? {
      'content-type': 'application/json',
      'x-payload-digest-alg': algorithm,
      'x-payload-digest': digest,
    },
  })
}

const flags = async () => {
  const { is_on_verification, is_verified } = (await as(player).get('account.getInfo')).json.data
  return [is_on_verification, is_verified]
}
const state = async () => {
  const row = await db.sql
    .selectFrom('verification_applicant')
    .select(['state', 'event_at_ms', 'reasons'])
    .where('player_id', '=', playerId)
    .executeTakeFirstOrThrow()
  return row
}
const notices = async () =>
  (await as(player).get('account.getNotices')).json.data.map(({ kind }: { kind: string }) => kind)

describe('a notice of the identity provider', () => {
  test('leads from the first document to a verified player, who is told', async () => {
    expect((await post(noticeOf('applicantPending', 1))).status).toBe(200)
    expect(await flags()).toEqual([true, false])
    expect((await post(noticeOf('applicantReviewed', 2, green))).status).toBe(200)
    expect(await flags()).toEqual([false, true])
    expect(await notices()).toEqual(['verified'])
    await runJobs()
    expect(await letters(login)).toHaveLength(1)
  })

  test('asks for documents again, with the reason', async () => {
    await post(noticeOf('applicantReviewed', 1, red('RETRY')))
    expect(await flags()).toEqual([false, false])
    expect(await state()).toMatchObject({ state: 'retry', reasons: ['EXPIRED_DOCUMENT'] })
    expect((await as(player).get('account.getNotices')).json.data).toMatchObject([
      { kind: 'verificationRetry', params: { reasons: 'EXPIRED_DOCUMENT' } },
    ])
  })

  test('can take back what was known', async () => {
    await post(noticeOf('applicantReviewed', 1, green))
    expect(await flags()).toEqual([false, true])
    await post(noticeOf('applicantPending', 2))
    expect(await flags()).toEqual([true, true])
    await post(noticeOf('applicantReviewed', 3, red('FINAL')))
    expect(await flags()).toEqual([false, false])
    expect(await notices()).toEqual(['verified', 'verificationRejected'])
    const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()
    expect(events.map(({ kind }) => kind)).toEqual(['verified', 'verificationLost'])
  })

  test('that comes late changes nothing', async () => {
    await post(noticeOf('applicantReviewed', 5, red('FINAL')))
    expect((await post(noticeOf('applicantReviewed', 4, green))).status).toBe(200)
    expect(await flags()).toEqual([false, false])
    expect((await state()).state).toBe('rejected')
  })

  test('that comes twice counts once, also thirty-two times at once on two nodes', async () => {
    const body = Buffer.from(JSON.stringify(noticeOf('applicantReviewed', 1, green)))
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) => post(body, null, i % 2 ? send : otherNode.send)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await notices()).toEqual(['verified'])
    await runJobs()
    expect(await letters(login)).toHaveLength(1)
    // The same bytes after something newer are still the old ones.
    await post(noticeOf('applicantReviewed', 2, red('FINAL')))
    expect((await post(body)).status).toBe(200)
    expect(await flags()).toEqual([false, false])
  })

  test('about an action does not touch the person', async () => {
    const prefix = `${applicant.externalUserId.slice(0, 16)}:`
    await db.sql.insertInto('verification_action').values({ player_id: playerId, action_id: 'card-1' }).execute()
    const action = { externalApplicantActionId: `${prefix}card-1` }
    await post(noticeOf('applicantActionReviewed', 2, { ...green, ...action }))
    await post(noticeOf('applicantActionPending', 1, action))
    await post(noticeOf('applicantActionReviewed', 3, { ...green, externalApplicantActionId: `${prefix}unknown` }))
    await post(noticeOf('applicantActionReviewed', 3, green))
    expect(await flags()).toEqual([false, false])
    expect((await state()).state).toBe('created')
    const actions = await db.sql
      .selectFrom('verification_action')
      .selectAll()
      .where('player_id', '=', playerId)
      .execute()
    expect(actions).toMatchObject([{ action_id: 'card-1', state: 'approved' }])
  })
})

describe('nobody is believed', () => {
  const signed = (body: Buffer, key: string): Headers => {
    const { algorithm, digest } = signNotice(body, key)
    return { 'content-type': 'application/json', 'x-payload-digest-alg': algorithm, 'x-payload-digest': digest }
  }
  const yes = () => Buffer.from(JSON.stringify(noticeOf('applicantReviewed', 9, green)))

  test.each([
    ['without a signature', (): Headers => ({ 'content-type': 'application/json' })],
    ['with a stranger’s key', (body: Buffer) => signed(body, 'a stranger')],
    ['with the signature of other bytes', () => signed(Buffer.from('{}'), secret)],
    ['with an algorithm of its own', (body: Buffer) => ({ ...signed(body, secret), 'x-payload-digest-alg': 'none' })],
    ['with no algorithm', (body: Buffer) => ({ 'x-payload-digest': signed(body, secret)['x-payload-digest'] ?? '' })],
    ['with a cut digest', (body: Buffer) => ({ ...signed(body, secret), 'x-payload-digest': 'ab' })],
  ])('%s', async (_how, headers) => {
    const body = yes()
    expect((await post(body, headers(body))).status).toBe(401)
    expect(await flags()).toEqual([false, false])
    expect((await state()).event_at_ms).toBe(0n)
  })

  test('the same bytes with one space more need another signature', async () => {
    const body = yes()
    expect((await post(Buffer.concat([body, Buffer.from(' ')]), signed(body, secret))).status).toBe(401)
  })

  test('while keys rotate, the one before is believed', async () => {
    secrets.identityWebhook.previous = 'the key before this one'
    const body = yes()
    expect((await post(body, signed(body, 'the key before this one'))).status).toBe(200)
    secrets.identityWebhook.previous = undefined
    expect(await flags()).toEqual([false, true])
  })

  test.each([
    ['an applicant who is nobody here', { applicantId: 'nobody' }],
    ['another applicant’s name', { externalUserId: 'somebody else' }],
    ['something that is no news', { type: 'applicantPersonalInfoChanged' }],
    ['a review without an answer', { reviewResult: null }],
    ['tomorrow', { createdAtMs: Date.now() + 86_400_000 }],
  ])('%s is heard and has no effect', async (_what, more) => {
    const before = lines.length
    expect((await post({ ...noticeOf('applicantReviewed', 9, green), ...more })).status).toBe(200)
    expect(await flags()).toEqual([false, false])
    expect(lines.slice(before).join('')).toContain('has no effect')
    expect(lines.slice(before).join('')).not.toContain(applicant.externalUserId)
  })

  test('a notice that had no effect is not taken for a replay later', async () => {
    const early = { ...noticeOf('applicantReviewed', 1, green), applicantId: `late-${count}` }
    await post(early)
    await sql`update verification_applicant set applicant_id = ${`late-${count}`} where player_id = ${playerId}`.execute(
      db.sql,
    )
    await post(early)
    expect(await flags()).toEqual([false, true])
  })

  test.each(['', 'null', '[]', '{"applicantId":', '{"applicantId":1,"type":2}'])('%s cannot be read', async (text) => {
    expect((await post(text)).status).toBe(400)
  })

  test('other providers have no door here', async () => {
    for (const provider of ['sumsub', 'SANDBOX', 'payment']) {
      expect((await post(yes(), null, send, provider)).status).toBe(404)
    }
    expect((await send({ method: 'GET', url: '/hooks/identity/sandbox' })).status).not.toBe(200)
  })

  test('a body that is far too large is not read', async () => {
    expect((await post('x'.repeat(300_000))).status).toBe(413)
  })
})

describe('many notices, shuffled, doubled and late', () => {
  test('the state never goes back, and ends as the newest said', { timeout: 120_000 }, async () => {
    const kinds = [
      () => ({ type: 'applicantPending' }),
      () => ({ type: 'applicantOnHold' }),
      () => ({ type: 'applicantCreated' }),
      () => ({ type: 'applicantReviewed', ...green }),
      () => ({ type: 'applicantReviewed', ...red('RETRY') }),
      () => ({ type: 'applicantReviewed', ...red('FINAL') }),
    ]
    const made = Array.from({ length: effort.notices }, (_, i) => {
      const { type, ...more } = { ...kinds[randomInt(kinds.length)]?.() }
      return noticeOf(type ?? '', i, more)
    })
    const last = noticeOf('applicantReviewed', effort.notices + 100, green)
    const again = Array.from({ length: 1.5 * effort.notices }, () => made[randomInt(made.length)] ?? last)
    const all = [...made, last, ...again]
    for (let i = all.length - 1; i > 0; i -= 1) {
      const j = randomInt(i + 1)
      const [one, other] = [all[i] ?? last, all[j] ?? last]
      all[i] = other
      all[j] = one
    }
    let newest = 0n
    for (let from = 0; from < all.length; from += 25) {
      const batch = all.slice(from, from + 25)
      const answers = await Promise.all(batch.map((one, i) => post(one, null, i % 2 ? send : otherNode.send)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      const { event_at_ms } = await state()
      expect(event_at_ms).toBeGreaterThanOrEqual(newest)
      expect(event_at_ms).toBe(BigInt(Math.max(...all.slice(0, from + 25).map(({ createdAtMs }) => createdAtMs))))
      newest = event_at_ms
    }
    expect((await state()).state).toBe('approved')
    expect(await flags()).toEqual([false, true])
  })
})
