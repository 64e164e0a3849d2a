import { matchPath } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { localePath } from '../contract/src/locales.ts'
import { canonicalPath } from '../contract/src/paths.ts'
import { effort } from '../server/src/test/effort.ts'
import routes from '../web/src/routes.ts'
import { ask, headOf } from './ask.ts'
import { siteUrl } from './browser.ts'
import { addBlocked, signIn } from './sign-in.ts'

const locales = ['en', 'es', 'ru']
/** The default language and one that is not. */
const tried = effort.isLongForm ? locales : ['en', 'ru']
const at = (locale: string, path: string) => localePath(locale, 'en', path)
const pathOf = (address: string) => address.split('?')[0] ?? ''

/** Public pages that search engines may show, where the address is more than the route says. */
const named = [
  '/about',
  '/gamehall?category=slots',
  '/gamehall?providers=one,two',
  '/jackpots/house',
  '/offers/welcome-first',
  '/promotions/join-spins',
  '/game/twin-dice',
  '/betting/rules/football',
  '/tournaments/1',
]

/** Public pages that are no use in a search: among them names of things that do not exist yet. */
const unlisted = [
  '/betting/saved',
  '/loyalty/house-club',
  '/tournaments/1/gamehall',
  '/unsubscribe',
  '/confirmation',
  '/confirmation/success',
  '/forms/sign_in',
  '/forms/sign_up',
  '/_icons',
]

/** Pages of one's own. */
const own = [
  '/cashier/wallet',
  '/cashier/deposit',
  '/cashier/deposit/card',
  '/cashier/history',
  '/cashier/history?tab=bonuses',
  '/cashier/payfail',
  '/cashier/payfail/t-1',
  '/cashier/receipt',
  '/cashier/withdraw',
  '/cashier/paycancel',
  '/cashier/paymobile',
  '/cashier/paypending',
  '/cashier/paypending/t-1',
  '/cashier/paysuccess',
  '/cashier/paysuccess/t-1',
  '/cashier/paynewwindow',
  '/profile',
  '/profile/bets/exports',
  '/profile/bets/history',
  '/profile/bonuses',
  '/profile/loyalty',
  '/profile/cashback',
  '/profile/security',
  '/profile/settings',
  '/profile/notification',
  '/profile/verification',
  '/profile/responsible-game',
]

/** Words of one's own that lead on. */
const leading = [
  ['/cashier', '/cashier/deposit'],
  ['/cashier/billing', '/cashier/deposit'],
  ['/profile/bets', '/profile/bets/history'],
  ['/responsible-game', '/profile/responsible-game'],
  ['/bets/anything/at-all', '/profile/bets/history'],
] as const

/** Their things have to be told by a feed first: the journeys of the sportsbook ask for them. */
const told = ['/betting/football', '/betting/football/1-league', '/betting/event/1/match', '/betting/code/BCDFGHJK']

type Entry = { path?: string; index?: boolean; children?: Entry[] }

function patterns(entries: Entry[], base = ''): string[] {
  return entries.flatMap(({ path, children }) => {
    const full = path ? `${base}/${path}` : base
    return children ? patterns(children, full) : [full || '/']
  })
}

const all = patterns(routes)
const isNamed = (pattern: string) =>
  [...unlisted, ...own, ...leading.map(([from]) => from)].some((path) => matchPath(pattern, pathOf(path)))
/** A page that stands in no table here is one that search engines may show. */
const open = [...all.filter((pattern) => !/[:*]/.test(pattern) && !isNamed(pattern)), ...named]

test('every route of the site is asked for in this file', () => {
  const known = [...open, ...unlisted, ...own, ...leading.map(([from]) => from), '/gamehall/slots', ...told].map(pathOf)
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter((pattern) => pattern !== '/*' && !known.some((path) => matchPath(pattern, path)))).toEqual([])
})

describe.each(tried)('in %s', (locale) => {
  test.each([...open.map((path) => [path, true] as const), ...unlisted.map((path) => [path, false] as const)])(
    '%s opens for a guest and says where it stands',
    async (path, isListed) => {
      const { status, body } = await ask(at(locale, path))
      expect(status).toBe(200)
      const { lang, title, robots, canonical, alternates } = headOf(body)
      const address = (code: string) => siteUrl() + at(code, canonicalPath(pathOf(path)))
      expect(lang).toBe(locale)
      expect(title).toContain('Croupier')
      expect(canonical).toBe(address(locale))
      expect(alternates).toEqual({
        en: address('en'),
        es: address('es'),
        ru: address('ru'),
        'x-default': address('en'),
      })
      expect(robots ?? '').toBe(isListed ? '' : 'noindex, follow')
      expect(body.match(/<h1\b/g)).toHaveLength(1)
    },
  )

  test.each([...own, ...leading.map(([from]) => from)])(
    '%s sends a guest home, and remembers the way',
    async (path) => {
      const { status, location, body, headers } = await ask(at(locale, path))
      expect(status).toBe(302)
      expect(location).toBe(`${at(locale, '/')}?redirectUrl=${encodeURIComponent(at(locale, path))}`)
      expect(headers['cache-control']).toContain('no-store')
      expect(body).toBe('')
    },
  )

  test.each([
    '/nowhere',
    '/no/where',
    '/gamehall/crown-room',
    '/gamehall/one/two',
    '/game',
    '/cashier-days/x',
    '/profiles',
  ])('%s is not found, in words and with its path', async (path) => {
    const { status, body } = await ask(at(locale, path))
    const messages = JSON.parse((await ask(`/nfx/i18n/messages/${locale}`)).body)
    expect(status).toBe(404)
    expect(headOf(body)).toMatchObject({ lang: locale, robots: 'noindex, follow', canonical: undefined })
    expect(body).toContain((messages.messages ?? messages).system.notFound.header)
    expect(body).toContain(`>${path}</code>`)
  })

  test('a search engine gets the status of a missing page and no page', async () => {
    const { status, body } = await ask(at(locale, '/nowhere'), {
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    })
    expect([status, body]).toEqual([404, ''])
  })

  test.each([
    ['/casino?utm=a%20b', '/gamehall?utm=a%20b'],
    ['/sport', '/betting'],
    ['/sport/football/today?live=1', '/betting?live=1'],
    ['/rules', '/terms'],
    ['/gamehall/slots', '/gamehall?category=slots'],
  ])('%s leads to %s', async (from, to) => {
    const { status, location } = await ask(at(locale, from))
    expect([status, location]).toEqual([302, at(locale, to)])
  })
})

describe('a signed-in player', () => {
  const players: Record<string, string> = { en: 'alice@example.com', es: 'bruno@example.com', ru: 'chika@example.com' }
  const cookies: Record<string, string> = {}
  const as = (locale: string) => ({ headers: { cookie: cookies[locale] ?? '' } })

  beforeAll(async () => {
    for (const locale of locales) cookies[locale] = `sid=${await signIn(players[locale] ?? '')}`
    const { status } = await ask('/api/account.changelocale', {
      form: { locale: 'ru' },
      headers: { cookie: cookies.ru ?? '', 'sec-fetch-site': 'same-origin' },
    })
    expect(status).toBe(200)
  })

  describe.each(tried)('in %s', (locale) => {
    test.each(own)('opens %s, and no cache or search engine is told of it', async (path) => {
      const { status, body, headers } = await ask(at(locale, path), as(locale))
      expect(status).toBe(200)
      expect(headOf(body)).toMatchObject({ lang: locale, robots: 'noindex, follow' })
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers.etag).toBeUndefined()
    })

    test.each(leading)('comes from %s to %s', async (from, to) => {
      const { status, location } = await ask(at(locale, from), as(locale))
      expect([status, location]).toEqual([302, at(locale, to)])
    })

    test('meets the other pages as a guest does', async () => {
      for (const path of [...open, ...unlisted]) {
        const { status, body } = await ask(at(locale, path), as(locale))
        expect([path, status, headOf(body).lang]).toEqual([path, 200, locale])
      }
    })
  })

  test('is led to the language of the account, whatever the address and the cookie say', async () => {
    const bruno = cookies.es ?? ''
    const ways = await Promise.all(
      ['/about?a=1', '/ru/about?a=1'].map((path) => ask(path, { headers: { cookie: `${bruno}; locale=ru` } })),
    )
    expect(ways.map(({ status, location }) => [status, location])).toEqual(Array(2).fill([302, '/es/about?a=1']))
  })

  test('sees the number of a payment on its page', async () => {
    const history = await ask('/api/cashier.gethistory?type=deposit&statuses=failed', as('en'))
    const { id } = JSON.parse(history.body).data.items[0]
    const { body } = await ask(`/cashier/payfail/${id}`, as('en'))
    // React marks where text it was given begins.
    expect(body.replaceAll('<!-- -->', '')).toContain(`#${id}<`)
  })

  test.each([
    '/es//evil.example',
    '/es//evil.example/x?y=1',
    '/ru/\\evil.example',
    '/es/%2f/evil.example',
    '/es///evil.example',
  ])('is never sent to another site by %s', async (path) => {
    const { location, status } = await ask(path, as('en'))
    expect(new URL(location ?? '/', siteUrl()).origin).toBe(siteUrl())
    expect(status).toBeLessThan(500)
  })
})

describe('a blocked player', () => {
  let headers = { cookie: '' }
  beforeAll(async () => {
    await addBlocked('blocked@example.com')
    headers = { cookie: `sid=${await signIn('blocked@example.com')}` }
  })

  test.each(['/', '/gamehall', '/profile', '/es/about'])(
    'is told so on %s, and shown the way to support',
    async (path) => {
      const { status, body, headers: answered } = await ask(path, { headers })
      expect(status).toBe(403)
      expect(body).toMatch(/<a [^>]*href="(\/es)?\/support"/)
      expect(headOf(body).robots).toBe('noindex, follow')
      expect(answered['cache-control']).toBe('private, no-store')
    },
  )

  test('can write to support', async () => {
    const [page, inside] = [await ask('/support', { headers }), await ask('/support.data', { headers })]
    expect([page.status, inside.status]).toEqual([200, 200])
  })
})

describe('the language of a guest', () => {
  test.each([
    ['the cookie', { cookie: 'locale=ru', 'accept-language': 'es' }, '/ru/about?a=1'],
    ['the browser, exactly', { 'accept-language': 'fr, es;q=0.8, ru;q=0.5' }, '/es/about?a=1'],
    ['the browser, by prefix', { 'accept-language': 'es-MX,es-419;q=0.9' }, '/es/about?a=1'],
    ['the browser, when the cookie is unknown', { cookie: 'locale=xx', 'accept-language': 'ru-RU' }, '/ru/about?a=1'],
  ])('comes from %s', async (_from, headers, to) => {
    const { status, location } = await ask('/about?a=1', { headers })
    expect([status, location]).toEqual([302, to])
  })

  test.each([
    ['the default, when nothing says more', '/about', {}, 'en'],
    ['the default, when the browser speaks none of ours', '/about', { 'accept-language': 'fr,de' }, 'en'],
    [
      'the address, before the cookie and the browser',
      '/es/about',
      { cookie: 'locale=ru', 'accept-language': 'ru' },
      'es',
    ],
    ['the address, for a search engine', '/about', { 'accept-language': 'es', 'user-agent': 'Googlebot/2.1' }, 'en'],
    ['the cookie, when it names the default', '/about', { cookie: 'locale=en', 'accept-language': 'es' }, 'en'],
  ])('is %s', async (_what, path, headers, lang) => {
    const { status, body } = await ask(path, { headers })
    expect([status, headOf(body).lang]).toEqual([200, lang])
  })

  test('is not chosen by following a link: only the switcher sets the cookie', async () => {
    const { headers } = await ask('/es/about')
    expect(headers['set-cookie'] ?? []).toEqual([])
  })

  test.each([
    ['/en', 302, '/'],
    ['/en?a=1', 302, '/?a=1'],
    ['/es/', 308, '/es'],
    ['/about/', 308, '/about'],
    ['/es/gamehall//?a=1', 308, '/es/gamehall?a=1'],
    ['/es//evil.example', 308, '/es/evil.example'],
    ['/es/\\\\evil.example', 308, '/es/evil.example'],
  ])('%s answers %i to %s', async (from, status, to) => {
    const answer = await ask(from)
    expect([answer.status, answer.location]).toEqual([status, to])
  })

  test.each(['/en/about', '/fr/about', '/ES/about'])('%s has no such language, so it is not found', async (path) => {
    expect((await ask(path)).status).toBe(404)
  })
})

describe('bad addresses', () => {
  const long = 'x'.repeat(10_000)
  const addresses: [string, number][] = [
    ['//evil.example', 400],
    ['//evil.example/%2e%2e', 400],
    ['/\\evil.example', 400],
    ['/%2f%2fevil.example', 404],
    ['/%5cevil.example', 404],
    ['//evil.example/', 400],
    ['/%', 400],
    ['/%zz', 400],
    ['/es/%c3%28', 400],
    ['/%00', 404],
    ['/about%0d%0aset-cookie:a=1', 404],
    ['/../../etc/passwd', 404],
    ['/%2e%2e/%2e%2e/etc/passwd', 404],
    ['/..%2f..%2fetc%2fpasswd', 404],
    ['/assets/..%2f..%2f..%2fpackage.json', 404],
    ['/?locale=../../', 200],
    ['/nfx/i18n/messages/..%2f..%2fsite', 404],
    ['/nfx/cms-config/..%2f..', 404],
    [`/about?${long}`, 200],
    [`/gamehall?category=${long}`, 200],
    [`/${long}`, 404],
    ['/?redirectUrl=//evil.example', 200],
    ['/__proto__', 404],
    ['/constructor', 404],
    ['/game/%3Cscript%3Ealert(1)%3C%2Fscript%3E', 404],
  ]
  test.each(addresses.map(([path, status]) => [path.slice(0, 60), path, status] as const))(
    '%s is answered, leads nowhere else and tells nothing',
    async (_start, path, status) => {
      const answer = await ask(path)
      expect(answer.status).toBe(status)
      expect(answer.location).toBeUndefined()
      expect(answer.headers['set-cookie'] ?? []).not.toContainEqual(expect.stringContaining('a=1'))
      expect(answer.body).not.toMatch(/node_modules|\/server\/src|\.ts:\d|"dependencies"|root:|<script>alert/)
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('a page cannot be asked with %s', async (method) => {
    const { status, headers } = await ask('/about', { method })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('HEAD answers like GET, without a body', async () => {
    const { status, headers, body } = await ask('/about', { method: 'HEAD' })
    expect([status, headers['content-type'], body]).toEqual([200, 'text/html; charset=utf-8', ''])
  })
})

test('everything in the sitemap opens, is canonical and may be listed', async () => {
  const { body } = await ask('/sitemap.xml')
  const listed = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(listed.length).toBeGreaterThan(60)
  for (const address of listed) {
    const page = await ask(address.slice(siteUrl().length) || '/')
    const { canonical, robots } = headOf(page.body)
    expect([page.status, canonical, robots]).toEqual([200, address, undefined])
  }
})
