import { describe, expect, test } from 'vitest'
import { isFromParent, parentOrigin, readFromParent } from './frame-parent.ts'

const ownOrigin = 'https://house.example'
const around = {
  isFramed: true,
  ancestor: undefined,
  referrer: 'https://partner.example/page?x',
  ownOrigin,
  allowed: ['https://partner.example', 'https://other.example:8443/path'],
}

describe('the page around a form', () => {
  test.each([
    [{}, 'https://partner.example'],
    [{ ancestor: 'https://other.example:8443' }, 'https://other.example:8443'],
    [{ ancestor: ownOrigin }, ownOrigin],
    [{ isFramed: false }, null],
    [{ referrer: '' }, null],
    [{ referrer: 'https://evil.test/' }, null],
    [{ ancestor: 'https://evil.test', referrer: 'https://partner.example/' }, null],
    [{ ancestor: 'https://partner.example.evil.test' }, null],
    [{ ancestor: 'http://partner.example' }, null],
    [{ ancestor: 'null' }, null],
    [{ allowed: ['not a url'] }, null],
  ])('%j is spoken to at %s', (changed, origin) => expect(parentOrigin({ ...around, ...changed })).toBe(origin))

  test.each([
    [{ type: 'checkIframe' }, { type: 'checkIframe' }],
    [{ type: 'checkIframe', path: '/x' }, { type: 'checkIframe' }],
    [
      { type: 'redirect', to: 'registration', backUrl: '//evil' },
      { type: 'redirect', to: 'registration' },
    ],
    [{ type: 'redirect', to: '/cashier' }, null],
    [{ type: 'redirect' }, null],
    [{ type: 'refresh_user' }, null],
    ['checkIframe', null],
    [null, null],
    [[], null],
  ])('may ask %j', (data, read) => expect(readFromParent(data)).toEqual(read))

  test('is heard only from its own origin and its own window', () => {
    const parent = {}
    const event = { origin: 'https://partner.example', source: null }
    expect(isFromParent({ ...event, source: null }, 'https://partner.example', null)).toBe(true)
    expect(isFromParent({ ...event, origin: 'https://evil.test' }, 'https://partner.example', null)).toBe(false)
    expect(isFromParent(event, 'https://partner.example', parent)).toBe(false)
  })
})
