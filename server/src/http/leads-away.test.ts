import { request } from 'node:http'
import type { Render } from '@croupier/contract/boot'
import { behindLocale, elsewhere, schemes } from '@croupier/contract/test/elsewhere-cases'
import { describe, expect, test } from 'vitest'
import { matchRedirect } from '../features/content/rules.ts'
import { testApp } from '../test/app.ts'
import { freePort } from '../test/http-browser.ts'

/** No address that a stranger writes makes this server send a browser to another site. */

const render: Render = async () =>
  new Response('<!DOCTYPE html><html></html>', { headers: { 'content-type': 'text/html' } })
const port = await freePort()
const { app, config, addPlayer, signIn } = await testApp({ render, env: { PORT: String(port) } })
await app.listen({ port, host: '127.0.0.1' })
const russian = await signIn(await addPlayer({ login: 'rus@example.com', locale: 'ru' }))

/** With exactly this path: a client that tidies it up would prove nothing. */
const ask = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; location: string | undefined; refresh: unknown }>((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        answer.resume().once('end', () => {
          const { location, refresh } = answer.headers
          resolve({ status: answer.statusCode ?? 0, location, refresh })
        })
      },
    )
    asked.once('error', reject).end()
  })

/** What a browser would do with it, from whatever page it is on. */
const leaves = (location: string) =>
  ['/', '/es', '/es/a/b'].some((from) => new URL(location, config.origin + from).origin !== config.origin)

/** Line breaks and their like cannot be sent as a path; a browser writes them so. */
const asSent = (path: string) => path.replace(/[^!-~]|[<>"]/g, encodeURIComponent)

describe('an address written in a hundred and eighty ways', () => {
  const visitors: [string, Record<string, string>][] = [
    ['a guest', {}],
    ['a guest who chose a language', { cookie: 'locale=es' }],
    ['a guest whose browser speaks another', { 'accept-language': 'ru' }],
    ['a player with a language of its own', { cookie: russian }],
    ['somebody whose proxy says what it likes', { host: 'evil.test', 'x-forwarded-host': 'evil.test' }],
  ]
  test.each(visitors)(
    'leads %s nowhere else',
    async (_who, headers) => {
      let moved = 0
      for (const written of [...elsewhere, ...behindLocale]) {
        for (const path of [
          written,
          `/${written}`,
          `${written}/`,
          `/about?redirectUrl=${encodeURIComponent(written)}`,
        ]) {
          const { status, location, refresh } = await ask(asSent(path), headers)
          expect([path, status < 500, refresh]).toEqual([path, true, undefined])
          if (location === undefined) continue
          moved += 1
          expect([path, location, leaves(location)]).toEqual([path, location, false])
        }
      }
      // Otherwise nothing was tried.
      expect(moved).toBeGreaterThan(50)
    },
    60_000,
  )
})

describe('a redirect that an editor wrote', () => {
  test('leads away only when it openly says so', () => {
    for (const to_url of [...elsewhere, ...behindLocale, ...schemes]) {
      const target = matchRedirect([{ from_url: '/old', to_url }], '/old')
      if (!target) continue
      const isOpenly = /^https?:/.test(to_url)
      expect([to_url, target.isExternal, leaves(target.to)]).toEqual([to_url, isOpenly, isOpenly])
    }
  })

  test('takes nothing from the address of the visitor', () => {
    const rules = [{ from_url: '/old/*', to_url: '/new' }]
    for (const path of elsewhere) {
      expect(matchRedirect(rules, `/old/${path}`)?.to ?? '/new').toBe('/new')
    }
  })
})
