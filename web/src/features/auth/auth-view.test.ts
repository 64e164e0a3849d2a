import { expect, test } from 'vitest'
import { attemptByCookie, viewAfterMessenger } from './auth-view.ts'

test.each(['excluded', 'returnNeeded', 'returnWaits'] as const)(
  'an account of a messenger that is %s may ask for its balance without a password',
  (kind) => {
    const exclusion = { kind, until: null }
    expect(viewAfterMessenger({ kind: 'excluded', exclusion })).toEqual({
      view: 'excluded',
      exclusion,
      attempt: attemptByCookie,
    })
  },
)

test('a person who is excluded and has no account here has nothing to ask for', () => {
  const exclusion = { kind: 'person', until: null } as const
  expect(viewAfterMessenger({ kind: 'excluded', exclusion })).toMatchObject({ view: 'excluded', attempt: null })
})

test('who owes the second step is asked for it; a failure has no view', () => {
  const step = { method: 'app', to: '', resendSeconds: 0 } as const
  expect(viewAfterMessenger({ kind: 'second', step })).toEqual({ view: 'twofa', attempt: attemptByCookie, step })
  expect(viewAfterMessenger({ kind: 'wrongCredentials' })).toBeNull()
})
