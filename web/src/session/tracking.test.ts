import { afterEach, expect, test, vi } from 'vitest'
import { hitAddress, origin, readTracking } from './tracking.ts'

afterEach(() => vi.unstubAllGlobals())

test('a report says where the visit came from, under its random name', () => {
  const from = { track_id: 't&1', visit: 'v1', publisher_id: 'p' }
  expect(hitAddress('https://partner.example/a?b', from, false)).toBe(
    '/hit?referer=https%3A%2F%2Fpartner.example%2Fa%3Fb&track_id=t%261&seon_session=&visit=v1',
  )
  expect(hitAddress('', from, true)).toMatch(/&late=1$/)
})

test.each([
  [null, {}],
  ['not json', {}],
  ['[1]', {}],
  ['"text"', {}],
  [JSON.stringify({ track_id: 't', link_id: 7, other: 'x', goal_id: '', show_popup_reg: '1' }), { track_id: 't' }],
])('%j read from the storage gives %j', (text, known) => expect(readTracking(text)).toEqual(known))

test.each([
  [true, 's1'],
  [false, undefined],
])('with the flag of the fraud check %j the visit is told its session %j', (isOn, session) => {
  const stored = new Map([['seon_session', 's1']])
  const getItem = (name: string) => stored.get(name) ?? null
  vi.stubGlobal('window', { localStorage: { getItem, setItem: () => {} } })
  expect(origin(isOn).seon_session).toBe(session)
})
