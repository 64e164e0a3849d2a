import { expect, test } from 'vitest'
import { contentFailure } from './content-error.ts'

test('a failure is told as the backend named it', () => {
  const error = { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: { a: 1 } }
  expect(contentFailure({ data: null, error })).toMatchObject({
    status: 403,
    name: 'ForbiddenError',
    message: 'Forbidden',
  })
})

test.each([
  null,
  undefined,
  '<html>',
  {},
  { error: null },
  { error: { status: 200, name: 'x', message: '' } },
  { error: 'no' },
])('%j names nothing: an unknown error', (body) => {
  const { status, name } = contentFailure(body)
  expect([status, name]).toEqual([500, 'UnknownError'])
})
