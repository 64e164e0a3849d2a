import type { Boot } from '@croupier/contract/boot'
import { consentText } from '@croupier/contract/consent'
import { describe, expect, test } from 'vitest'
import { testApp } from '../test/app.ts'
import { contentWith, ownContent } from '../test/content.ts'

/** What of others may be on a page: only by the visitor's own yes, only what was chosen, and never beside money. */

const pageFor = (said: string) => `<!doctype html><html><head></head><body data-said="${said}"></body></html>`
const told: Boot['outside'][] = []
const render = async (_request: Request, _base: string, boot: Boot) => {
  told.push(boot.outside)
  return new Response(pageFor(consentText(boot.consent)), { headers: { 'content-type': 'text/html' } })
}
const site = {
  ...ownContent('site.json'),
  isSeonEnabled: true,
  analytic: { google_tag: 'G-ABCD1234', scripts: ['https://stat.example/x.js'] },
}
const support = {
  ...ownContent('support.json'),
  chat: 'liveChat',
  config: { liveChat: { license: '77' }, jivoSite: { widget_id: 'w' } },
}
const contentDir = contentWith({ 'site.json': site, 'support.json': support })
const house = await testApp({ render, contentDir })
const plain = await testApp({ render, beside: house })
const player = await house.signIn(await house.addPlayer({ login: 'alice@example.com' }))

const cookies = (...list: string[]) => ({ cookie: list.filter(Boolean).join('; ') })
async function look(path: string, consent = '', sid = '', app = house) {
  const headers = cookies(consent && `consent=${consent}`, sid)
  const { headers: answered, body, status } = await app.send({ url: path, headers })
  return { policy: String(answered['content-security-policy']), body, status, headers: answered }
}

const foreign = /livechatinc|text\.com|google|stat\.example|seon/

describe.each([
  ['a guest', ''],
  ['a player', 'player'],
])('%s', (_, who) => {
  const sid = who && player

  test.each(['', 'no-tracking', 'nonsense'])('who said %j gets nothing of others', async (consent) => {
    const { policy, body } = await look('/about', consent, sid)
    expect(policy).not.toMatch(foreign)
    expect(policy).not.toContain('strict-dynamic')
    expect(body).not.toMatch(foreign)
  })

  test('who said yes to the chat gets the policy of the chosen one and of no other', async () => {
    const { policy, body } = await look('/about', 'chat', sid)
    expect(policy).toMatch(/script-src [^;]*https:\/\/cdn\.livechatinc\.com/)
    expect(policy).toMatch(/connect-src [^;]*wss:\/\/\*\.livechatinc\.com/)
    expect(policy).not.toMatch(/jivo|freshchat|google|stat\.example|seon|127\.0\.0\.1/)
    expect(body).toBe(pageFor('chat'))
    expect(told.at(-1)).toMatchObject({ chat: { provider: 'liveChat' }, isTracked: false, asksTracking: true })
  })

  test('who said yes to being counted is counted, by scripts with the nonce of the page', async () => {
    const { policy, body, headers } = await look('/about', 'tracking', sid)
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(nonce).toBeTruthy()
    const scripts = [...body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toEqual([
      `<script nonce="${nonce}">`,
      `<script nonce="${nonce}" async src="https://www.googletagmanager.com/gtag/js?id=G-ABCD1234">`,
      `<script nonce="${nonce}" async src="https://stat.example/x.js">`,
    ])
    expect(policy).toMatch(/connect-src [^;]*https:\/\/stat\.example/)
    expect(policy).toMatch(/script-src [^;]*https:\/\/cdn\.seondf\.com/)
    expect(policy).not.toContain('livechat')
    expect(headers['cache-control']).toContain('no-store')
  })

  test.each([
    '/forms/sign_in',
    '/game/twin-dice',
    '/Game/twin-dice',
    '/about?token=abc',
    '/?restore=abc',
    '/confirmation?not_me=1',
    ...(who ? ['/cashier/deposit', '/profile', '/profile/security'] : []),
  ])('at %s nothing of it is there, whatever was said', async (path) => {
    const { policy, body, status } = await look(path, 'chat.tracking', sid)
    expect(status).toBe(200)
    expect(policy).not.toMatch(foreign)
    expect(policy).not.toContain('strict-dynamic')
    expect(body).not.toMatch(foreign)
    expect(told.at(-1)).toBeNull()
  })
})

test('the page of one who said yes is not given to one who did not', async () => {
  for (const consent of ['chat', '', 'tracking', '', 'chat.tracking', 'no-tracking']) {
    const { policy } = await look('/support', consent)
    expect([/livechatinc/.test(policy), /stat\.example/.test(policy)]).toEqual([
      consent.includes('chat'),
      consent.split('.').includes('tracking'),
    ])
  }
})

test.each(['/game/twin-dice', '/forms/sign_in'])('at %s each is told what was said by nobody else', async (path) => {
  for (const consent of ['tracking', '', 'no-tracking', 'tracking', 'chat'])
    expect((await look(path, consent)).body).toBe(pageFor(consent))
})

test('where content chose no chat, the stand-in has nothing but its own address', async () => {
  const { policy } = await look('/about', 'chat', '', plain)
  const script = plain.parts.chatStandIn() ?? ''
  expect(policy).toContain(`script-src 'self' ${new URL(script).origin} ws://`)
  expect(policy).not.toContain('freshchat.com')
  expect((await look('/about', '', '', plain)).policy).not.toContain(new URL(script).origin)
})
