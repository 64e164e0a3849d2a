import { expect, test } from 'vitest'
import { openIntent } from '../../forms/intent-key.ts'
import { payoutOf, type Yes } from './withdraw-key.ts'

test('after an answer that was lost it is the same payout, whatever is asked for on the way now', async () => {
  const keyed = openIntent()
  const keys: string[] = []
  const lost = async (yes: Yes, amount = '20') => {
    const request = { method: 'wallet', amount: { amount, currency: 'EUR' } }
    const sent = payoutOf(request)(keyed, yes, async ({ key }) => {
      keys.push(key)
      throw new TypeError('Failed to fetch')
    })
    await expect(sent).rejects.toThrow('Failed to fetch')
  }
  await lost({ burns: true })
  await lost({})
  await lost({ password: 'secret' })
  expect(new Set(keys).size).toBe(1)
  await lost({}, '30')
  expect(new Set(keys).size).toBe(2)
})

test('what was said yes to is sent', async () => {
  const request = { method: 'wallet', amount: { amount: '20', currency: 'EUR' }, requisite_id: 7 }
  const body = await payoutOf(request)(openIntent(), { burns: true, password: 'secret' }, async (sent) => sent)
  expect(body).toMatchObject({ method: 'wallet', amount: '20', currency: 'EUR', requisite_id: 7 })
  expect(body).toMatchObject({ burn_bonuses: '1', password: 'secret', key: expect.any(String) })
})
