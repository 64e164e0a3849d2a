import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@croupier/contract/contract'
import { Refusal, type RefusalName } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { adviceOf, waitMsOf, waysOut } from './refusals.ts'

const words: Record<string, string> = JSON.parse(readFileSync(join(import.meta.dirname, 'words/en.json'), 'utf8'))

/** These are answered by the stage itself, without words. */
const silent = ['TOO_FAST', 'ROUND_CONFLICT', 'ROUND_OVER', 'ROUND_UNKNOWN']

test('every no of the contract has words that a player understands', () => {
  const names: RefusalName[] = [...contract['rounds.play'].refuses, ...contract['rounds.act'].refuses]
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const { word } = adviceOf(new Refusal(name))
    expect(words[word], name).toBeDefined()
    const isSilent = silent.some((reason) => name.endsWith(reason))
    expect(word === 'refusal.other', name).toBe(isSilent)
  }
})

test('too fast is waited for, as long as the platform says', () => {
  expect(waitMsOf(new Refusal('InvalidParameter:TOO_FAST', { data: { wait_ms: 1_300 } }))).toBe(1_300)
  expect(waitMsOf(new Refusal('InvalidParameter:TOO_FAST'))).toBe(1_000)
  expect(waitMsOf(new Refusal('InvalidParameter:INSUFFICIENT_FUNDS'))).toBeNull()
})

test('a player who lacks money may deposit, one who met a limit may look at it', () => {
  expect(adviceOf(new Refusal('InvalidParameter:INSUFFICIENT_FUNDS')).remedy).toBe('deposit')
  expect(adviceOf(new Refusal('InvalidParameter:LIMIT_LOSS')).remedy).toBe('limits')
  expect(adviceOf(new Refusal('InvalidParameter:SESSION_EXPIRED'))).toMatchObject({ remedy: 'reload', isEnd: true })
})

test.each([
  ['the most that is allowed, as this game can set it', { max_amount: '0.70' }, 100n, false, 60n],
  ['less than the smallest stake is no way out', { max_amount: '0.10' }, 100n, false, null],
  ['chips are set by the player', { max_amount: '0.70' }, 100n, true, null],
  ['in a closed game: what own money pays whole', { available_amount: '0.55' }, 100n, false, 40n],
  ['own money that would do is no lower stake', { available_amount: '5.00' }, 100n, false, null],
] as const)('a lower stake: %s', (_, said, stake, isByChips, lower) => {
  const data = Object.fromEntries(Object.entries(said).map(([name, amount]) => [name, { amount, currency: 'EUR' }]))
  const ladder = { min: 20n, max: 10_000n, step: 20n, rungs: [20n, 100n] }
  const error = new Refusal('InvalidParameter:BONUS_MAX_BET', { data })
  expect(waysOut(error, { stake, currency: 'EUR', ladder, isByChips }).lower).toBe(lower)
})
