import { describe, expect, test } from 'vitest'
import { fitsRoutes, isPopupDue, isPopupPath } from './popups.ts'

describe('where a popup may stand', () => {
  test.each([
    '/',
    '/gamehall',
    '/gamehall/slots',
    '/offers',
    '/promotions/x',
    '/profile',
    '/cashier/wallet',
    '/winners',
  ])('%s is a place for it', (path) => {
    expect(isPopupPath(path)).toBe(true)
  })

  test.each([
    '/cashier/deposit',
    '/Cashier/Deposit/card',
    '/cashier/paysuccess/t-1',
    '/cashier/payfail',
    '/cashier/withdraw',
    '/cashier/billing',
    '/game/fruit-parade',
    '/game/fruit-parade?x=1',
    '/profile/verification',
    '/profile/responsible-game',
    '/responsible-game',
    '/forms/sign_in',
    '/confirmation/success',
    '/unsubscribe',
  ])('%s is not, whatever a campaign says', (path) => {
    expect(isPopupPath(path)).toBe(false)
  })

  test('rules of a record name pages, and what lies below them', () => {
    const fits = (path: string, only: string[], except: string[] = []) => fitsRoutes(path, { only, except })
    expect(fits('/any/where', [])).toBe(true)
    expect(fits('/offers', ['/offers'])).toBe(true)
    expect(fits('/offers/first', ['/offers'])).toBe(false)
    expect(fits('/offers/first?x=1', ['/offers/*'])).toBe(true)
    expect(fits('/offers', ['/offers/*'])).toBe(true)
    expect(fits('/offers-of-others', ['/offers/*'])).toBe(false)
    expect(fits('/', ['/'])).toBe(true)
    expect(fits('/gamehall', ['/'])).toBe(false)
    expect(fits('/gamehall/slots', [], ['/gamehall/*'])).toBe(false)
    expect(fits('/offers/first', ['/offers/*'], ['/offers/first'])).toBe(false)
  })
})

describe('how often it may come', () => {
  const on = (day: string, opened = 1, isRefused = false) => ({ day, opened, isRefused })
  const today = '2026-11-16'

  test.each([
    ['once', [], true],
    ['once', [on('2020-01-01')], false],
    // Closed on another device before it was opened here: it was not seen.
    ['once', [on(today, 0)], true],
    ['daily', [on('2026-11-15', 3)], true],
    ['daily', [on('2026-11-15'), on(today)], false],
    ['weekly', [on('2026-11-10')], false],
    ['weekly', [on('2026-11-09')], true],
    [{ times: 3 }, [on('2026-11-01'), on('2026-11-02')], true],
    [{ times: 3 }, [on('2026-11-01'), on('2026-11-02', 2)], false],
  ] as const)('%j after %j: %s', (frequency, seen, isDue) => {
    expect(isPopupDue(frequency, seen, today)).toBe(isDue)
  })

  test.each(['once', 'daily', 'weekly', { times: 99 }] as const)(
    '%j: who is not interested sees it never again',
    (often) => {
      expect(isPopupDue(often, [on('2020-01-01', 0, true)], today)).toBe(false)
    },
  )
})
