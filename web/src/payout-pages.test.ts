import { paths } from '@croupier/contract/paths'
import { expect, test } from 'vitest'
import { isOpenForPayout } from './payout-pages.ts'

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
  '/betting',
  '/offers/welcome',
  '/promotions',
  '/tournaments/spring-cup',
  '/loyalty/shop',
  '/jackpots',
  '/winners',
  '/providers',
])('and may not open %s', (path) => expect(isOpenForPayout(path)).toBe(false))

test('where such a player is led is open, so no player goes round in circles', () => {
  expect(isOpenForPayout(paths.withdraw())).toBe(true)
})
