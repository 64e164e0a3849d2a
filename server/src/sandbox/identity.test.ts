import { beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { freePort } from '../test/http-browser.ts'
import { requestSignature } from './identity-signature.ts'

const port = await freePort()
const { app, db, as, addPlayer, signIn, secrets, send } = await testApp({ env: { PORT: String(port) } })
await app.listen({ port, host: '127.0.0.1' })

const mount = '/sandbox/identity'
const keys = { token: secrets.identityToken.current, secret: secrets.identitySecret.current }

let count = 0
let playerId = 0n
let player = ''
let applicantId = ''
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `player${count}@example.com` })
  player = await signIn(playerId)
  const person = { first_name: 'Ana', last_name: 'Gil', birth_date: '1990-02-03' }
  await db.sql.updateTable('account_player').set(person).where('id', '=', playerId).execute()
  applicantId = (await as(player).post('sumsub.createApplicant')).json.data.applicant_id
})

const flags = async () => {
  const { is_on_verification, is_verified } = (await as(player).get('account.getInfo')).json.data
  return [is_on_verification, is_verified]
}
const kept = () =>
  db.sql.selectFrom('sandbox_applicant').selectAll().where('id', '=', applicantId).executeTakeFirstOrThrow()
const pageAddress = async (more: Record<string, string> = {}) => {
  const { url } = (await as(player).post('sumsub.getAccessToken', more)).json.data
  return `http://127.0.0.1:${port}${new URL(url).pathname}${new URL(url).search}`
}
const postForm = (address: string, body: FormData | URLSearchParams) =>
  fetch(address, { method: 'POST', body, redirect: 'manual' })
const outcome = (outcome: string, more: Record<string, string> = {}) =>
  new URLSearchParams({ step: 'outcome', outcome, ...more })

describe('the API of the stand-in', () => {
  type Change = { token?: string; secret?: string; path?: string; body?: string; ts?: string; method?: string }

  /** Signs one thing and sends another, as the change says. */
  async function ask(change: Change = {}) {
    const path = '/resources/applicants?levelName=basic'
    const body = JSON.stringify({ externalUserId: `somebody-${count}` })
    const ts = change.ts ?? String(Math.floor(Date.now() / 1000))
    const signed = { ts, method: change.method ?? 'POST', path: change.path ?? path, body: change.body ?? body }
    return send({
      method: 'POST',
      url: `${mount}${path}`,
      payload: body,
      headers: {
        'content-type': 'application/json',
        'x-app-token': change.token ?? keys.token,
        'x-app-access-ts': ts,
        'x-app-access-sig': requestSignature(change.secret ?? keys.secret, signed),
      },
    })
  }

  test('takes a signed request, and says 409 to the second', async () => {
    expect((await ask()).status).toBe(201)
    expect((await ask()).status).toBe(409)
  })

  const ago = String(Math.floor(Date.now() / 1000) - 3600)
  test.each([
    ['another token', { token: 'another' }],
    ['another secret', { secret: 'another' }],
    ['the signature of another path', { path: '/resources/applicants?levelName=other' }],
    ['the signature of another body', { body: '{}' }],
    ['the signature of another verb', { method: 'GET' }],
    ['an old signature', { ts: ago }],
    ['no time', { ts: '' }],
  ] satisfies [string, Change][])('does not take %s', async (_what, change) => {
    expect((await ask(change)).status).toBe(401)
  })

  test('every address of it wants a signature', async () => {
    for (const [method, path] of [
      ['POST', '/resources/applicants?levelName=x'],
      ['GET', '/resources/applicants/-;externalUserId=x/one'],
      ['POST', '/resources/accessTokens/sdk'],
      ['POST', '/resources/sdkIntegrations/levels/-/websdkLink'],
    ] as const) {
      expect((await send({ method, url: `${mount}${path}` })).status).toBe(401)
    }
  })
})

describe('the page of the stand-in', () => {
  test('may be framed by the site and nobody else, and runs no script', async () => {
    const page = await fetch(await pageAddress())
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  })

  test('takes documents, keeps nothing but name, kind and size, and tells the site', async () => {
    const address = await pageAddress()
    const form = new FormData()
    form.set('step', 'documents')
    form.append('document', new File(['secret content'], 'pass<b>port.png', { type: 'image/png' }))
    form.append('document', new File([], ''))
    const answer = await postForm(address, form)
    expect(answer.status).toBe(303)
    expect(await kept()).toMatchObject({
      state: 'pending',
      documents: [{ name: 'pass<b>port.png', type: 'image/png', size: 14 }],
    })
    expect(await flags()).toEqual([true, false])
    const page = await (await fetch(address)).text()
    expect(page).toContain('pass&#60;b&#62;port.png')
    expect(page).toContain('Approve')
  })

  test.each([
    ['approve', [false, true], 'approved'],
    ['reject', [false, false], 'rejected'],
    ['retry', [false, false], 'retry'],
  ])('%s, chosen there, reaches the account', async (word, shown, state) => {
    const address = await pageAddress()
    const reason = { reason: 'EXPIRED_DOCUMENT' }
    expect((await postForm(address, outcome(word, word === 'retry' ? reason : {}))).status).toBe(303)
    expect(await flags()).toEqual(shown)
    const applicant = await db.sql
      .selectFrom('verification_applicant')
      .select(['state', 'reasons'])
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    expect(applicant.state).toBe(state)
    if (word === 'retry') expect(applicant.reasons).toEqual(['EXPIRED_DOCUMENT'])
  })

  test('after a second look the first is forgotten', async () => {
    const address = await pageAddress()
    for (const [word, isVerified] of [
      ['retry', false],
      ['approve', true],
      ['reject', false],
    ] as const) {
      await postForm(address, outcome(word))
      expect(await flags()).toEqual([false, isVerified])
    }
  })

  test('an action is decided apart from the person', async () => {
    const address = await pageAddress({ externalActionId: 'card-1' })
    expect(await (await fetch(address)).text()).toContain('Show that this is yours')
    const answer = await postForm(address, outcome('approve'))
    const next = await fetch(new URL(answer.headers.get('location') ?? '', address))
    expect(await next.text()).toContain('Everything is in order')
    expect(await flags()).toEqual([false, false])
    expect((await kept()).state).toBe('init')
    const actions = await db.sql
      .selectFrom('verification_action')
      .selectAll()
      .where('player_id', '=', playerId)
      .execute()
    expect(actions).toMatchObject([{ action_id: 'card-1', state: 'approved' }])
  })

  test('a link that was made up or changed leads nowhere', async () => {
    const address = await pageAddress()
    for (const wrong of [
      `${address}x`,
      address.replace('token=', 'token=x'),
      `http://127.0.0.1:${port}${mount}/flow`,
    ]) {
      expect((await fetch(wrong)).status).toBe(410)
      expect((await postForm(wrong, outcome('approve'))).status).toBe(410)
    }
    expect(await flags()).toEqual([false, false])
  })
})

describe('as tests use it', () => {
  const decide = (applicant: string, body: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}${mount}/${applicant}`, { method: 'POST', body: new URLSearchParams(body) })

  test('an outcome can be posted', async () => {
    expect(await (await decide(applicantId, { outcome: 'approve' })).json()).toEqual({ is_delivered: true })
    expect(await flags()).toEqual([false, true])
    await decide(applicantId, { outcome: 'reject' })
    expect(await flags()).toEqual([false, false])
  })

  test('only for somebody, and only a known one', async () => {
    expect((await decide('nobody', { outcome: 'approve' })).status).toBe(404)
    expect((await decide(applicantId, { outcome: 'maybe' })).status).toBe(422)
    expect((await decide(applicantId, {})).status).toBe(422)
  })
})
