import { expect, test } from 'vitest'
import { hashPassword, isCommonPassword, isPasswordOf, isPasswordOfSomebody } from './passwords.ts'
import { atFullPrice } from './test/cheap-argon2.ts'

atFullPrice()

test('a password is kept as argon2id with 19 MiB and two passes, and never twice alike', async () => {
  const [one, other] = await Promise.all([hashPassword('Marmot-Hill-7'), hashPassword('Marmot-Hill-7')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
  expect(await isPasswordOf('Marmot-Hill-7', one)).toBe(true)
  expect(await isPasswordOf('Marmot-Hill-8', one)).toBe(false)
})

test('an account without a password has no right one', async () => {
  expect(await isPasswordOfSomebody('', undefined)).toBe(false)
  expect(await isPasswordOfSomebody('Marmot-Hill-7', await hashPassword('Marmot-Hill-7'))).toBe(true)
})

test.each(['123456', 'password', 'PassWord', 'qwerty', 'letmein', 'Dragon', '1q2w3e4r'])('%s is common', (word) => {
  expect(isCommonPassword(word)).toBe(true)
})

test.each(['Croupier-1', 'Marmot-Hill-7', 'xkq7.Trw2'])('%s is not', (word) => {
  expect(isCommonPassword(word)).toBe(false)
})

test('a mob at the door is turned away, and those who were in line are served', async () => {
  const stored = await hashPassword('Marmot-Hill-7')
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => isPasswordOf('Marmot-Hill-7', stored)))
  const served = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(served).toHaveLength(66)
  expect(refused).toHaveLength(34)
  expect(refused[0]?.reason).toMatchObject({ type: 'TooManyRequests', data: { resend_time: 5 } })
  expect(await isPasswordOf('Marmot-Hill-7', stored)).toBe(true)
})
