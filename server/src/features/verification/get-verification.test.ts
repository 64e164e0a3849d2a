import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { freePort } from '../../test/http-browser.ts'

const port = await freePort()
const { app, db, as, addPlayer, signIn } = await testApp({ env: { PORT: String(port) } })
await app.listen({ port, host: '127.0.0.1' })

const ask = async (cookie: string) => (await as(cookie).get('account.getVerification')).json.data

async function newPlayer(login: string, profile = {}) {
  const id = await addPlayer({ login, emailConfirmed: true })
  const named = { first_name: 'Ana', last_name: 'Gil', birth_date: '1990-02-03', ...profile }
  await db.sql.updateTable('account_player').set(named).where('id', '=', id).execute()
  return { id, cookie: await signIn(id) }
}

test('a guest is turned away', async () => {
  expect((await as(null).get('account.getVerification')).status).toBe(401)
})

test('a player who has not begun sees what the profile lacks', async () => {
  const { cookie } = await newPlayer('new@example.com', { last_name: '', birth_date: null })
  expect(await ask(cookie)).toEqual({
    is_enabled: true,
    state: 'none',
    reasons: [],
    missing: ['last_name', 'birth_date'],
    updated_at: null,
  })
})

test('a player sees each step, the reasons of a no, and nothing of anybody else', async () => {
  const [{ cookie }, other] = [await newPlayer('ana@example.com'), await newPlayer('other@example.com')]
  const { applicant_id } = (await as(cookie).post('sumsub.createApplicant')).json.data
  const decide = (outcome: string) =>
    fetch(`http://127.0.0.1:${port}/sandbox/identity/${applicant_id}`, {
      method: 'POST',
      body: new URLSearchParams({ outcome }),
    })
  expect((await ask(cookie)).state).toBe('created')
  await as(cookie).post('account.setUserOnVerification')
  expect((await ask(cookie)).state).toBe('pending')
  await decide('retry')
  expect(await ask(cookie)).toMatchObject({ state: 'retry', reasons: ['DOCUMENT_PAGE_MISSING'], missing: [] })
  await decide('approve')
  expect(await ask(cookie)).toMatchObject({ state: 'approved', reasons: [] })
  await decide('reject')
  expect(await ask(cookie)).toMatchObject({ state: 'rejected', reasons: ['DOCUMENT_PAGE_MISSING'] })
  expect((await ask(other.cookie)).state).toBe('none')
})

test('whoever was verified in another way is verified', async () => {
  const { cookie } = await newPlayer('known@example.com', { verified_at: new Date() })
  expect((await ask(cookie)).state).toBe('approved')
})
