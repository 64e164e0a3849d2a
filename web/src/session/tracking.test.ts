import { afterEach, expect, test, vi } from 'vitest'
import { addressOrigin, origin, readTracking, sendHit } from './tracking.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that keeps this session, and what it sends. */
function browserWith(session: string, { takesBodies = true } = {}) {
  const pictures: URL[] = []
  const bodies: URLSearchParams[] = []
  vi.stubGlobal('document', { referrer: 'https://partner.example/a?b' })
  vi.stubGlobal('window', {
    localStorage: { getItem: (name: string) => (name === 'seon_session' ? session : null), setItem: () => {} },
  })
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        pictures.push(new URL(address, 'http://house.example'))
      }
    },
  )
  vi.stubGlobal('navigator', {
    sendBeacon: (_address: string, body: URLSearchParams) => takesBodies && bodies.push(body) > 0,
  })
  return { pictures, bodies }
}

test('a report says where the visit came from, under its random name', () => {
  const { pictures } = browserWith('')
  const from = { track_id: 't&1', visit: 'v1', publisher_id: 'p' }
  sendHit(from, false)
  sendHit(from, true)
  expect(pictures.map(({ pathname, search }) => pathname + search)).toEqual([
    '/hit?referer=https%3A%2F%2Fpartner.example%2Fa%3Fb&track_id=t%261&seon_session=&visit=v1',
    '/hit?referer=https%3A%2F%2Fpartner.example%2Fa%3Fb&track_id=t%261&seon_session=&visit=v1&late=1',
  ])
})

test('a session too long for an address is told once, whole, in a body; addresses carry the visit alone', () => {
  const session = 'a+'.repeat(10_000)
  const { pictures, bodies } = browserWith(session)
  sendHit(origin(true), false)
  sendHit(origin(true), true)
  expect(bodies.map((body) => body.get('seon_session'))).toEqual([session])
  expect(pictures.map(({ searchParams }) => [searchParams.get('seon_session'), searchParams.get('late')])).toEqual([
    ['', '1'],
  ])
  const { visit } = origin(true)
  expect([bodies[0]?.get('visit'), pictures[0]?.searchParams.get('visit')]).toEqual([visit, visit])
  // A registration by another service begins with an address too.
  expect(addressOrigin(true)).toEqual({ visit })
  expect(bodies).toHaveLength(1)
})

test('one that was not told yet is told when an address is made, and a short one goes in it', () => {
  const long = browserWith('b'.repeat(20_000))
  expect(Object.keys(addressOrigin(true))).toEqual(['visit'])
  expect(long.bodies.map((body) => [body.get('seon_session')?.length, body.get('late')])).toEqual([[20_000, '1']])
  browserWith('short')
  expect(addressOrigin(true).seon_session).toBe('short')
})

test('a browser that sends no bodies reports the visit all the same, and tries again', () => {
  const { pictures } = browserWith('c'.repeat(20_000), { takesBodies: false })
  sendHit(origin(true), false)
  expect(pictures.map(({ searchParams }) => searchParams.get('seon_session'))).toEqual([''])
  const { bodies } = browserWith('c'.repeat(20_000))
  sendHit(origin(true), true)
  expect(bodies).toHaveLength(1)
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
