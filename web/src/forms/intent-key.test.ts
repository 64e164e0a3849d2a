import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { openIntent } from './intent-key.ts'

const twenty = { amount: '20', method_id: 1 }

/** Tries once with this end and tells the key that was used. */
async function tryOnce(keyed: ReturnType<typeof openIntent>, body: object, end: unknown = null): Promise<string> {
  let used = ''
  const work = async (key: string) => {
    used = key
    if (end) throw end
  }
  await keyed(body, work).catch((error: unknown) => expect(error).toBe(end))
  return used
}

test.each([
  ['a timeout', new DOMException('late', 'TimeoutError')],
  ['a lost connection', new TypeError('Failed to fetch')],
  ['a silent provider', new Refusal('BillingUnavailable')],
  ['a provider with a fault', new Refusal('BillingServiceError')],
  ['a server that fell over', new Refusal('InternalServerError')],
  ['an answer that cannot be read', new Refusal('UnknownError')],
  ['too many tries', new Refusal('TooManyRequests')],
  ['a session that is over', new Refusal('Authorization')],
])('after %s the next try is the same deposit', async (_, end) => {
  const keyed = openIntent()
  const first = await tryOnce(keyed, twenty, end)
  expect(first).toMatch(/^[\w-]{8,80}$/)
  expect(await tryOnce(keyed, twenty)).toBe(first)
})

test.each([
  ['success', null],
  ['a declined payment', new Refusal('BillingTransactionDeclined')],
  ['a wrong field', new Refusal('InvalidParameter')],
  ['a conflict of keys', new Refusal('InvalidParameter:KEY_CONFLICT')],
])('after %s the next try is a new deposit', async (_, end) => {
  const keyed = openIntent()
  const first = await tryOnce(keyed, twenty, end)
  expect(await tryOnce(keyed, twenty)).not.toBe(first)
})

test('another amount is another deposit, whatever became of the first', async () => {
  const keyed = openIntent()
  const first = await tryOnce(keyed, twenty, new TypeError('Failed to fetch'))
  expect(await tryOnce(keyed, { ...twenty, amount: '30' })).not.toBe(first)
})

test('no page makes its keys in another way: what it would use is missing on plain HTTP', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const own = files.filter((name) => readFileSync(join(folder, name), 'utf8').includes('crypto.randomUUID'))
  expect(own.filter((name) => !name.endsWith('.test.ts'))).toEqual([])
})
