import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const messages = (locale: string, file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../content/messages', locale, `${file}.json`), 'utf8'))

test('a field without words of its own speaks the default messages of the rules', () => {
  expect(messages('en', 'fields').errors).toMatchObject({
    EMAIL: 'Value is not a valid email address',
    TOO_LONG: 'The maximum length allowed is {max}',
    TOO_SHORT: 'This field should be at least {min} characters long',
    REQUIRED: 'Value is required',
  })
})

test.each(['en', 'es', 'ru'])('a sum out of its range is told both limits: %s', (locale) => {
  const { errors } = messages(locale, 'cashier').amount
  for (const text of [errors.TOO_SMALL, errors.TOO_LARGE]) {
    expect(text).toContain('{min}')
    expect(text).toContain('{max}')
  }
})
