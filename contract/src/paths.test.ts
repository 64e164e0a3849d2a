import { expect, test } from 'vitest'
import {
  canonicalPath,
  gameFrame,
  isDepositPath,
  isGamePath,
  isPlayersOnly,
  isProtected,
  pageAtCanonical,
  paths,
} from './paths.ts'

test.each([
  [paths.home(), '/'],
  [paths.deposit(), '/cashier/deposit'],
  [paths.deposit('visa/../x'), '/cashier/deposit/visa%2F..%2Fx'],
  [paths.cashierHistory(), '/cashier/history'],
  [paths.cashierHistory('deposit'), '/cashier/history?tab=deposit'],
  [paths.cashierHistory('deposit', { page: '2' }), '/cashier/history?tab=deposit&page=2'],
  [paths.receipt(100_001), '/cashier/receipt?id=100001'],
  [paths.gamehall(), '/gamehall'],
  [paths.gamehall({ providers: ['a', 'b c'] }), '/gamehall?providers=a,b%20c'],
  [paths.gamehall({ category: 'slots', providers: [] }), '/gamehall?category=slots'],
  [paths.game('book', 'demo'), '/game/book#demo'],
  [paths.paySuccess('t-1'), '/cashier/paysuccess/t-1'],
  [gameFrame({ sysname: 'book' }, 'real'), '/platform/game/book/real'],
  [gameFrame({ custom: 'my game' }), '/platform/game/custom/my%20game/play'],
])('a link is built: %s', (built, path) => {
  expect(built).toBe(path)
})

test('no link carries a locale, a host or an unescaped part', () => {
  for (const [name, build] of Object.entries(paths)) {
    const path = Reflect.apply(build, undefined, name === 'gamehall' ? [{}] : ['x'])
    expect(path, name).toMatch(/^\/([\w%./#?=,-]*)$/)
    expect(path, name).not.toMatch(/^\/\//)
  }
})

test.each([
  ['/cashier/wallet', true],
  ['/profile', true],
  ['/bets/history', true],
  ['/responsible-game', true],
  ['/es/cashier', true],
  ['/cashier?x=1', true],
  ['/offers/cashier-days', false],
  ['/profiles', false],
  ['/?back=/cashier', false],
  ['/', false],
])('%s is for players only: %s', (path, isClosed) => {
  expect(isPlayersOnly(path)).toBe(isClosed)
})

test.each([
  ['/cashier/deposit', true],
  ['/profile/security', true],
  ['/forms/sign_in', true],
  ['/game/book', true],
  ['/gamehall', false],
  ['/', false],
  ['/offers', false],
])('no outside script stands on %s: %s', (path, isClosed) => {
  expect(isProtected(path)).toBe(isClosed)
})

test.each([
  ['/game/book', true, false, '/platform/game/book'],
  ['/platform/game/book/real', true, false, '/platform/game/book/real'],
  ['/cashier/deposit/visa', false, true, '/cashier/deposit/visa'],
  ['/cashier/deposits', false, false, '/cashier/deposits'],
  ['/gamehall', false, false, '/gamehall'],
])('%s is a game: %s, a deposit: %s, canonical %s', (path, isGame, isDeposit, canonical) => {
  expect([isGamePath(path), isDepositPath(path), canonicalPath(path)]).toEqual([isGame, isDeposit, canonical])
})

test.each([
  ['/platform/game/book', '/game/book'],
  ['/es/platform/game/book', '/es/game/book'],
  ['/platform/game/book/play', '/platform/game/book/play'],
  ['/platform/game/custom/book', '/platform/game/custom/book'],
  ['/game/platform', '/game/platform'],
  ['/gamehall', '/gamehall'],
])('at %s stands the page %s', (address, path) => {
  expect(pageAtCanonical(address)).toBe(path)
})

test.each(['/CASHIER/deposit', '/c%61shier/deposit', '/Profile', '/%70rofile/settings', '/Profile/%42ets'])(
  'another spelling of a guarded page is guarded too: %s',
  (path) => {
    expect(isPlayersOnly(path)).toBe(true)
    expect(isProtected(path)).toBe(true)
  },
)

test('games and forms are protected in every spelling, and a broken one breaks nothing', () => {
  expect(['/GAME/x', '/g%61me/x', '/Forms/sign_in'].map(isProtected)).toEqual([true, true, true])
  expect(['/%', '/cashier%2Fdeposit', '/%63'].map(isProtected)).toEqual([false, false, false])
})
