import { describe, expect, test } from 'vitest'
import { bonusTable, cents } from '../../../test/bonus-table.ts'

/** The worked examples of the design, by their numbers: m own money, b bonus, p promotions, g game, r receivable. */

describe('who pays a stake, and where a win goes', () => {
  test('6: own money first, and the win in proportion', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '2.00', bonus: '30.00' })
    expect(at.betwin('5.00', '12.00')).toBe('m→g 2.00; b→g 3.00; g→m 4.80; g→b 7.20')
    expect([at.purses(), at.progress()]).toEqual(['4.80 34.20', '3.00'])
  })

  test('7, 8: the remainder is own money, however the win is cut', () => {
    const whole = bonusTable({ mode: 'non_sticky', main: '0.07', bonus: '30.00' })
    expect(whole.betwin('0.40', '0.50')).toBe('m→g 0.07; b→g 0.33; g→m 0.09; g→b 0.41')
    const cut = bonusTable({ mode: 'non_sticky', main: '0.07', bonus: '30.00' })
    expect(cut.bet('0.40')).toBe('m→g 0.07; b→g 0.33')
    expect(cut.win('0.20')).toBe('g→m 0.04; g→b 0.16')
    expect(cut.win('0.30')).toBe('g→m 0.05; g→b 0.25')
    expect(cut.purses()).toBe(whole.purses())
  })

  test('9, 10: bonus money first; a bonus without money is lost', () => {
    const won = bonusTable({ mode: 'sticky', main: '60.00', bonus: '3.00' })
    expect(won.betwin('5.00', '8.00')).toBe('b→g 3.00; m→g 2.00; g→m 3.20; g→b 4.80')
    const lost = bonusTable({ mode: 'sticky', main: '60.00', bonus: '3.00' })
    expect(lost.betwin('5.00', '0.00')).toBe('b→g 3.00; m→g 2.00')
    expect([lost.bonus().state, lost.purses()]).toEqual(['lost', '58.00 0.00'])
  })

  test('11: what counts differs by game', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '30.00' })
    expect(at.bet('5.00', { round: 'a' })).toBe('b→g 5.00')
    expect(at.bet('5.00', { round: 'b', game: 'roulette' })).toBe('b→g 5.00')
    expect(at.progress()).toBe('5.50')
  })

  test('12, 13: the largest stake is that of the round, and a refused one leaves nothing', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '2.00', bonus: '30.00', maxBet: 500n })
    expect(at.bet('6.00', { transaction: 'again' })).toBe('BONUS_MAX_BET 5.00')
    expect(at.bet('5.00', { transaction: 'again' })).toBe('m→g 2.00; b→g 3.00')
    const chips = bonusTable({ mode: 'isolated', bonus: '30.00', maxBet: 500n })
    expect([chips.bet('2.00'), chips.bet('2.00'), chips.bet('2.00')]).toEqual([
      'b→g 2.00',
      'b→g 2.00',
      'BONUS_MAX_BET 5.00',
    ])
  })

  test('14, 15: own money has no largest stake, and a double of our own titles is not measured', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '50.00', bonus: '30.00', maxBet: 500n })
    expect([at.betwin('20.00', '0.00'), at.progress()]).toEqual(['m→g 20.00', '0.00'])
    const jack = bonusTable({ mode: 'sticky', bonus: '30.00', maxBet: 500n })
    expect(jack.bet('5.00')).toBe('b→g 5.00')
    expect(jack.bet('5.00', { isAdded: true })).toBe('b→g 5.00')
    expect(jack.win('20.00')).toBe('g→b 20.00')
    expect([jack.purses(), jack.progress()]).toEqual(['0.00 40.00', '10.00'])
  })

  test('16: an excluded game says what could be staked without the bonus', () => {
    const none = { games: {}, types: {}, rest: 10_000 }
    const contributions = { ...none, excluded: { games: ['slot'], types: [], providers: [] } }
    const at = bonusTable({ mode: 'sticky', main: '10.00', bonus: '9.00', contributions })
    expect(at.bet('1.00')).toBe('BONUS_GAME_EXCLUDED 10.00')
  })

  test('30: a paused bonus does not pay', () => {
    const at = bonusTable({ mode: 'isolated', state: 'paused', main: '4.00', bonus: '30.00' })
    expect(at.bet('5.00')).toBe('INSUFFICIENT_FUNDS 4.00')
  })

  test('asked first, and own money is not', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '2.00', bonus: '30.00', asksFirst: true })
    expect(at.bet('2.00', { round: 'own' })).toBe('m→g 2.00')
    expect(at.bet('1.00')).toBe('BONUS_START')
    at.change({ isStarted: true })
    expect(at.bet('1.00')).toBe('b→g 1.00')
  })

  test('a bonus whose time is over pays nothing and counts nothing, whatever the job does', () => {
    const at = bonusTable({ mode: 'sticky', main: '2.00', bonus: '30.00', isOver: true, counts: 'all' })
    expect(at.betwin('2.00', '1.00')).toBe('m→g 2.00; g→m 1.00')
    expect([at.bet('5.00', { round: 'b' }), at.progress()]).toEqual(['INSUFFICIENT_FUNDS 1.00', '0.00'])
  })
})

describe('completion, and what comes after it', () => {
  test('17, 18: the cap after the principal, and never more than is missing counts', () => {
    const capped = bonusTable({
      mode: 'isolated',
      bonus: '210.00',
      amount: 3_000n,
      left: '2.00',
      maxConversion: 15_000n,
    })
    expect(capped.betwin('5.00', '9.00')).toBe('b→g 5.00; g→b 9.00; b→m 150.00; b→p 64.00')
    expect([capped.bonus().state, capped.bonus().progress]).toEqual(['completed', capped.bonus().required])
    const stays = { principal: 'stays', amount: 5_000n } as const
    const sticky = bonusTable({ mode: 'sticky', main: '20.00', bonus: '83.40', left: '1.00', ...stays })
    expect(sticky.betwin('1.00', '1.00')).toBe('b→g 1.00; g→b 1.00; b→m 33.40; b→p 50.00')
    expect(sticky.purses()).toBe('53.40 0.00')
  })

  test('19: a late win is settled as if it had been there', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '8.00', left: '4.00', maxConversion: 2_000n })
    expect(at.bet('5.00')).toBe('b→g 5.00; b→m 3.00')
    expect(at.win('40.00')).toBe('g→m 17.00; g→p 23.00')
  })

  test('20, 21: a stake that is rolled back does not count, and a completed bonus stays completed', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '1.50', bonus: '20.00' })
    expect(at.bet('4.00')).toBe('m→g 1.50; b→g 2.50')
    expect(at.progress()).toBe('2.50')
    expect(at.rollback('t1')).toBe('g→m 1.50; g→b 2.50')
    expect([at.progress(), at.purses()]).toEqual(['0.00', '1.50 20.00'])
    expect(at.rollback('t1', { transaction: 'again' })).toBe('')
    expect(at.progress()).toBe('0.00')
    const done = bonusTable({ mode: 'non_sticky', main: '1.20', bonus: '10.00', left: '1.00', maxConversion: 1_000n })
    const before = done.bonus().required
    expect(done.bet('3.00')).toBe('m→g 1.20; b→g 1.80; b→m 8.20')
    expect(done.rollback('t1')).toBe('g→m 1.20; g→m 1.80')
    expect(done.bonus()).toMatchObject({ state: 'completed', converted: 1_000n, progress: before - 10_000n * 100n })
  })

  test('22: a win that is rolled back after completion gives back what had been converted', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '10.00', left: '2.00', maxConversion: 5_000n })
    expect(at.betwin('1.00', '70.00', { round: 'a' })).toBe('b→g 1.00; g→b 70.00')
    expect(at.betwin('1.00', '0.00', { round: 'b' })).toBe('b→g 1.00; b→m 50.00; b→p 28.00')
    expect(at.rollback('t1', { round: 'a' })).toBe('g→p 1.00; m→g 41.00; p→g 29.00')
    expect(at.bonus()).toMatchObject({ converted: 900n, base: 900n })
  })

  test('23: what is gone is the provider’s to collect', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '10.00' })
    at.bet('1.00', { round: 'a' })
    at.win('5.00', { round: 'a' })
    at.betwin('12.00', '0.00', { round: 'b' })
    expect(at.rollback('t2', { round: 'a', isClosed: true })).toBe('b→g 2.00; r→g 3.00')
    expect(at.bonus().state).toBe('lost')
  })

  test('29: the share of a completed bonus is settled, own money is own', () => {
    const at = bonusTable({ mode: 'sticky', main: '5.00', bonus: '3.00', left: '1.00' })
    expect(at.bet('1.00')).toBe('b→g 1.00; b→m 2.00')
    expect(at.bet('1.00')).toBe('m→g 1.00')
    expect(at.win('3.01')).toBe('g→m 1.51; g→m 1.50')
  })
})

describe('ends without completion', () => {
  test('24: after its end the share is the house’s, the own part the player’s', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '1.00', bonus: '10.00' })
    expect(at.bet('4.00')).toBe('m→g 1.00; b→g 3.00')
    at.change({ state: 'expired' })
    expect(at.win('10.00')).toBe('g→m 2.50; g→p 7.50')
    expect(at.rollback('t2')).toBe('m→g 2.50; p→g 7.50')
  })

  test('26: less than the smallest stake is lost', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '2.15' })
    expect(at.betwin('2.00', '0.00')).toBe('b→g 2.00; b→p 0.15')
    expect(at.bonus().state).toBe('lost')
  })

  test('a bonus is not lost while a round of it is open', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '2.15' })
    expect(at.bet('2.00')).toBe('b→g 2.00')
    expect(at.bonus()).toMatchObject({ state: 'active', openRounds: 1 })
    expect(at.win('0.00', { isClosed: true })).toBe('b→p 0.15')
    expect(at.bonus()).toMatchObject({ state: 'lost', openRounds: 0 })
  })

  test('27: a late win of a lost bonus goes to promotions; a new bonus is made of it', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '2.00' })
    expect(at.betwin('2.00', '0.00')).toBe('b→g 2.00')
    expect(at.win('15.00')).toBe('g→p 15.00')
    expect(at.bonus()).toMatchObject({ state: 'lost', forfeited: 0n })
  })

  test('what is left to wager of a late win is that of its own call, whatever is taken back before the job comes', () => {
    const at = bonusTable({ mode: 'isolated', bonus: '5.00', left: '100.00' })
    expect(at.betwin('2.00', '0.00', { round: 'a', transaction: 'first' })).toBe('b→g 2.00')
    expect(at.betwin('3.00', '0.00', { round: 'b' })).toBe('b→g 3.00')
    expect(at.win('15.00', { round: 'b' })).toBe('g→p 15.00')
    expect(at.rollback('first', { round: 'a' })).toBe('g→p 2.00')
    expect(at.late()).toEqual(['15.00 to wager 95.00', '2.00 to wager 97.00'])
  })

  test('28: own money that came meanwhile pays for what is added, and its win is its own', () => {
    const at = bonusTable({ mode: 'non_sticky', bonus: '10.00' })
    expect(at.bet('3.00')).toBe('b→g 3.00')
    at.add('20.00')
    expect(at.bet('3.00', { isAdded: true })).toBe('m→g 3.00')
    expect(at.win('12.00')).toBe('g→m 6.00; g→b 6.00')
    expect(at.purses()).toBe('23.00 13.00')
  })
})

describe('which bonus a round belongs to', () => {
  test('one that pays alone stays with the purse that began the round, before and after a pause', () => {
    const at = bonusTable({ mode: 'isolated', main: '10.00', bonus: '30.00' })
    expect(at.bet('1.00', { round: 'bonus' })).toBe('b→g 1.00')
    at.change({ state: 'paused' })
    expect(at.bet('1.00', { round: 'own' })).toBe('m→g 1.00')
    expect(at.bet('1.00', { round: 'bonus' })).toBe('b→g 1.00')
    at.change({ state: 'active' })
    expect(at.bet('1.00', { round: 'own' })).toBe('m→g 1.00')
    expect([at.round('bonus')?.bonus?.staked, at.round('own')?.bonus]).toEqual([200n, null])
  })

  test('neither a stake of nothing nor one that was taken back keeps the bonus out of a round', () => {
    const at = bonusTable({ mode: 'isolated', main: '10.00', bonus: '30.00' })
    expect(at.bet('0.00', { round: 'a' })).toBe('')
    expect(at.bet('2.00', { round: 'a' })).toBe('b→g 2.00')
    at.change({ state: 'paused' })
    expect(at.bet('1.00', { round: 'b', transaction: 'own' })).toBe('m→g 1.00')
    expect(at.rollback('own', { round: 'b' })).toBe('g→m 1.00')
    at.change({ state: 'active' })
    expect(at.bet('2.00', { round: 'b' })).toBe('b→g 2.00')
  })

  test('all that is staked counts where the terms say so, up to the largest stake, and comes back with it', () => {
    const at = bonusTable({ mode: 'non_sticky', main: '50.00', bonus: '30.00', counts: 'all', maxBet: 500n })
    expect(at.bet('20.00')).toBe('m→g 20.00')
    expect([at.progress(), at.round()?.bonus]).toEqual(['5.00', null])
    at.rollback('t1')
    expect(at.progress()).toBe('0.00')
    expect(cents(at.purses().split(' ')[0] ?? '')).toBe(5_000n)
  })
})
