import { describe, expect, test } from 'vitest'
import { bonusOfDeposit, requirementOf } from './books.ts'
import { BonusModel } from './model.ts'
import { blackjack, cents, plainTerms, roulette, scene, slot, written } from './scenes.ts'
import { day } from './types.ts'

/** The worked examples of the page of promotions, by their numbers. */

const money = (model: BonusModel) => [model.purse('main'), model.purse('bonus')]
const progress = (model: BonusModel) => Number(model.view(1).progress) / 1_000_000
const call = (id: string, amount: string, round = 'r1', game = slot) => ({ id, round, game, amount: cents(amount) })
const spinGame = { id: 'b', round: 'r1', game: slot }

describe('deposits with an offer', () => {
  const fifty = { terms: plainTerms, percent: 5000n, max: cents('100.00') }
  const deposited = (amount: string, fee = '0.00') => {
    const model = new BonusModel()
    const lines = [written(model.deposit(cents(amount), { fee: cents(fee), offer: fifty, key: 'd' }))]
    return { model, lines: [...lines, written(model.runJobs())] }
  }

  test('1: half of it, to wager thirty times', () => {
    const { model, lines } = deposited('60.00')
    expect(lines).toEqual(['payment→m 60.00', 'p→b 30.00'])
    expect(model.view(1)).toMatchObject({ state: 'active', required: cents('900.00') * 10_000n })
  })
  test('2: of what was credited', () => {
    const { model, lines } = deposited('40.00', '0.40')
    expect(lines).toEqual(['payment→m 39.60; payment→fees 0.40', 'p→b 19.80'])
    expect(model.view(1).required).toBe(cents('594.00') * 10_000n)
  })
  test('3: up to the most', () => {
    const { model, lines } = deposited('300.00')
    expect(lines[1]).toBe('p→b 100.00')
    expect(model.view(1).required).toBe(cents('3000.00') * 10_000n)
  })
  test('4 and 5: without and with six decimals, rounded down', () => {
    expect(bonusOfDeposit(5000n, 3300n, 10_000n)).toBe(1650n)
    expect(requirementOf({ ...plainTerms, times: 1250n }, 1650n, 5000n)).toBe(20_625n * 10_000n)
    expect(bonusOfDeposit(12_345_678n, 3333n, 100_000_000n)).toBe(4_114_814n)
    expect(requirementOf({ ...plainTerms, times: 300n }, 4_114_814n, 0n)).toBe(12_344_442n * 10_000n)
  })
})

describe('stakes and wins', () => {
  test('6: own money first, the win in proportion', () => {
    const model = scene({ main: '2.00', held: '30.00' })
    const said = model.betwin({ ...call('b', '5.00'), win: cents('12.00') })
    expect(written(said)).toBe('m→g 2.00; b→g 3.00; g→m 4.80; g→b 7.20')
    expect(said).toMatchObject({ balance: 3900n, bonus: 3420n })
    expect([money(model), progress(model)]).toEqual([[480n, 3420n], 3])
  })
  test('7: the remainder is own money', () => {
    const model = scene({ main: '0.07', held: '30.00' })
    const said = model.betwin({ ...call('b', '0.40'), win: 50n })
    expect(written(said)).toBe('m→g 0.07; b→g 0.33; g→m 0.09; g→b 0.41')
  })
  test('8: however a provider cuts the win', () => {
    const model = scene({ main: '0.07', held: '30.00' })
    model.bet(call('b', '0.40'))
    expect(written(model.win(call('w1', '0.20')))).toBe('g→m 0.04; g→b 0.16')
    expect(written(model.win(call('w2', '0.30')))).toBe('g→m 0.05; g→b 0.25')
  })
  test('9: bonus first', () => {
    const model = scene({ terms: { mode: 'sticky' }, main: '60.00', held: '3.00' })
    const said = model.betwin({ ...call('b', '5.00'), win: cents('8.00') })
    expect(written(said)).toBe('b→g 3.00; m→g 2.00; g→m 3.20; g→b 4.80')
    expect(money(model)).toEqual([6120n, 480n])
  })
  test('10: lost', () => {
    const model = scene({ terms: { mode: 'sticky' }, main: '60.00', held: '3.00' })
    expect(written(model.betwin({ ...call('b', '5.00'), win: 0n }))).toBe('b→g 3.00; m→g 2.00')
    expect([model.view(1).state, ...money(model)]).toEqual(['lost', 5800n, 0n])
  })
  test('11: contributions', () => {
    const model = scene({ terms: { mode: 'isolated' }, held: '30.00' })
    expect(written(model.bet(call('b1', '5.00')))).toBe('b→g 5.00')
    expect(written(model.bet(call('b2', '5.00', 'r2', roulette)))).toBe('b→g 5.00')
    expect(progress(model)).toBe(5.5)
  })
  test('12: the max bet, and the key is not used up', () => {
    const model = scene({ terms: { maxBet: cents('5.00') }, main: '2.00', held: '30.00' })
    const refused = model.bet(call('b', '6.00'))
    expect(refused).toEqual({ kind: 'no', reason: 'BONUS_MAX_BET', data: { bonus_id: 1, max_amount: 500n } })
    expect(written(model.bet(call('b', '5.00')))).toBe('m→g 2.00; b→g 3.00')
  })
  test('13: measured by the round', () => {
    const model = scene({ terms: { mode: 'isolated', maxBet: cents('5.00') }, held: '30.00' })
    const said = ['b1', 'b2', 'b3'].map((id) => written(model.bet(call(id, '2.00'))))
    expect(said).toEqual(['b→g 2.00', 'b→g 2.00', 'BONUS_MAX_BET'])
  })
  test('14: own money has no max', () => {
    const model = scene({ terms: { maxBet: cents('5.00') }, main: '50.00', held: '30.00' })
    expect(written(model.betwin({ ...call('b', '20.00'), win: 0n }))).toBe('m→g 20.00')
    expect(progress(model)).toBe(0)
  })
  test('15: a double in a title of the house', () => {
    const model = scene({ terms: { mode: 'sticky', maxBet: cents('5.00') }, held: '30.00' })
    expect(written(model.bet(call('b1', '5.00', 'r1', blackjack)))).toBe('b→g 5.00')
    expect(written(model.bet(call('b2', '5.00', 'r1', blackjack)))).toBe('b→g 5.00')
    expect(written(model.win(call('w', '20.00', 'r1', blackjack)))).toBe('g→b 20.00')
    expect([model.purse('bonus'), progress(model)]).toEqual([4000n, 10])
  })
  test('16: a game that is excluded', () => {
    const terms = { mode: 'sticky' as const, excluded: { games: ['cherry'], types: [], studios: [] } }
    const refused = scene({ terms, main: '10.00', held: '9.00' }).bet(call('b', '1.00'))
    const data = { bonus_id: 1, available_amount: 1000n }
    expect(refused).toEqual({ kind: 'no', reason: 'BONUS_GAME_EXCLUDED', data })
  })
  test('28: a deposit in mid-round', () => {
    const model = scene({ held: '10.00' })
    expect(written(model.bet(call('b1', '3.00')))).toBe('b→g 3.00')
    expect(written(model.deposit(cents('20.00')))).toBe('payment→m 20.00')
    expect(written(model.bet(call('b2', '3.00')))).toBe('m→g 3.00')
    expect(written(model.win(call('w', '12.00')))).toBe('g→m 6.00; g→b 6.00')
    expect(money(model)).toEqual([2300n, 1300n])
  })
  test('30: paused', () => {
    const model = scene({ terms: { mode: 'isolated' }, main: '4.00', held: '30.00' })
    model.pause(1)
    const refused = model.bet(call('b', '5.00'))
    expect(refused).toEqual({ kind: 'no', reason: 'INSUFFICIENT_FUNDS', data: { available_amount: 400n } })
  })
  test('33: the pot is fed by own money', () => {
    const model = scene({ main: '1.40', held: '5.00' })
    expect(written(model.bet(call('b', '2.00')))).toBe('m→g 1.40; b→g 0.60')
    expect(model.potUnits('b', 20n)).toBe(7n)
  })
})

describe('completion and what comes after', () => {
  test('17: the cap', () => {
    const terms = { mode: 'isolated' as const, maxConversion: cents('150.00') }
    const model = scene({ terms, held: '210.00', amount: '30.00', left: '2.00' })
    const said = model.betwin({ ...call('b', '5.00'), win: cents('9.00') })
    expect(written(said)).toBe('b→g 5.00; g→b 9.00; b→m 150.00; b→p 64.00')
    expect([model.view(1).state, progress(model)]).toEqual(['completed', 2])
  })
  test('18: the principal stays', () => {
    const terms = { mode: 'sticky' as const, principal: 'stays' as const }
    const model = scene({ terms, main: '20.00', held: '83.40', amount: '50.00', left: '1.00' })
    const said = model.betwin({ ...call('b', '1.00'), win: cents('1.00') })
    expect(written(said)).toBe('b→g 1.00; g→b 1.00; b→m 33.40; b→p 50.00')
    expect(money(model)).toEqual([5340n, 0n])
  })
  test('19: a late win fills the cap', () => {
    const model = scene({ terms: { mode: 'isolated', maxConversion: cents('20.00') }, held: '8.00', left: '4.00' })
    expect(written(model.bet(call('b', '5.00')))).toBe('b→g 5.00; b→m 3.00')
    expect(written(model.win(call('w', '40.00')))).toBe('g→m 17.00; g→p 23.00')
    expect(model.view(1)).toMatchObject({ base: 4300n, converted: 2000n, forfeited: 2300n })
  })
  test('21: the completing stake is rolled back', () => {
    const model = scene({ terms: { maxConversion: cents('10.00') }, main: '1.20', held: '10.00', left: '1.00' })
    expect(written(model.bet(call('b', '3.00')))).toBe('m→g 1.20; b→g 1.80; b→m 8.20')
    expect(progress(model)).toBe(1)
    expect(written(model.rollback({ ...spinGame, id: 'x', reference: 'b' }))).toBe('g→m 1.20; g→m 1.80')
    expect(model.view(1)).toMatchObject({ state: 'completed', converted: 1000n, progress: 0n })
  })
  test('22: a great win is rolled back', () => {
    const terms = { mode: 'isolated' as const, maxConversion: cents('50.00') }
    const model = scene({ terms, held: '10.00', left: '2.00' })
    model.betwin({ ...call('b', '1.00'), win: cents('70.00') })
    const said = model.betwin({ ...call('b2', '1.00', 'r2'), win: 0n })
    expect(written(said)).toBe('b→g 1.00; b→m 50.00; b→p 28.00')
    expect(written(model.rollback({ ...spinGame, id: 'x', reference: 'b' }))).toBe('g→p 1.00; m→g 41.00; p→g 29.00')
    expect(model.view(1)).toMatchObject({ base: 900n, converted: 900n })
  })
  test('29: an added stake after completion', () => {
    const model = scene({ terms: { mode: 'sticky' }, main: '5.00', held: '3.00', left: '1.00' })
    expect(written(model.bet(call('b1', '1.00')))).toBe('b→g 1.00; b→m 2.00')
    expect(written(model.bet(call('b2', '1.00')))).toBe('m→g 1.00')
    expect(written(model.win(call('w', '3.01')))).toBe('g→m 1.51; g→m 1.50')
  })
})

describe('rollbacks and ends', () => {
  test('20: each part back', () => {
    const model = scene({ main: '1.50', held: '20.00' })
    expect(written(model.bet(call('b', '4.00')))).toBe('m→g 1.50; b→g 2.50')
    expect(progress(model)).toBe(2.5)
    expect(written(model.rollback({ ...spinGame, id: 'x', reference: 'b' }))).toBe('g→m 1.50; g→b 2.50')
    expect(progress(model)).toBe(0)
  })
  test('23: a win that is no longer there', () => {
    const model = scene({ terms: { mode: 'isolated' }, held: '10.00' })
    model.bet(call('b', '1.00'))
    model.win({ ...call('w', '5.00'), isClosed: true })
    model.betwin({ ...call('b2', '12.00', 'r2'), win: 0n })
    expect(written(model.rollback({ ...spinGame, id: 'x', reference: 'w' }))).toBe('b→g 2.00; r→g 3.00')
    expect(model.view(1).state).toBe('lost')
  })
  test('24: a win after expiry', () => {
    const model = scene({ main: '1.00', held: '10.00' })
    expect(written(model.bet(call('b', '4.00')))).toBe('m→g 1.00; b→g 3.00')
    model.now += 7 * day
    expect(written(model.runJobs())).toBe('b→p 7.00')
    expect(written(model.win(call('w', '10.00')))).toBe('g→m 2.50; g→p 7.50')
    expect(model.view(1)).toMatchObject({ state: 'expired', forfeited: 1450n })
  })
  test('25: burnt by a payout', () => {
    const model = scene({ main: '75.00', held: '12.40' })
    expect(model.payout('o', cents('50.00'), false)).toMatchObject({ reason: 'BURN_BONUSES' })
    expect(written(model.payout('o', cents('50.00'), true))).toBe('m→withdrawal_hold 50.00; b→p 12.40')
    expect(model.view(1)).toMatchObject({ state: 'removed', endReason: 'withdrawal' })
    expect(written(model.cancelPayout('o'))).toBe('withdrawal_hold→m 50.00')
    expect(model.view(1).state).toBe('removed')
  })
  test('26: less than the smallest stake', () => {
    const model = scene({ terms: { mode: 'isolated' }, held: '2.15' })
    expect(written(model.betwin({ ...call('b', '2.00'), win: 0n }))).toBe('b→g 2.00; b→p 0.15')
    expect(model.view(1).state).toBe('lost')
  })
  test('27: a late win of a lost bonus is a new one', () => {
    const model = scene({ terms: { mode: 'isolated', times: 1000n }, held: '2.00', amount: '10.00', left: '100.00' })
    expect(written(model.bet(call('b', '2.00')))).toBe('b→g 2.00')
    expect(written(model.win(call('w1', '0.00')))).toBe('')
    expect(model.view(1)).toMatchObject({ state: 'lost', progress: 2_000_000n })
    expect(written(model.win(call('w2', '15.00')))).toBe('g→p 15.00')
    expect(written(model.runJobs())).toBe('p→b 15.00')
    expect(model.view(2)).toMatchObject({ state: 'active', amount: 1500n, required: cents('98.00') * 10_000n })
  })
})

describe('packs', () => {
  const spun = (wins: string[]) => {
    const model = new BonusModel()
    const terms = { ...plainTerms, times: 1000n }
    const rules = { winnings: 'bonus' as const, maxWin: cents('50.00'), terms, expiresAt: day }
    model.givePack({ game: 'cherry', stake: 20n, count: wins.length, ...rules })
    const lines = wins.map((won, at) => written(model.spin({ ...call(`s${at}`, won, `s${at}`), pack: 1 })))
    return { model, lines }
  }

  test('31: twenty spins become a bonus', () => {
    const { model, lines } = spun(Array.from({ length: 20 }, (_, at) => (at % 2 ? '0.36' : '0.00')))
    expect(lines.slice(0, 2)).toEqual(['p→g 0.20', 'p→g 0.20; g→packs 0.36'])
    expect([model.purse('promotions'), model.purse('packs')]).toEqual([-400n, 360n])
    expect(written(model.spin({ ...call('s21', '1.00', 's21'), pack: 1 }))).toBe('PACK_USED')
    expect(written(model.runJobs())).toBe('packs→b 3.60')
    expect(model.view(1)).toMatchObject({ state: 'active', required: cents('36.00') * 10_000n })
  })
  test('32: up to the most', () => {
    const { model } = spun(['2.00', '60.00'])
    expect(written(model.runJobs())).toBe('packs→b 50.00; packs→p 12.00')
    expect(model.view(1)).toMatchObject({ amount: 5000n, required: cents('500.00') * 10_000n })
  })
})
