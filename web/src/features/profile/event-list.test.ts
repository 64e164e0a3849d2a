import { readFileSync } from 'node:fs'
import { securityEventKinds } from '@croupier/contract/security'
import { expect, test } from 'vitest'

test('everything that can happen to an account has its words', () => {
  const messages = new URL('../../../../content/messages/en/profile.json', import.meta.url)
  const { events } = JSON.parse(readFileSync(messages, 'utf8'))
  expect(securityEventKinds.filter((kind) => !(kind in events))).toEqual([])
})
