import { expect, test } from 'vitest'
import { isClosedPage } from './closed-pages.ts'
import { paths } from './paths.ts'

const open = { betHistory: true, responsibleGaming: true, loyalty: true, hasSports: true }

test.each([
  ['betHistory', paths.betHistory(), true],
  ['betHistory', `${paths.betHistory()}?round=x#top`, true],
  ['betHistory', paths.betExports(), true],
  ['betHistory', '/bets/anything', true],
  ['betHistory', '/betting', false],
  ['betHistory', paths.responsibleGame(), false],
  ['responsibleGaming', paths.responsibleGame(), true],
  ['responsibleGaming', `${paths.responsibleGame()}#break`, true],
  ['responsibleGaming', '/responsible-game', true],
  ['responsibleGaming', '/responsible-play', false],
  ['responsibleGaming', paths.betHistory(), false],
  ['loyalty', paths.loyalty(), true],
  ['loyalty', `${paths.loyaltyShop()}?a=b`, true],
  ['loyalty', '/profile/loyalty', true],
  ['loyalty', '/loyalty-terms', false],
  ['hasSports', paths.betting({ view: 'today' }), true],
  ['hasSports', paths.bettingLive(), true],
  ['hasSports', '/betting-rules', false],
  ['hasSports', paths.betHistory(), false],
] as const)('without %s the page %s is closed: %s', (flag, url, isClosed) => {
  expect(isClosedPage(url, { ...open, [flag]: false })).toBe(isClosed)
  expect(isClosedPage(url, open)).toBe(false)
})
