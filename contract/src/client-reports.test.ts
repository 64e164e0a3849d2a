import { expect, test } from 'vitest'
import { clientErrorParams, reportedPath } from './client-reports.ts'

test.each([
  ['/', '/'],
  ['/gamehall', '/gamehall'],
  ['/game/twin-dice', '/game/twin-dice'],
  ['/game/fruit-parade-2', '/game/fruit-parade-2'],
  ['/cashier/paysuccess/18', '/cashier/paysuccess/:id'],
  ['/betting/event/7712/reds-blues', '/betting/event/:id/reds-blues'],
  ['/betting/code/BCDF1234', '/betting/code/:id'],
  ['/confirmation?token=secret#x', '/confirmation'],
  [`/${'a'.repeat(80)}`, '/:id'],
])('the page %s is reported as %s', (path, told) => {
  expect(reportedPath(path)).toBe(told)
})

test('an error is told by its words, without addresses, numbers and names in them', () => {
  const fault = new TypeError('no https://casino.example/?token=abc for anna@example.com, 4242424242424242')
  expect(clientErrorParams(fault, '/cashier/receipt?id=7')).toEqual({
    kind: 'TypeError',
    message: 'no :url for :email :number',
    path: '/cashier/receipt',
  })
  expect(clientErrorParams({ odd: true }, '/')).toEqual({ kind: 'unknown', message: 'unknown', path: '/' })
  expect(clientErrorParams('x'.repeat(5000), '/').message).toHaveLength(300)
})
