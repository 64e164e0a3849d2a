import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freePort } from '../../test/http-browser.ts'

const port = await freePort()
const node = await testApp({ env: { PORT: String(port) } })
const { app, db, as, addPlayer, signIn, config } = node
await app.listen({ port, host: '127.0.0.1' })

let count = 0
let playerId = 0n
let player = ''
beforeEach(async () => {
  count += 1
  playerId = await addPlayer({ login: `player${count}@example.com`, emailConfirmed: true })
  player = await signIn(playerId)
})

const complete = (id = playerId) =>
  db.sql
    .updateTable('account_player')
    .set({ first_name: 'Ana', last_name: 'Gil', birth_date: '1990-02-03' })
    .where('id', '=', id)
    .execute()
const create = (cookie = player) => as(cookie).post('sumsub.createApplicant')
const getToken = (more: Record<string, string> = {}) => as(player).post('sumsub.getAccessToken', more)
const finish = (cookie = player) => as(cookie).post('account.setUserOnVerification')
const decide = (applicant: string, outcome: string) =>
  fetch(`http://127.0.0.1:${port}/sandbox/identity/${applicant}`, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  })
const flags = async () => {
  const { is_on_verification, is_verified } = (await as(player).get('account.getInfo')).json.data
  return [is_on_verification, is_verified]
}
const reasonOf = (answer: { json: { error: { error_data?: { reason?: string } } } }) =>
  answer.json.error.error_data?.reason

test.each(['sumsub.createApplicant', 'sumsub.getAccessToken', 'account.setUserOnVerification'])(
  'a guest is turned away: %s',
  async (name) => {
    expect((await as(null).post(name)).status).toBe(401)
  },
)

describe('sumsub.createApplicant', () => {
  test('needs a name and a birth date to compare documents with', async () => {
    const answer = await create()
    expect(answer.status).toBe(422)
    expect(answer.json.error).toMatchObject({
      type: 'UserNeedProfileDataException',
      code: 11,
      error_data: { fields: ['first_name', 'last_name', 'birth_date'] },
    })
    await db.sql.updateTable('account_player').set({ first_name: 'Ana' }).where('id', '=', playerId).execute()
    expect((await create()).json.error.error_data.fields).toEqual(['last_name', 'birth_date'])
  })

  test('makes the player known once, however often it is asked', async () => {
    await complete()
    const answers = await Promise.all(Array.from({ length: 16 }, () => create()))
    const ids = new Set(answers.map(({ json }) => json.data.applicant_id))
    expect(ids.size).toBe(1)
    expect((await create()).json.data.applicant_id).toBe([...ids][0])
  })

  test('tells the provider nothing that names our player', async () => {
    await complete()
    await create()
    const { external_user_id } = await db.sql
      .selectFrom('verification_applicant')
      .select('external_user_id')
      .where('player_id', '=', playerId)
      .executeTakeFirstOrThrow()
    expect(external_user_id).toMatch(/^[\w-]{43}$/)
    const twin = await addPlayer({ login: `twin${count}@example.com` })
    await complete(twin)
    const first = (await create()).json.data.applicant_id
    expect((await create(await signIn(twin))).json.data.applicant_id).not.toBe(first)
  })
})

describe('sumsub.getAccessToken', () => {
  test('needs an applicant', async () => {
    const answer = await getToken()
    expect([answer.status, reasonOf(answer)]).toEqual([422, 'APPLICANT_UNKNOWN'])
  })

  test('gives a token and the provider’s own page, which answers', async () => {
    await complete()
    await create()
    const { token, url, expires_at } = (await getToken()).json.data
    expect(token.length).toBeGreaterThan(20)
    expect(url.startsWith(`${config.origin}/sandbox/identity/flow?token=`)).toBe(true)
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.now())
    const page = await fetch(`http://127.0.0.1:${port}${new URL(url).pathname}${new URL(url).search}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Hand in')
  })

  test('an action is checked apart from the person', async () => {
    await complete()
    await create()
    expect((await getToken({ externalActionId: 'card:1' })).status).toBe(200)
    expect((await getToken({ externalActionId: 'card:1' })).status).toBe(200)
    const actions = await db.sql
      .selectFrom('verification_action')
      .selectAll()
      .where('player_id', '=', playerId)
      .execute()
    expect(actions).toMatchObject([{ action_id: 'card:1', state: 'created' }])
    for (const externalActionId of ['', 'a b', 'x'.repeat(101), '../x', '<b>']) {
      expect((await getToken({ externalActionId })).status).toBe(422)
    }
  })
})

describe('account.setUserOnVerification', () => {
  test('needs an applicant', async () => {
    expect(reasonOf(await finish())).toBe('APPLICANT_UNKNOWN')
  })

  test('begins the wait, and the provider’s word ends it', async () => {
    await complete()
    const { applicant_id } = (await create()).json.data
    expect((await finish()).json).toEqual({ result: 1, data: null })
    expect(await flags()).toEqual([true, false])
    expect(await (await decide(applicant_id, 'approve')).json()).toEqual({ is_delivered: true })
    expect(await flags()).toEqual([false, true])
    const answer = await finish()
    expect([answer.status, reasonOf(answer)]).toEqual([422, 'ALREADY_VERIFIED'])
  })

  test.each([['retry'], ['reject']])('that comes after the provider has said %s does not hide it', async (outcome) => {
    await complete()
    const { applicant_id } = (await create()).json.data
    await decide(applicant_id, outcome)
    expect((await finish()).status).toBe(200)
    expect(await flags()).toEqual([false, false])
  })
})

describe('when something is missing', () => {
  test('a provider that is away is said to be away, and works when it is back', async () => {
    const away = await testApp({ beside: node, env: { PORT: '1' } })
    await complete()
    expect(reasonOf(await away.as(player).post('sumsub.createApplicant'))).toBe('PROVIDER_AWAY')
    expect((await create()).status).toBe(200)
    expect(reasonOf(await away.as(player).post('sumsub.getAccessToken'))).toBe('PROVIDER_AWAY')
    expect((await getToken()).status).toBe(200)
  })

  test('a site without a provider says so', async () => {
    const none = await testApp({ beside: node, env: { SANDBOX: 'off' } })
    await complete()
    expect(reasonOf(await none.as(player).post('sumsub.createApplicant'))).toBe('VERIFICATION_OFF')
    expect((await none.send({ method: 'POST', url: '/hooks/identity/sandbox', payload: '{}' })).status).toBe(404)
    expect((await none.send({ method: 'GET', url: '/sandbox/identity/flow?token=x' })).body).not.toContain(
      'Identity check',
    )
  })

  const contentDir = mkdtempSync(join(tmpdir(), 'croupier-content-'))
  afterAll(() => rmSync(contentDir, { recursive: true }))

  test('an editor can switch it off', async () => {
    cpSync(join(import.meta.dirname, '../../../../content'), contentDir, { recursive: true })
    const file = join(contentDir, 'site/site.json')
    const site = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...site, features: { ...site.features, verification: false } }))
    const off = await testApp({ beside: node, contentDir })
    await complete()
    for (const name of ['sumsub.createApplicant', 'sumsub.getAccessToken']) {
      expect(reasonOf(await off.as(player).post(name))).toBe('VERIFICATION_OFF')
    }
  })
})
