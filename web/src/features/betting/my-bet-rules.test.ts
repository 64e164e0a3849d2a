import type { WireBet } from '@croupier/contract/methods/bets'
import { describe, expect, test } from 'vitest'
import {
  type BetStep,
  betStanding,
  combinationsIn,
  legState,
  netOfBet,
  picksOfBet,
  possibleNow,
  rulesOfBet,
  systemOf,
  valueOfPart,
  wonLegs,
} from './my-bet-rules.ts'
import { betOf, eur, legOf } from './my-bet-samples.ts'
import { storyOf } from './my-bet-story.ts'

const live = { ...legOf(1).event, state: 'live' }

describe('how a bet stands', () => {
  test.each<[string, Partial<WireBet>, string]>([
    ['waits', { state: 'pending' }, 'pending'],
    ['was not taken', { state: 'refused' }, 'refused'],
    ['is open', {}, 'open'],
    ['is played', { legs: [legOf(1, 'undecided', { event: live })] }, 'live'],
    ['is open though a decided pick is still played', { legs: [legOf(1, 'won', { event: live }), legOf(2)] }, 'open'],
    ['was paid and is looked at again', { state: 'settled', returned: eur('20.00'), is_under_review: true }, 'review'],
    ['won', { state: 'settled', returned: eur('20.00'), legs: [legOf(1, 'won')] }, 'returned'],
    ['lost', { state: 'settled', legs: [legOf(1, 'lost')] }, 'lost'],
    ['is void', { state: 'settled', returned: eur('10.00'), legs: [legOf(1, 'void')] }, 'void'],
    ['is void and was free, so nothing came back', { state: 'settled', legs: [legOf(1, 'void')] }, 'void'],
    ['was cashed out', { state: 'cashed', returned: eur('12.00') }, 'cashed'],
    ['was changed into another', { state: 'cashed', edited_into: '8' }, 'edited'],
  ])('%s', (_, more, standing) => expect(betStanding(betOf(more))).toBe(standing))

  test('its net is what came back with the boost, less what the player paid', () => {
    expect(netOfBet(betOf({ state: 'settled', returned: eur('20.00'), boost: eur('0.30') })).amount).toBe('10.30')
    expect(netOfBet(betOf({ state: 'settled' })).amount).toBe('-10.00')
    expect(netOfBet(betOf({ state: 'settled', returned: eur('11.00'), is_free_bet: true })).amount).toBe('11.00')
  })

  test('a half is no whole', () => {
    expect(legState(legOf(1, 'halfWon'))).toBe('halfWon')
    expect(wonLegs(betOf({ legs: [legOf(1, 'won'), legOf(2, 'halfWon'), legOf(3, 'void'), legOf(4)] }))).toBe(2)
  })
})

describe('a system', () => {
  const trixie = betOf({
    ...{ kind: 'system', sizes: [2, 3], combinations: 4 },
    legs: [legOf(1, 'won'), legOf(2, 'lost'), legOf(3)],
  })

  test('has its name and what it is made of', () => {
    expect(systemOf(trixie)).toMatchObject({
      ...{ name: 'trixie', combinations: 4 },
      made: [
        { size: 2, count: 3 },
        { size: 3, count: 1 },
      ],
    })
  })

  test('shows which of its bets are lost, and which wait', () => {
    expect(combinationsIn(trixie)).toEqual([
      { places: [0, 1], state: 'lost' },
      { places: [0, 2], state: 'undecided' },
      { places: [1, 2], state: 'lost' },
      { places: [0, 1, 2], state: 'lost' },
    ])
  })

  test('a banker stands in each of them', () => {
    const legs = [legOf(1, 'won', { is_banker: true }), legOf(2, 'won'), legOf(3, 'void'), legOf(4, 'lost')]
    const pinned = betOf({ kind: 'system', sizes: [2], combinations: 3, legs })
    expect(combinationsIn(pinned)).toEqual([
      { places: [0, 1, 2], state: 'won' },
      { places: [0, 1, 3], state: 'lost' },
      { places: [0, 2, 3], state: 'lost' },
    ])
  })

  test('of very many nothing is drawn', () => {
    const legs = Array.from({ length: 8 }, (_, at) => legOf(at + 1))
    expect(combinationsIn(betOf({ kind: 'system', sizes: [2, 3, 4, 5, 6, 7, 8], combinations: 247, legs }))).toEqual([])
  })
})

test('what a bet holds is told part by part', () => {
  const parts = ['result/ft/-/1', 'total/ft/2.5/over'].map((rest) => {
    const { market, outcome, result } = legOf(1)
    return { pick: `1/${rest}`, market, outcome, result }
  })
  expect(picksOfBet(betOf({ legs: [legOf(1, 'undecided', { parts }), legOf(2)] }))).toEqual([
    '1/result/ft/-/1',
    '1/total/ft/2.5/over',
    '2/result/ft/-/1',
  ])
  expect(rulesOfBet({ rules: 'football/1,tennis/2' })).toEqual([
    { sport: 'football', version: '1' },
    { sport: 'tennis', version: '2' },
  ])
  expect(rulesOfBet({ rules: '' })).toEqual([])
})

describe('what a bet can still return', () => {
  const three: Partial<WireBet> = { kind: 'multiple', sizes: [3], possible: eur('82.10'), boost_percent: 3 }

  test('is what was promised while nothing is decided', () => {
    expect(possibleNow(betOf({ ...three, legs: [legOf(1), legOf(2), legOf(3)] })).amount).toBe('82.10')
  })

  test('is less by a void pick, and its boost may go with it', () => {
    expect(possibleNow(betOf({ ...three, legs: [legOf(1, 'won'), legOf(2, 'void'), legOf(3)] })).amount).toBe('40.00')
  })

  test('keeps its boost with three that count: 80.00 and 3% of the profit', () => {
    expect(possibleNow(betOf({ ...three, legs: [legOf(1, 'won'), legOf(2), legOf(3)] })).amount).toBe('82.10')
  })

  test('of a system leaves out what is lost', () => {
    const legs = [legOf(1, 'lost'), legOf(2), legOf(3)]
    const trixie = betOf({ kind: 'system', sizes: [2, 3], combinations: 4, stake_open: eur('8.00'), legs })
    expect(possibleNow(trixie).amount).toBe('8.00')
  })

  test('of a free bet is the profit alone', () => {
    const legs = [legOf(1, 'won'), legOf(2)]
    expect(possibleNow(betOf({ kind: 'multiple', sizes: [2], is_free_bet: true, legs })).amount).toBe('30.00')
  })

  test('of what is over is what it was', () => {
    expect(possibleNow(betOf({ ...three, state: 'settled', legs: [legOf(1, 'lost')] })).amount).toBe('82.10')
  })
})

test('a part of the stake is worth its share of the value, rounded down: vector 68', () => {
  expect(valueOfPart(1_524n, 400n, 1_000n)).toBe(609n)
  expect(valueOfPart(1_524n, 0n, 0n)).toBe(0n)
})

describe('what happened to a bet', () => {
  const at = (minute: number) => `2026-11-17T10:0${minute}:00.000Z`
  const stepOf = (n: number, kind: BetStep['kind'], more: Partial<BetStep> = {}): BetStep => ({
    ...{ n, kind, at: at(n), actor: 'player', reason: '', part: eur('10.00') },
    ...{ returned_before: eur('0.00'), returned_after: eur('0.00'), boost: eur('0.00'), shortfall: eur('0.00') },
    ...more,
  })
  const held = stepOf(1, 'held')

  test('is held, accepted, settled, and corrected with old and new, boost and shortfall', () => {
    const settled = stepOf(2, 'settled', { returned_after: eur('20.00'), boost: eur('0.30') })
    const corrected = stepOf(3, 'corrected', {
      ...{ returned_before: eur('20.00'), returned_after: eur('10.00'), shortfall: eur('2.00'), reason: 'Two keys' },
    })
    const bet = betOf({ state: 'settled', legs: [legOf(1, 'won')] })
    expect(storyOf(bet, [held, settled, corrected])).toEqual([
      { kind: 'held', at: at(1), amount: eur('10.00'), waits: false },
      { kind: 'accepted', at: bet.accepted_at },
      { kind: 'settled', at: at(2), paid: eur('20.30'), how: 'returned', reason: '' },
      {
        ...{ kind: 'corrected', at: at(3), before: eur('20.30'), after: eur('10.00') },
        ...{ shortfall: eur('2.00'), reason: 'Two keys' },
      },
    ])
  })

  test('one that was not taken was never accepted, and says why', () => {
    const refused = { reason: 'MARKET_SUSPENDED', data: {} }
    const bet = betOf({ state: 'refused', accepted_at: null, decide_at: at(2), refused })
    expect(storyOf(bet, [held, stepOf(2, 'released')])).toEqual([
      { kind: 'held', at: at(1), amount: eur('10.00'), waits: true },
      { kind: 'refused', at: at(2), amount: eur('10.00'), reason: 'MARKET_SUSPENDED', words: '' },
    ])
    const wordsIn = (reason: string, data: Record<string, unknown>) =>
      storyOf({ ...bet, refused: { reason, data } }, [held, stepOf(2, 'released')]).at(-1)
    expect(wordsIn('MARKET_SUSPENDED', { cause: 'OPERATOR', words: 'a dog' })).toMatchObject({ words: 'a dog' })
    expect(wordsIn('GAME_CLOSED', { cause: 'a strike' })).toMatchObject({ words: 'a strike' })
  })

  test('a part is cashed out, and the rest loses', () => {
    const cashed = stepOf(2, 'cashed', { part: eur('4.00'), returned_after: eur('6.09') })
    const lost = stepOf(3, 'settled', { returned_before: eur('6.09'), returned_after: eur('6.09') })
    const story = storyOf(betOf({ state: 'settled', legs: [legOf(1, 'lost')] }), [held, cashed, lost])
    expect(story.slice(2)).toEqual([
      { kind: 'cashed', at: at(2), paid: eur('6.09'), part: eur('4.00'), isAll: false, isAuto: false, into: null },
      { kind: 'settled', at: at(3), paid: eur('0.00'), how: 'lost', reason: '' },
    ])
  })

  test('the last cash-out ends it, and a change leads on', () => {
    const cashed = stepOf(2, 'cashed', { returned_after: eur('12.00') })
    expect(storyOf(betOf({ state: 'cashed' }), [held, cashed]).at(-1)).toMatchObject({ isAll: true, into: null })
    expect(storyOf(betOf({ state: 'cashed', edited_into: '9' }), [held, cashed]).at(-1)).toMatchObject({ into: '9' })
  })
})
