import { behindLocale, elsewhere, schemes } from '@croupier/contract/test/elsewhere-cases'
import { expect, test } from 'vitest'
import { searchWithout, whereNext } from './where-next.ts'

const locales = [
  { code: 'en', isDefault: true },
  { code: 'es', isDefault: false },
]
const english = { locale: 'en', defaultLocale: 'en', locales }
const spanish = { ...english, locale: 'es' }
const asked = { how: 'login', isPayoutOnly: false, search: '', hash: '', backUrl: null } as const

test('a login stays on its page; a registration goes to the deposit', () => {
  expect(whereNext(asked, english)).toEqual({ kind: 'stay' })
  expect(whereNext({ ...asked, how: 'registration' }, english)).toEqual({
    kind: 'route',
    path: '/cashier/deposit?register=success',
  })
})

test('the page that was asked for comes first, inside the locale of this page', () => {
  const search = `?redirectUrl=${encodeURIComponent('/es/cashier/history?tab=bonuses#x')}&backUrl=/about`
  expect(whereNext({ ...asked, search }, spanish)).toEqual({
    kind: 'route',
    path: '/cashier/history?tab=bonuses#x',
  })
  expect(whereNext({ ...asked, search, how: 'registration' }, spanish)).toEqual({
    kind: 'route',
    path: '/cashier/history?tab=bonuses&register=success#x',
  })
  expect(whereNext({ ...asked, search }, english)).toEqual({
    kind: 'load',
    address: '/es/cashier/history?tab=bonuses#x',
  })
})

test('the hash of the page that was asked for is carried by the browser, and comes back', () => {
  const search = `?redirectUrl=${encodeURIComponent('/profile/settings?a=1')}`
  const next = whereNext({ ...asked, search, hash: '#data' }, english)
  expect(next).toEqual({ kind: 'route', path: '/profile/settings?a=1#data' })
  expect(whereNext({ ...asked, search: `${search}%23own`, hash: '#data' }, english)).toEqual({
    kind: 'route',
    path: '/profile/settings?a=1#own',
  })
  // A way back that was not turned away has nothing to do with the hash of this page.
  expect(whereNext({ ...asked, search: '?backUrl=/about', hash: '#data' }, english)).toEqual({
    kind: 'route',
    path: '/about',
  })
})

test.each(['/api/account.getInfo', '/content/pages', '/x/../api/auth.logout', '/%61pi/metadata.get', '/robots.txt'])(
  '%s answers a program, so no player is led there',
  (target) => {
    const search = `?redirectUrl=${encodeURIComponent(target)}`
    expect(whereNext({ ...asked, search, backUrl: target }, english)).toEqual({ kind: 'stay' })
    expect(whereNext({ ...asked, search: '', backUrl: target }, spanish)).toEqual({ kind: 'stay' })
  },
)

test('a remembered way back counts when the address has none', () => {
  expect(whereNext({ ...asked, backUrl: '/promotions' }, english)).toEqual({ kind: 'route', path: '/promotions' })
})

test.each(['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '/%2F%2Fevil.test', '\t//evil'])(
  '%j leads nowhere',
  (target) => {
    const search = `?redirectUrl=${encodeURIComponent(target)}&backUrl=${encodeURIComponent(target)}`
    expect(whereNext({ ...asked, search, backUrl: target }, english)).toEqual({ kind: 'stay' })
  },
)

test('who comes only for the balance goes to the withdrawal, whatever the address says', () => {
  expect(whereNext({ ...asked, isPayoutOnly: true, search: '?redirectUrl=/gamehall' }, english)).toEqual({
    kind: 'route',
    path: '/cashier/withdraw',
  })
})

test('ninety ways to write an address elsewhere lead nowhere, in every language and from every place it can stand in', () => {
  const own = 'https://casino.example'
  for (const target of [...elsewhere, ...behindLocale, ...schemes]) {
    for (const written of [target, encodeURI(target), target.replaceAll('%', '%25')]) {
      const query = encodeURIComponent(written)
      const places = [
        { search: `?redirectUrl=${query}` },
        { search: `?backUrl=${query}` },
        { search: `?redirectUrl=&backUrl=${query}` },
        { backUrl: written },
      ]
      for (const place of places) {
        for (const house of [english, spanish]) {
          for (const how of ['login', 'registration'] as const) {
            const next = whereNext({ ...asked, how, ...place }, house)
            if (next.kind === 'stay') continue
            const address = next.kind === 'route' ? next.path : next.address
            const followed = new URL(address, `${own}/es/page`)
            expect([written, address, followed.origin]).toEqual([written, address, own])
          }
        }
      }
    }
  }
})

test('what opened the popup leaves the address, and nothing else', () => {
  expect(searchWithout('?a=1&show_popup_reg=x&b=2', ['show_popup_reg', 'prevent_close'])).toBe('?a=1&b=2')
  expect(searchWithout('?show_popup_reg', ['show_popup_reg'])).toBe('')
})
