import { expect, test } from 'vitest'
import { parseStrictJson } from './parse-json.ts'

test.each([
  '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
  '{"a":"b","b":"a"}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":"{","b":"}","c":["a","a"]}',
  '[{"a":1},{"a":1}]',
  '"a"',
  '7',
])('%s is read', (text) => {
  expect(parseStrictJson(text)).toEqual(JSON.parse(text))
})

test.each([
  '{"amount":"1.00","amount":"2.00"}',
  '{"amount":"1.00","player":"7","amount":"1.00"}',
  '{"a":{"b":1,"c":[],"b":2}}',
  '[1,{"a":[{"x":1,"x":1}]}]',
  // The same name, written otherwise.
  '{"amount":"1.00","\\u0061mount":"2.00"}',
  '{"a":1',
  '',
])('%s is nothing', (text) => {
  expect(parseStrictJson(text)).toBeUndefined()
})

test('nested deeper than a stack is read, and looked through to its bottom', () => {
  const nest = (inner: string) => `${'['.repeat(50_000)}${inner}${']'.repeat(50_000)}`
  expect(parseStrictJson(nest('{"a":1}'))).toBeDefined()
  expect(parseStrictJson(nest('{"a":1,"a":2}'))).toBeUndefined()
})
