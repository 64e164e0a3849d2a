import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './api.ts'

const answer = (status: number, error: unknown) =>
  Promise.resolve(new Response(JSON.stringify({ result: 0, error }), { status }))
const logged = vi.fn()

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  const page = {}
  vi.stubGlobal('window', { self: page, top: page })
  vi.spyOn(console, 'warn').mockImplementation((...words) => logged(words.map(String).join(' ')))
})
afterEach(() => {
  logged.mockClear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a refusal that does not end the page is logged with the name of the call, and still the caller’s', async () => {
  const error = { type: 'AuthorizationException', code: 4, message: 'no', error_data: { reason: 'WRONG_CREDENTIALS' } }
  vi.stubGlobal('fetch', () => answer(401, error))
  await expect(call('auth.login', { login: 'ann@example.com', password: 'Secret-Word-1' })).rejects.toMatchObject({
    reason: 'WRONG_CREDENTIALS',
  })
  expect(logged).toHaveBeenCalledTimes(1)
  expect(logged.mock.calls[0]?.[0]).toMatch(/^auth\.login: .*Authorization/)
  expect(logged.mock.calls[0]?.[0]).not.toMatch(/ann@|Secret/)
})

test('so is a call that did not get through', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call('Jackpots.get', {})).rejects.toThrow('Failed to fetch')
  expect(logged.mock.calls).toEqual([['Jackpots.get: TypeError: Failed to fetch']])
})

test('what ends the page is told by the page', async () => {
  vi.stubGlobal('fetch', () => answer(403, { type: 'AccessDeniedException', code: 7, message: 'no' }))
  await expect(call('Jackpots.get', {})).rejects.toMatchObject({ type: 'AccessDenied' })
  expect(logged).not.toHaveBeenCalled()
})
