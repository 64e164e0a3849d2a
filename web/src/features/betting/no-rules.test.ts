import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { betRefusals } from '@croupier/contract/bets'
import { describe, expect, test } from 'vitest'
import { namedSum, picksOfNo, remedyOf, wordOfNo } from './no-rules.ts'
import { quickOff, readQuick } from './quick-store.ts'
import type { SlipPick } from './slip-text.ts'

const messages = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../content/messages/en', name), 'utf8'))
const [english, slip] = [messages('placing.json'), messages('slip.json')]

const pickOf = (id: number): SlipPick => ({
  pick: `${id}/result/ft/-/1`,
  ...{ marketId: id, price: 2100, version: 1, isLive: false, outcome: '1', isBuildable: true },
  event: { id, slug: 'a-b', sport: 'football', home: 'A', away: 'B', startsAt: '2026-11-17T18:00:00.000Z' },
  market: { type: 'result', period: 'ft', line: null },
})
const no = (reason: string | null, data = {}, type = 'InvalidParameter') => ({ type, reason, data, wasHeld: false })

describe('a refusal', () => {
  test('of every name has a sentence of its own', () => {
    const reasons = betRefusals.map((name) => name.split(':')[1] ?? '')
    for (const reason of reasons) {
      // A pause is told by its cause.
      if (reason === 'MARKET_SUSPENDED') expect(slip.paused).toHaveProperty('GOAL')
      else expect(wordOfNo(no(reason))).toBe(reason)
    }
    for (const word of reasons) if (word !== 'MARKET_SUSPENDED') expect(english.no.reasons).toHaveProperty(word)
    expect(wordOfNo(no(null, {}, 'KycUserProfile'))).toBe('identity')
    expect(wordOfNo(no(null, {}, 'TooManyRequests'))).toBe('wait')
    expect(wordOfNo(no('NEWER_THAN_THIS_PAGE'))).toBe('other')
  })

  test('stands at the picks that it names', () => {
    const picks = [pickOf(1), pickOf(2), pickOf(3)]
    const named = no('MARKET_SUSPENDED', { picks: ['2/result/ft/-/1', '9/result/ft/-/1'] })
    expect(picksOfNo({ picks, no: named })).toEqual(['2/result/ft/-/1'])
    const related = no('LEGS_RELATED', { pairs: [['1/result/ft/-/1', '3/result/ft/-/1']] })
    expect(picksOfNo({ picks, no: related })).toEqual(['1/result/ft/-/1', '3/result/ft/-/1'])
    expect(picksOfNo({ picks, no: no('STAKE_LIMIT') })).toEqual([])
    expect(picksOfNo({ picks: [pickOf(1)], no: no('STAKE_LIMIT') })).toEqual(['1/result/ft/-/1'])
    expect(picksOfNo({ picks: [pickOf(1)], no: no('LIMIT_LOSS') })).toEqual([])
    expect(picksOfNo({ picks, no: no('MARKET_CLOSED', { picks: 'nonsense' }) })).toEqual([])
  })

  test('leads to what can be done about it', () => {
    expect(remedyOf(no('INSUFFICIENT_FUNDS'))).toBe('deposit')
    expect(remedyOf(no('LIMIT_SESSION'))).toBe('limits')
    expect(remedyOf(no(null, {}, 'KycUserProfile'))).toBe('identity')
    expect(remedyOf(no(null, {}, 'Authorization'))).toBe('signIn')
    expect(remedyOf(no('MARKET_CLOSED'))).toBeNull()
  })

  test('names sums, or none', () => {
    expect(namedSum({ amount: '4.00', currency: 'EUR' })).toEqual({ amount: '4.00', currency: 'EUR' })
    for (const odd of [null, 7, {}, { amount: 4, currency: 'EUR' }]) expect(namedSum(odd)).toBeNull()
  })
})

test.each([null, '', '{', '7', '{"isOn":true}', '{"uid":"1","isOn":true,"stake":"5"}'])(
  'quick bets are off where %s is kept',
  (text) => expect(readQuick(text)).toEqual(quickOff),
)

test('quick bets are on for the player who said so', () =>
  expect(readQuick('{"uid":1,"isOn":true,"stake":"5"}')).toEqual({ uid: 1, isOn: true, stake: '5' }))
