import { type DataStrategyResult, type MiddlewareFunction, RouterContextProvider, redirect } from 'react-router'
import { expect, test } from 'vitest'
import { keepHash, spelledAs } from './guard.ts'

test.each([
  ['/gamehall', '/GAMEHALL', '/gamehall'],
  ['/gamehall', '/%67amehall', '/gamehall'],
  ['/gamehall/:id', '/GameHall/slots', '/gamehall/slots'],
  ['/jackpots/:id', '/Jackpots/House%20Pot', '/jackpots/House%20Pot'],
  ['/jackpots/:id', '/jackpots/%48ouse', '/jackpots/House'],
  ['/cashier/payfail/:transaction?', '/cashier/PayFail', '/cashier/payfail'],
  ['/cashier/payfail/:transaction?', '/cashier/PayFail/7', '/cashier/payfail/7'],
  ['/:slug', '/About', '/About'],
  // In code they are names of pages that are not there; decoded they would be something else.
  ['/:slug', '/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/:slug', '/..%2f..%2fetc', '/..%2f..%2fetc'],
  ['/:slug', '/%61bout%0d%0aset-cookie:a=1', '/about%0d%0aset-cookie:a=1'],
  ['/bets/*', '/Bets/x', '/Bets/x'],
  ['/*', '/no/Such', '/no/Such'],
  ['/', '/', '/'],
])('%s asked for as %s is written %s', (pattern, path, spelled) => {
  expect(spelledAs(pattern, path)).toBe(spelled)
  expect(spelledAs(pattern, spelled)).toBe(spelled)
})

type Results = Record<string, DataStrategyResult>

/** Where the router goes when a navigation to this address is answered with a redirect. */
async function led(address: string, to: string) {
  const url = new URL(address, 'http://localhost')
  const asked: Parameters<MiddlewareFunction<Results>>[0] = {
    request: new Request(url.origin + url.pathname),
    url,
    pattern: url.pathname,
    params: {},
    context: new RouterContextProvider(),
  }
  const results = { root: { type: 'error', result: redirect(to) }, page: { type: 'data', result: { a: 1 } } } as const
  await keepHash(asked, async () => results)
  return results.root.result.headers.get('location')
}

test('a redirect of the router keeps the hash of the address that was asked for', async () => {
  expect(await led('/old#part', '/new?a=1')).toBe('/new?a=1#part')
  expect(await led('/profile#data', '/?redirectUrl=%2Fprofile')).toBe('/?redirectUrl=%2Fprofile#data')
  expect(await led('/old', '/new')).toBe('/new')
})

test('its own hash goes first, and an address elsewhere gets none', async () => {
  expect(await led('/old#part', '/new#own')).toBe('/new#own')
  expect(await led('/old#part', 'https://partner.example/')).toBe('https://partner.example/')
})
