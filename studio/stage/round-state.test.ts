import type { GameFacts } from '@croupier/contract/methods/rounds'
import { expect, test } from 'vitest'
import { factsAfter, firstState, isBusy, isFreeNext, isOutdated, mayPlay, nextStake } from './round-state.ts'

const euro = (amount: string) => ({ amount, currency: 'EUR' })
const pack = { id: 'p', stake: euro('0.40'), remaining_count: 2 }

const facts = (change: Partial<GameFacts> = {}): GameFacts => ({
  game: { sysname: 'x', name: 'X', studio: 'orbit', version: '1', rtp: '99.00', is_shared: false },
  mode: 'real',
  is_guest: false,
  currency: 'EUR',
  balance: euro('10.00'),
  stakes: { min: '0.20', max: '100.00', step: '0.20', ladder: ['0.20', '1.00', '5.00'] },
  profile: { has_autoplay: true, has_turbo: true, round_ms: 0 },
  round: null,
  fairness: { hash: 'h', next_hash: 'n', client_seed: 'c', is_own_seed: false, nonce: 4 },
  pack: null,
  ...change,
})
const withPack = (change: Partial<GameFacts> = {}) => facts({ pack, ...change })

test('the next stake is that of the pack, else of the chips on the table, else of the bar', () => {
  const chips = () => 700n
  expect(nextStake({ facts: withPack(), stake: 100n }, undefined)).toBe(40n)
  expect(nextStake({ facts: withPack(), stake: 100n }, chips)).toBe(700n)
  expect(nextStake({ facts: facts(), stake: 100n }, chips)).toBe(700n)
  expect(nextStake({ facts: facts(), stake: 100n }, undefined)).toBe(100n)
})

test('the house pays only real rounds, and only while the pack lasts', () => {
  expect(isFreeNext({ facts: withPack() })).toBe(true)
  expect(isFreeNext({ facts: withPack({ mode: 'demo' }) })).toBe(false)
  expect(isFreeNext({ facts: facts() })).toBe(false)
})

test('an answer counts the pack down to nothing and the nonce only up', () => {
  expect(factsAfter(withPack(), { nonce: 4, free_left: 1 })).toMatchObject({
    fairness: { nonce: 5 },
    pack: { remaining_count: 1 },
  })
  expect(factsAfter(withPack(), { nonce: 1, free_left: 0 })).toMatchObject({ fairness: { nonce: 4 }, pack: null })
  expect(factsAfter(facts(), { nonce: 4, free_left: 3 }).pack).toBeNull()
})

test('I may play when nothing is under way, nothing paused and no wait owed', () => {
  const idle = firstState<unknown>(facts())
  expect(mayPlay(idle)).toBe(true)
  expect(mayPlay({ ...idle, isPaused: true })).toBe(false)
  expect(mayPlay({ ...idle, isWaiting: true })).toBe(false)
  for (const phase of ['asking', 'showing', 'open'] as const) {
    expect(mayPlay({ ...idle, phase })).toBe(false)
    expect(isBusy({ phase })).toBe(true)
  }
  expect([isBusy({ phase: 'idle' }), isBusy({ phase: 'ended' })]).toEqual([false, false])
})

test('a round that went on elsewhere is looked at again, another refusal is not', () => {
  expect(['ROUND_OVER', 'ROUND_CONFLICT', 'ROUND_UNKNOWN', 'LIMIT_LOSS', undefined].map(isOutdated)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
