import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput, pickFields } from './params.ts'

const schema = z.object({
  name: z.string().min(2).max(5),
  amount: z.coerce.number().optional(),
  kind: z.enum(['a', 'b']).default('a'),
  requisites: z.object({ iban: z.string(), tags: z.array(z.string()).optional() }).optional(),
  code: z.string().regex(/^\d+$/, 'CODE_DIGITS').optional(),
})

const fieldsOf = (params: Record<string, unknown>) => {
  try {
    parseInput(schema, params)
  } catch (error) {
    return error instanceof Refusal ? error.fields : error
  }
  return null
}

test.each<[string, Record<string, unknown>, Record<string, string[]>]>([
  ['nothing', {}, { name: ['REQUIRED'] }],
  ['null, which counts as nothing', { name: null }, { name: ['REQUIRED'] }],
  ['a short text', { name: 'x' }, { name: ['TOO_SMALL'] }],
  ['a long text', { name: 'xxxxxx' }, { name: ['TOO_LARGE'] }],
  ['a list instead of a text', { name: ['xx', 'xx'] }, { name: ['FORMAT'] }],
  ['an unknown word', { name: 'xx', kind: 'c' }, { kind: ['UNKNOWN_VALUE'] }],
  ['letters instead of a number', { name: 'xx', amount: 'x' }, { amount: ['FORMAT'] }],
  ['a reason of its own', { name: 'xx', code: 'x' }, { code: ['CODE_DIGITS'] }],
  ['a missing part', { name: 'xx', requisites: {} }, { 'requisites[iban]': ['REQUIRED'] }],
  ['a wrong part', { name: 'xx', requisites: '{"iban":"i","tags":[1]}' }, { 'requisites[tags][0]': ['FORMAT'] }],
  ['JSON that cannot be read', { name: 'xx', requisites: '{' }, { requisites: ['FORMAT'] }],
  ['a half character', { name: '\ud800x' }, { name: ['FORMAT'] }],
  ['two faults', { amount: 'x' }, { name: ['REQUIRED'], amount: ['FORMAT'] }],
])('%s is named', (_what, params, fields) => {
  expect(fieldsOf(params)).toEqual(fields)
})

test('what is nested may come as JSON or as an object, and what is unknown is dropped', () => {
  const wanted = { name: 'xx', kind: 'a', requisites: { iban: 'i' } }
  expect(parseInput(schema, { name: 'xx', requisites: '{"iban":"i"}', other: '\0' })).toEqual(wanted)
  expect(parseInput(schema, { name: 'xx', requisites: { iban: 'i' } })).toEqual(wanted)
})

test.each<[unknown, unknown]>([
  [
    { items: [{ a: 1, b: 2 }, { a: 3 }], total: 2 },
    { items: [{ a: 1 }, { a: 3 }], total: 2 },
  ],
  [[{ a: 1, b: 2 }], [{ a: 1 }]],
  [{ a: 1, b: 2 }, { a: 1 }],
  [['x'], ['x']],
  [null, null],
])('only the field a stays of %o', (data, kept) => {
  expect(pickFields(data, 'a, c')).toEqual(kept)
})
