import { seo } from '@croupier/contract/seo'
import { bestTime } from '@croupier/contract/test/best-time'
import { expect, test } from 'vitest'
import {
  fillReplacements,
  isDisallowed,
  matchRedirect,
  matchWildcard,
  mergeSeo,
  ofDomain,
  replacedFields,
  robotsRules,
} from './rules.ts'

test.each([
  ['/a', '/a', true],
  ['/a', '/a/b', false],
  ['/a/*', '/a/b/c', true],
  ['/a/*', '/a/', true],
  ['/a/*', '/a', false],
  ['*', '', true],
  ['*/b', '/a/b', true],
  ['/a*a', '/a', false],
  ['/a*b*c', '/a-b-c', true],
  ['/a*b*c', '/a-c-b', false],
  ['/a*b*b', '/ab', false],
  ['/a.c', '/abc', false],
  ['/(a|b)', '/a', false],
])('the pattern %s matches %s: %s', (pattern, text, isMatch) => {
  expect(matchWildcard(pattern, text)).toBe(isMatch)
})

test('a hostile pattern costs no time', async () => {
  expect(await bestTime(() => matchWildcard(`${'*a'.repeat(500)}b`, 'a'.repeat(2000)))).toBeLessThan(50)
})

const robots = `
# ours
User-agent: BadBot
Disallow: /

User-agent: GoodBot
User-agent: *
Disallow: /profile
Disallow: /*?
Disallow: /*.pdf$
Allow: /profile/public
Disallow:
Sitemap: https://x.example/sitemap.xml
`
test.each([
  ['/', false],
  ['/profile', true],
  ['/profile/settings', true],
  ['/profile/public', false],
  ['/a/b.pdf', true],
  ['/a/b.pdf.html', false],
  ['/a?b', true],
])('robots.txt forbids %s: %s', (path, isForbidden) => {
  expect(isDisallowed(robotsRules(robots), path)).toBe(isForbidden)
})

test('without rules for everyone nothing is forbidden', () => {
  expect(isDisallowed(robotsRules('User-agent: BadBot\nDisallow: /'), '/')).toBe(false)
  expect(isDisallowed(robotsRules(''), '/')).toBe(false)
  expect(isDisallowed(robotsRules('User-agent: *\nDisallow: /'), '/any')).toBe(true)
})

const redirects = [
  { from_url: '/old', to_url: '/new' },
  { from_url: '/shop/*', to_url: '/loyalty/shop?from=shop#top' },
  { from_url: '/partner', to_url: 'https://partner.example/x' },
  { from_url: '/bad', to_url: '//evil.example' },
  { from_url: '/code', to_url: 'javascript:alert(1)' },
  { from_url: '/self', to_url: '/self' },
  { from_url: '/ping', to_url: '/pong' },
  { from_url: '/pong', to_url: '/ping' },
  { from_url: '/all/*', to_url: '/all/in' },
  { from_url: '/step1', to_url: '/old' },
  { from_url: '/año', to_url: '/new' },
]
test.each([
  ['/old', '/new', false],
  ['/old/', '/new', false],
  ['/older', null, false],
  ['/shop/a/b', '/loyalty/shop?from=shop#top', false],
  ['/partner', 'https://partner.example/x', true],
  ['/bad', null, false],
  ['/code', null, false],
  ['/self', null, false],
  ['/ping', null, false],
  ['/all/x', '/all/in', false],
  ['/all/in', null, false],
  ['/step1', '/old', false],
  ['/a%C3%B1o', '/new', false],
  ['/%E0%A4%A', null, false],
])('%s leads to %s', (path, to, isExternal) => {
  expect(matchRedirect(redirects, path)).toEqual(to === null ? null : { to, isExternal })
})

test('a page takes from the domain what it does not say itself', () => {
  const domain = ofDomain(
    seo.parse({
      title: 'House',
      description: 'Domain words',
      canonical: 'https://wrong.example/',
      openGraph: { title: 'House', image: '/og.jpg' },
      meta: [{ name: 'verify', content: '1' }],
      organization: { name: 'Org' },
      schemaFaq: [{ question: 'q', answer: 'a' }],
    }),
  )
  const page = seo.parse({ title: 'Page', openGraph: { title: 'Page' }, meta: [{ name: 'own', content: '2' }] })
  const merged = mergeSeo(page, domain)
  expect(merged).toMatchObject({ title: 'Page', description: 'Domain words', canonical: '', schemaFaq: [] })
  expect(merged.openGraph).toMatchObject({ title: 'Page', image: '/og.jpg' })
  expect(merged.meta.map(({ name }) => name)).toEqual(['own', 'verify'])
  expect(merged.organization?.name).toBe('Org')
  expect(mergeSeo(seo.parse({ openGraph: 'broken' }), domain).openGraph.title).toBe('House')
})

test('replacements are filled in, other tokens wait', () => {
  const filled = fillReplacements(
    seo.parse({
      title: '##brand##: ##name##',
      replacements: { brand: 'Croupier' },
      meta: [{ name: 'a', content: '##brand##' }],
    }),
  )
  expect(filled.title).toBe('Croupier: ##name##')
  expect(filled.meta[0]?.content).toBe('Croupier')
})

test('the log names exactly the fields that were not taken', () => {
  const written = {
    a: 'purple',
    b: 3,
    c: [1, 2],
    d: { e: 'x', f: true },
    g: 'https://x.example',
    unknown: 1,
    h: '# text',
    i: 'not a list',
    j: 'not a part',
    k: { not: 'a text' },
    l: { url: '/uploads/a.png' },
  }
  const taken = { a: 'auto', b: 3, c: [1], d: { e: 'x', f: false }, g: 'https://x.example/' }
  const odd = { h: [{ kind: 'paragraph' }], i: [], j: { f: true }, k: '', l: '/uploads/a.png' }
  expect(replacedFields(written, { ...taken, ...odd })).toEqual(['a', 'c', 'd.f', 'i', 'j', 'k'])
})
