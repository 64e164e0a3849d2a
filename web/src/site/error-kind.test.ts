import { expect, test } from 'vitest'
import { errorKind } from './error-kind.ts'

const thrown = (status: number, data: unknown = null) => ({ status, statusText: '', internal: false, data })

test.each([
  [thrown(404, 'Page not found'), 'notFound'],
  [thrown(403), 'forbidden'],
  [thrown(403, { refusal: 'UserBanned' }), 'userBlock'],
  [thrown(503, { refusal: 'ApplicationDisabled' }), 'maintenance'],
  [thrown(401, { refusal: 'Authorization' }), 'notFound'],
  [thrown(500), 'notFound'],
  [new Error('a fault'), 'notFound'],
  [new TypeError('a fault of ours'), 'notFound'],
  [new TypeError('Failed to fetch'), 'offline'],
  [new TypeError('NetworkError when attempting to fetch resource.'), 'offline'],
  [new TypeError('Load failed'), 'offline'],
])('what a page threw leads to its own error page', (error, kind) => {
  expect(errorKind(error)).toBe(kind)
})
