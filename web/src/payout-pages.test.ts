import { paths } from '@croupier/contract/paths'
import { expect, test } from 'vitest'
import { isOfferedForPayout, isOpenForPayout } from './payout-pages.ts'

test.each([
  '/',
  '/about',
  '/terms',
  '/support',
  '/unsubscribe',
  '/confirmation',
  '/cashier/withdraw',
  '/cashier/withdraw/',
  '/Cashier/Withdraw',
  '/cashier/history',
  '/cashier/receipt',
  '/profile',
  '/profile/verification',
  '/profile/security',
  '/profile/responsible-game',
  '/responsible-game',
  '/profile/bets/history',
  '/profile/bets/exports',
  '/profile/bonuses',
  '/betting',
  '/BETTING/live',
  '/betting/event/7/reds-blues',
])('an excluded player who came to withdraw may open %s', (path) => expect(isOpenForPayout(path)).toBe(true))

test.each([
  '/cashier',
  '/cashier/deposit',
  '/cashier/deposit/card',
  '/cashier/wallet',
  '/profile/settings',
  '/profile/loyalty',
  '/bets/all',
  '/game/ember-tiger',
  '/GAMEHALL',
  '/g%61me/ember-tiger',
  '/c%61shier/deposit',
  '/gamehall/slots',
  '/offers/welcome',
  '/promotions',
  '/tournaments/spring-cup',
  '/loyalty/shop',
  '/jackpots',
  '/winners',
  '/providers',
])('and may not open %s', (path) => expect(isOpenForPayout(path)).toBe(false))

test('odds may be read, and no menu leads to them', () => {
  for (const path of ['/betting', '/b%65tting/live', '/gamehall']) expect(isOfferedForPayout(path), path).toBe(false)
  for (const path of ['/', '/support', '/betting-rules', '/cashier/withdraw'])
    expect(isOfferedForPayout(path), path).toBe(true)
})

test('where such a player is led is open, so no player goes round in circles', () => {
  expect(isOpenForPayout(paths.withdraw())).toBe(true)
})
