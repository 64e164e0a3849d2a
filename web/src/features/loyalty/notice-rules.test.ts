import { expect, test } from 'vitest'
import { isHeard, mayNoticeOn, pageOfClubNotice } from './notice-rules.ts'

test.each([
  ['/', true],
  ['/loyalty/shop', true],
  ['/profile', true],
  ['/cashiers-choice', true],
  ['/game/twin-dice', false],
  ['/cashier/deposit', false],
  ['/cashier', false],
  ['/profile/verification', false],
  ['/profile/responsible-game', false],
  ['/forms/sign_in', false],
])('a notice on %s: %s', (path, isAllowed) => {
  expect(mayNoticeOn(path)).toBe(isAllowed)
})

const ears = { isTouched: true, isSoundOn: true, isStill: false, path: '/' }

test('only what came in is heard, and only where it may be', () => {
  expect(isHeard({ type: 'credit' }, ears)).toBe(true)
  expect(isHeard({ type: 'other' }, ears)).toBe(false)
  const silent = [{ isTouched: false }, { isSoundOn: false }, { isStill: true }, { path: '/game/twin-dice' }]
  expect(silent.map((each) => isHeard({ type: 'credit' }, { ...ears, ...each }))).toEqual([false, false, false, false])
})

test('each notice has its page', () => {
  expect(pageOfClubNotice({ trigger: 'product' })).toBe('/loyalty/shop#orders')
  expect(pageOfClubNotice({ trigger: 'level' })).toBe('/loyalty')
  expect(pageOfClubNotice({ trigger: 'quest' })).toBe('/profile/loyalty')
})
