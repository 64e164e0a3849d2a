import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@croupier/contract/refusals'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { readFailure } from '../../forms/failure.ts'
import { useProblemText } from '../../forms/use-attempt.ts'
import { useTrouble } from './withdraw-trouble.ts'

const folder = join(import.meta.dirname, '../../../../content/messages/en')
const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
const messages = { fields: read('fields'), cashier: read('cashier'), profile: read('profile') }

type Said = { useWords: () => string | undefined }
const Words = ({ useWords }: Said) => useWords()

/** What the hooks of forms say of a refusal. */
function told(useWords: Said['useWords']): string {
  const provided = { locale: 'en', timeZone: 'UTC', messages, children: createElement(Words, { useWords }) }
  return renderToStaticMarkup(createElement(IntlProvider, provided))
}

test('a payout and any other form say that the session is over, and nothing of what may have been sent', () => {
  const over = new Refusal('Authorization')
  const refused = { failure: readFailure(over), type: over.type, reason: null, data: undefined }
  const words = 'You have been logged out. Log in again to continue.'
  expect(told(() => useTrouble()(refused).form)).toBe(words)
  expect(told(() => useProblemText()(refused.failure))).toBe(words)
})
