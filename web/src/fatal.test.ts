import { refusals } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { fatalOf } from './fatal.ts'

test('only a ban, a closed site and a 403 end everything', () => {
  const ending = Object.entries(refusals).flatMap(([type, { status }]) => {
    const kind = fatalOf({ type, status })
    return kind ? [`${type}: ${kind}`] : []
  })
  expect(ending).toEqual([
    'ApplicationDisabled: maintenance',
    'AccessDenied: forbidden',
    'UserBanned: userBlock',
    'ApplicationUnavailable: maintenance',
  ])
  expect(fatalOf({ type: 'UnknownError', status: 403 })).toBe('forbidden')
})
