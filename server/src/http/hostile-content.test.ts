// What if the content backend falls into the wrong hands? Every text and link of it is hostile here, and pages
// are made by the real web. It needs the web's build, as `npm test` makes it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { openFilesSource } from '../features/content/files-source.ts'
import { builtWeb, testApp } from '../test/app.ts'

const root = join(import.meta.dirname, '../../..')

const texts = [
  '<script>pwned()</script>',
  '</script><script>pwned()</script>',
  '</title></head><body onload=pwned()>',
  '"><img src=x onerror=pwned()>',
  "' onmouseover='pwned()' x='",
  '</style><script>pwned()</script>',
  '<!--<script>pwned()//-->',
  ']]><svg onload=pwned()>',
  '{{constructor.constructor("pwned()")()}}',
  '\u2028pwned()\u2029</body></html>',
  '##name##</title><script>pwned()</script>',
  '[x](javascript:pwned()) **<b>** [y](data:text/html,<script>pwned()</script>)',
]
const links = [
  'javascript:pwned()',
  ' JaVaScRiPt:pwned()',
  'java\nscript:pwned()',
  'data:text/html,<script>pwned()</script>',
  'vbscript:pwned()',
  '//evil.example/x',
  '/\\evil.example/x',
  '/\t/evil.example',
  'https://user:secret@evil.example/',
  '/%2f%2fevil.example',
  '/x" onclick="pwned()',
]

/** Words that choose a shape or a place: with these the record would only be dropped. */
const kept = /^(__component|position|visibleTo|slug|host|locale|banner_type|defaultTheme|fullscreen|robots)$/
const isLink = /^(url|image|logo|canonical|from_url|to_url|banner|image_\d+_\d+)$/

/** Every text of our own content, replaced by the next hostile one. */
function hostile() {
  let turn = 0
  const next = (list: string[]) => list[turn++ % list.length]
  return function spoil(value: unknown, key = ''): unknown {
    if (typeof value === 'string') return kept.test(key) ? value : next(isLink.test(key) ? links : texts)
    if (Array.isArray(value)) return value.map((item) => spoil(item, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, spoil(item, name)]))
  }
}

const silent = pino({ level: 'silent' })
const own = await openFilesSource({ dir: join(root, 'content'), log: silent, onFailure: () => {} })
const spoil = hostile()

/** What our own records leave out. */
const wholeSeo = {
  text: 'x',
  openGraph: { title: 'x', description: 'x', image: 'x', type: 'x' },
  schemaFaq: [{ question: 'x', answer: 'x' }],
  schemaArticle: { headline: 'x', author: 'x', datePublished: 'x', dateModified: 'x', image: 'x' },
  organization: { name: 'x', url: 'x', logo: 'x', contactPoint: 'x', sameAs: ['x'] },
  product: { name: 'x', description: 'x', image: 'x', brand: 'x', ratingValue: 'x', ratingCount: 'x' },
  replacements: { name: 'x' },
}

/** The address of a record and the names of its tags stay, or no page would take them. */
const spoiledSeo = (record: Record<string, unknown>) => ({
  ...Object(spoil({ ...record, ...wholeSeo })),
  url: record.url,
  meta: texts.map((content, at) => ({ name: `m-${at}`, content })),
})

/** Speaks as Strapi 5 does. */
async function answer(name: string): Promise<unknown> {
  if (name === 'i18n/locales') return (await own.locales()).map((locale) => ({ ...locale, name: spoil(locale.name) }))
  const records = await own.collection(name, 'en')
  if (records.length > 0) {
    const data = records.map((record) => (name === 'seos' ? spoiledSeo(record) : spoil(record)))
    return { data, meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: data.length } } }
  }
  const single = await own.single(name, 'en')
  return single && { data: spoil(single), meta: {} }
}

const strapi = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x')
  const body = await answer(pathname.replace('/api/', ''))
  response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
}).listen(0, '127.0.0.1')
await once(strapi, 'listening')
const { port }: Pick<AddressInfo, 'port'> = Object(strapi.address())
afterAll(async () => {
  strapi.close()
  await own.close()
})

const { send, addPlayer, signIn } = await testApp({
  render: await builtWeb(),
  env: { CONTENT_URL: `http://127.0.0.1:${port}` },
})
const player = await signIn(await addPlayer({ login: '"><script>pwned()</script>' }))

/** The names of a tag's attributes, without their values. */
const bare = (tag: string) => tag.replace(/"[^"]*"/g, '')
const tagsOf = (html: string) => [...html.matchAll(/<[a-z][^>]*>/gi)].map(([tag]) => tag)
const addressesOf = (tag: string) =>
  [...tag.matchAll(/\s(?:href|src|action|content)="([^"]*)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )

const pages = ['/', '/about', '/es', '/support', '/gamehall', '/game/twin-dice', '/forms/sign_in', '/nothing/here']
const asked = [
  ...pages.map((url) => ({ url, cookie: '', who: 'a guest' })),
  { url: '/', cookie: player, who: 'a player' },
  { url: '/profile', cookie: player, who: 'a player' },
]

describe.each(asked)('$who at $url', ({ url, cookie }) => {
  const page = send({ url, headers: cookie ? { cookie } : {} })

  test('the page is made, and shows the hostile words as words', async () => {
    const { status, body } = await page
    expect([200, 404]).toContain(status)
    expect(body).toMatch(/&lt;(script|img|svg|body)/)
  })

  test('no element and no attribute comes from content', async () => {
    const { body } = await page
    const tags = tagsOf(body).map(bare)
    expect(tags.filter((tag) => /\son\w+\s*=|^<(iframe|object|embed|base)\b|srcdoc|http-equiv/i.test(tag))).toEqual([])
    // The page of support has one of our own.
    expect(tags.filter((tag) => /^<form\b/i.test(tag))).toEqual(url === '/support' ? ['<form class= noValidate=>'] : [])
    expect(body.match(/<\/html>/g)).toHaveLength(1)
    expect(body.match(/<body/g)).toHaveLength(1)
    for (const [, attributes = '', code = ''] of body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
      expect(code.includes('pwned') ? `${attributes} ${code}` : '').not.toMatch(/[<>\u2028\u2029]/)
  })

  test('no address leaves for where a script or a stranger waits', async () => {
    const { body } = await page
    const bad = tagsOf(body)
      .flatMap(addressesOf)
      .filter((at) => /^\s*(javascript|vbscript|data:(?!image\/))|^\s*[/\\]{2}|secret@/i.test(at))
    expect(bad).toEqual([])
  })

  test('the policy runs only what we wrote', async () => {
    const { body, headers } = await page
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' '(sha256|nonce)-/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe|evil|pwned/)
    expect(body).not.toMatch(/<script[^>]*\ssrc="(?!\/assets\/)/)
  })
})

test('a hostile redirect leads nowhere', async () => {
  for (const { from_url } of await own.collection('redirects', 'en')) {
    const { headers } = await send({ url: String(from_url).replace('*', 'x') })
    expect(String(headers.location ?? '/')).toMatch(/^\/(?![/\\])/)
  }
})
