import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, findMethod, methodNames } from './contract.ts'
import type { Method } from './method.ts'

const methods = methodNames.map((name): [string, Method] => [name, contract[name]])

test('no two methods differ only in case', () => {
  expect(methodNames).toHaveLength(Object.keys(contract).length)
})

test.each([
  ['account.getInfo', 'account.getInfo'],
  ['ACCOUNT.GETINFO', 'account.getInfo'],
  ['storage.getkeys', 'storage.getKeys'],
  ['account', undefined],
  ['', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
  ['account.getInfo ', undefined],
])('%j is the method %s', (word, name) => {
  expect(findMethod(word)).toBe(name)
})

test.each(methods)('%s can be offered', (name, method) => {
  expect(name).toMatch(/^[A-Za-z]+\.[A-Za-z]+$/)
  expect(method.about).toMatch(/^[A-Z].+\.$/)
  expect(method.input).toBeInstanceOf(z.ZodObject)
  if (method.limit) expect(method.refuses).toContain('TooManyRequests')
  if (method.cacheSeconds) expect([method.verb, method.who, method.hasEffect]).toEqual(['GET', 'anyone', undefined])
})

test('every GET with an effect says so', () => {
  const withEffect = methods.filter(([, method]) => method.verb === 'GET' && method.hasEffect).map(([name]) => name)
  expect(withEffect).toEqual(['auth.logout', 'events.handle', 'loyalty.getQuests', 'popups.get'])
})
