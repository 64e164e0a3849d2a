import { describe, expect, test } from 'vitest'
import { gladness, moneyWords } from './client.ts'
import { signOf } from './math.ts'

describe('money', () => {
  test.each([
    ['EUR', '1285.07', '€1,285.07'],
    ['GBP', '1285.07', '£1,285.07'],
    ['JPY', '120000', '¥120,000'],
    ['BRL', '5.00', 'R$\u00a05.00'],
    ['USDT', '12.500000', '₮12.50'],
    ['EUR', '-3.50', '−€3.50'],
  ])('%s %s is written as the site writes it: %s', (currency, amount, text) => {
    const { minorOf, wireOf, write } = moneyWords(signOf(currency))
    expect(write(minorOf(amount))).toBe(text)
    expect(wireOf(minorOf(amount))).toBe(amount)
  })

  test('a gain has its sign', () => {
    const { signed } = moneyWords(signOf('EUR'))
    expect([signed(150n), signed(0n), signed(-150n)]).toEqual(['+€1.50', '€0.00', '−€1.50'])
  })
})

test.each([
  ['real', 100n, 0n, 'none'],
  ['real', 100n, 40n, 'none'],
  ['real', 100n, 100n, 'none'],
  ['real', 100n, 145n, 'line'],
  ['real', 100n, 500n, 'pulse'],
  ['real', 100n, 2000n, 'pulse'],
  ['real', 100n, 4800n, 'great'],
  ['demo', 100n, 4800n, 'none'],
] as const)('for %s money, a stake of %s that returns %s is told by: %s', (mode, staked, won, size) =>
  expect(gladness(mode, staked, won)).toBe(size),
)
