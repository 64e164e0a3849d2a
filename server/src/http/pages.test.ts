import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtWeb, testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'

const render = await builtWeb()
const record = {
  url: '/game/##name##',
  title: 'Play ##name## at ##site##',
  text: '',
}
const home = {
  url: '/winners',
  text: '## Why ##place##\n\nBecause of **luck** at ##site##.',
  replacements: { place: 'here' },
}
const contentDir = contentWith({ 'collections/seos.json': [record, home] })
const open = await testApp({ render, contentDir })
const closed = await testApp({ render, contentDir: contentWith({ 'site.json': { isClosed: true } }) })

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1]

test('a page shows the words that content gives it for searchers, tokens filled', async () => {
  const { body } = await open.send({ url: '/winners' })
  expect(body).toContain('<h2>Why here</h2>')
  expect(body).toContain('Because of <strong>luck</strong> at Croupier.')
  expect((await open.send({ url: '/offers' })).body).not.toContain('Because of')
})

test('a name in a template is text, whatever it says', async () => {
  await open.db.sql.insertInto('games_provider').values({ sysname: 'odd', name: 'Odd', runner: 'studio' }).execute()
  const game = {
    sysname: 'odd-name',
    provider: 'odd',
    name: '<script>',
    image_url: '',
    type: 'fast',
    version: '1',
  } as const
  await open.db.sql.insertInto('games_game').values(game).execute()
  const { body } = await open.send({ url: '/game/odd-name' })
  expect(titleOf(body)).toBe('Play &lt;script&gt; at Croupier')
})

test('an error page has the title of what happened', async () => {
  expect(titleOf((await closed.send({ url: '/' })).body)).not.toContain('not found')
  expect(titleOf((await open.send({ url: '/no/such' })).body)).toContain('not found')
  const banned = await open.addPlayer({ login: 'banned@example.com' })
  const cookie = await open.signIn(banned)
  await open.db.sql.updateTable('account_player').set({ banned_at: new Date() }).where('id', '=', banned).execute()
  const blocked = await open.send({ url: '/', headers: { cookie } })
  expect(blocked.status).toBe(403)
  expect(titleOf(blocked.body)).not.toContain('not found')
  // The house stays around the block; maintenance stands alone.
  expect(blocked.body).toContain('<footer')
  expect((await closed.send({ url: '/' })).body).not.toContain('<footer')
})

test('a guest at a guarded page is led home with the way back, in every spelling and for every kind of load', async () => {
  const page = await open.send({ url: '/es/Cashier/deposit?a=1' })
  expect(page.status).toBe(302)
  expect(page.headers.location).toBe('/es?redirectUrl=%2Fes%2FCashier%2Fdeposit%3Fa%3D1')
  for (const url of [
    '/cashier/deposit.data',
    '/c%61shier/deposit.data?_routes=features/cashier/deposit',
    '/PROFILE.data',
  ])
    expect((await open.send({ url })).status, url).toBe(202)
})

test.each([
  ['/GAMEHALL', '/gamehall'],
  ['/%67amehall?category=slots', '/gamehall?category=slots'],
  ['/es/GameHall/slots', '/es/gamehall/slots'],
  ['/Support', '/support'],
])('%s is another spelling, and leads to %s for good', async (url, to) => {
  const { status, headers } = await open.send({ url })
  expect([status, headers.location]).toEqual([308, to])
})

test('a guest who loads the winners again sees the list and the period of the address', async () => {
  const { body } = await open.send({ url: '/winners?kind=biggest&period=month&utm_source=x' })
  const current = [
    ...body.matchAll(/<a [^>]*aria-current="page"[^>]*href="([^"]*)"|<a [^>]*href="([^"]*)"[^>]*aria-current="page"/g),
  ]
  const links = current.map(([, one, two]) => one ?? two ?? '').filter((href) => /kind=|period=/.test(href))
  expect(links).toEqual([expect.stringContaining('kind=biggest'), expect.stringContaining('period=month')])
})

test('a guest who loads the finished tournaments sees these, by page and by data', async () => {
  const current = (html: string) => /aria-current="[a-z]+"[^>]*>\s*([^<]*)/.exec(html.slice(html.indexOf('<main')))?.[1]
  const [active, finished] = [
    await open.send({ url: '/tournaments' }),
    await open.send({ url: '/tournaments?status=finished' }),
  ]
  expect(finished.body.slice(finished.body.indexOf('<main'))).not.toBe(active.body.slice(active.body.indexOf('<main')))
  expect(current(finished.body)).not.toBe(current(active.body))
  const data = await Promise.all(
    ['', '?status=finished'].map((query) => open.send({ url: `/tournaments.data${query}` })),
  )
  expect(data[0]?.body).not.toBe(data[1]?.body)
})

test('broken texts never break a page: the rest of it stays', async () => {
  const contentDir = contentWith({
    '../messages/es/shell.json': { skip: '{broken', menu: { not: 'a text' }, join: 7, logIn: '<b>x</b>{name}' },
    '../messages/es/system.json': 'nothing',
  })
  writeFileSync(join(contentDir, 'messages/es/pages.json'), '{ not json')
  const broken = await testApp({ render, contentDir })
  const page = await broken.send({ url: '/es/support' })
  expect(page.status).toBe(200)
  expect(page.body).toContain('<footer')
  expect((await broken.send({ url: '/es/no/such' })).status).toBe(404)
  expect((await broken.send({ url: '/nfx/i18n/messages/es' })).status).toBe(200)
})

test('a public site has no sandbox unless it was asked for, and then every page and the log say so', async () => {
  const words = 'Every visitor can read all messages and codes here'
  const PUBLIC_URL = 'https://casino.example'
  const plain = await testApp({ render, env: { PUBLIC_URL } })
  expect((await plain.send({ url: '/sandbox/outbox' })).status).toBe(404)
  expect((await plain.send({ url: '/' })).body).not.toContain(words)
  const said = await testApp({ render, env: { PUBLIC_URL, SANDBOX: 'on' } })
  expect((await said.send({ url: '/sandbox/outbox' })).status).toBe(200)
  for (const url of ['/', '/forms/sign_in', '/game/twin-dice', '/no/such']) {
    expect((await said.send({ url })).body).toContain(words)
  }
  expect(said.lines.join('')).toContain('THE SANDBOX IS PUBLIC')
  expect((await open.send({ url: '/' })).body).not.toContain(words)
})
