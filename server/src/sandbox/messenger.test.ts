import { expect, test } from 'vitest'
import { readInitData } from '../features/auth/messenger.ts'
import { testApp } from '../test/app.ts'

const { send, as, secrets, config } = await testApp()
const production = await testApp({ env: { NODE_ENV: 'production' } })

test('the messenger signs who one says to be, and the site believes it once', async () => {
  const { json } = await send({ url: '/sandbox/messenger.json?id=77001&username=mara&language_code=es' })
  expect(readInitData(json.payload, secrets.telegramBotToken)?.user).toMatchObject({ id: 77001, language_code: 'es' })
  const answers = [
    await as(null).post('auth.register', { is_tg: '1', payload: json.payload }),
    await as(null).post('auth.register', { is_tg: '1', payload: json.payload }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 422])
})

test('each answer can be used, also for the same person', async () => {
  for (let n = 0; n < 3; n += 1) {
    const { json } = await send({ url: '/sandbox/messenger.json?id=77002' })
    expect((await as(null).post('auth.register', { is_tg: '1', payload: json.payload })).status).toBe(200)
  }
})

test('the page links to the site as a mini-app is opened', async () => {
  const { json } = await send({ url: '/sandbox/messenger.json?id=7' })
  const hash = new URLSearchParams(json.url.slice(`${config.origin}/#`.length))
  expect(Object.fromEntries(hash)).toMatchObject({ tgWebAppData: json.payload, tgWebAppPlatform: 'web' })
  expect(hash.get('tgWebAppVersion')).toMatch(/^\d+\.\d+$/)
  const page = await send({ url: '/sandbox/messenger?id=7&first_name=%3Cb%3EMara' })
  expect(page.body).toMatch(/href="\/#tgWebAppData=/)
  expect(page.body).not.toContain('<b>')
  expect((await send({ url: '/sandbox/messenger' })).body).toContain('name="username"')
})

test.each(['', 'id=', 'id=x', 'id=-1', 'id=1.5'])('nobody is %j', async (query) => {
  expect((await send({ url: `/sandbox/messenger.json?${query}` })).status).toBe(400)
})

test('it exists only while the sandbox is on', async () => {
  const answer = await production.send({ url: '/sandbox/messenger.json?id=7' })
  expect(answer.json).toBeNull()
})
