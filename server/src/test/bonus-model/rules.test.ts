import { describe, expect, test } from 'vitest'
import { BonusModel } from './model.ts'
import { blackjack, cents, plainTerms, roulette, scene, slot, written } from './scenes.ts'
import { day } from './types.ts'

/** Rules of the page that none of its examples shows, and readings that were chosen where it leaves a choice. */

const call = (id: string, amount: string, round = 'r1', game = slot) => ({ id, round, game, amount: cents(amount) })
const undo = (reference: string, round = 'r1', game = slot) => ({ id: `x-${reference}`, round, game, reference })
const isolated = { mode: 'isolated' as const }
const another = (model: BonusModel, amount = '10.00', terms = plainTerms) => {
  model.issue({ terms, amount: cents(amount), key: `more:${model.bonuses.length}` })
  return written(model.activate(model.bonuses.length))
}

describe('whose a round is', () => {
  test('another bonus never pays into it, and its rules are not asked', () => {
    const model = scene({ held: '10.00' })
    model.bet(call('b1', '3.00'))
    model.remove(1)
    expect(another(model, '9.00', { ...plainTerms, mode: 'sticky', maxBet: 1n })).toBe('p→b 9.00')
    expect(model.bet(call('b2', '1.00'))).toMatchObject({ data: { available_amount: 0n } })
    model.deposit(500n)
    expect(written(model.bet(call('b3', '1.00')))).toBe('m→g 1.00')
    expect(written(model.bet(call('b4', '1.00', 'r2')))).toBe('BONUS_MAX_BET')
    // Three quarters were paid by the first one, which was removed.
    expect(written(model.win(call('w', '4.00')))).toBe('g→m 1.00; g→p 3.00')
  })
  test('isolated: it stays with the purse that began it', () => {
    const model = scene({ terms: isolated, main: '5.00', held: '10.00' })
    model.bet(call('b1', '1.00', 'ours'))
    model.pause(1)
    model.bet(call('b2', '1.00', 'own'))
    expect(written(model.bet(call('b3', '1.00', 'ours')))).toBe('b→g 1.00')
    model.activate(1)
    expect(written(model.bet(call('b4', '1.00', 'own')))).toBe('m→g 1.00')
    expect(model.view(1)).toMatchObject({ progress: 2_000_000n, openRounds: 1 })
  })
  test('isolated: an empty purse leaves the stake to main, also in a round that the bonus began', () => {
    const model = scene({ terms: isolated, main: '5.00', held: '1.00' })
    expect(written(model.bet(call('b1', '1.00')))).toBe('b→g 1.00')
    expect(model.view(1).state).toBe('active')
    expect(written(model.bet(call('b2', '1.00')))).toBe('m→g 1.00')
    expect(model.spendable()).toEqual({ balance: 400n, bonus: 0n })
  })
})

describe('rules of a stake', () => {
  test('asks first: only where bonus money would be used', () => {
    const model = scene({ terms: { asksFirst: true }, main: '2.00', held: '10.00' })
    expect(written(model.bet(call('b1', '2.00')))).toBe('m→g 2.00')
    expect(model.bet(call('b2', '1.00'))).toEqual({ kind: 'no', reason: 'BONUS_START', data: { bonus_id: 1 } })
    model.activate(1)
    expect(written(model.bet(call('b2', '1.00')))).toBe('b→g 1.00')
  })
  test('the opening stake of a title of the house is measured', () => {
    const model = scene({ terms: { mode: 'sticky', maxBet: cents('5.00') }, held: '30.00' })
    expect(written(model.bet(call('b', '5.01', 'r1', blackjack)))).toBe('BONUS_MAX_BET')
  })
  test('all stakes count, at most the max bet of each', () => {
    const model = scene({ terms: { counts: 'all', maxBet: cents('5.00') }, main: '20.00', held: '10.00' })
    expect(written(model.bet(call('b1', '8.00')))).toBe('m→g 8.00')
    model.bet(call('b2', '1.00', 'r2', roulette))
    expect(model.view(1).progress).toBe(5_100_000n)
  })
  test('over by the clock: it pays and counts nothing, is neither completed nor lost, and keeps a share', () => {
    const model = scene({ terms: isolated, main: '5.00', held: '2.00', left: '1.50' })
    model.bet(call('b1', '1.00'))
    model.now += 7 * day
    expect(written(model.bet(call('b2', '1.00', 'r2')))).toBe('m→g 1.00')
    expect(written(model.win(call('w', '3.00')))).toBe('g→b 3.00')
    expect(model.view(1)).toMatchObject({ state: 'active', shows: 'expired', progress: 1_000_000n })
    expect([model.activate(1), model.remove(1), model.pause(1)]).toMatchObject(Array(3).fill({ reason: 'BONUS_OVER' }))
    model.break(10)
    expect(written(model.runJobs())).toBe('b→p 4.00')
    expect(model.view(1).state).toBe('expired')
  })
})

describe('rollbacks of wins, by the state of their bonus', () => {
  test('open: from its purse, own part from main', () => {
    const model = scene({ main: '1.00', held: '10.00' })
    model.betwin({ ...call('b', '2.00'), win: cents('4.00') })
    expect(written(model.rollback(undo('b')))).toBe('g→m 1.00; g→b 1.00; m→g 2.00; b→g 2.00')
  })
  test('completed: the base never goes below zero, and main gives what it has', () => {
    const model = scene({ terms: isolated, held: '10.00', left: '10.00' })
    model.bet(call('b1', '1.00'))
    model.win(call('w', '9.00'))
    model.betwin({ ...call('b2', '15.00', 'r2'), win: 0n })
    expect(model.view(1)).toMatchObject({ state: 'completed', base: 300n, converted: 300n })
    model.payout('o', cents('2.00'), false)
    expect(written(model.rollback(undo('w')))).toBe('m→g 1.00; r→g 2.00; r→g 6.00')
    expect(model.view(1)).toMatchObject({ base: 0n, converted: 0n })
    expect(written(model.rollback(undo('b1')))).toBe('g→m 1.00')
  })
  test('expired: from promotions as far as this bonus forfeited', () => {
    const model = scene({ terms: isolated, held: '10.00' })
    model.bet(call('b1', '1.00'))
    model.win(call('w', '5.00'))
    model.bet(call('b2', '12.00', 'r2'))
    model.now += 7 * day
    expect(written(model.runJobs())).toBe('b→p 2.00')
    expect(written(model.rollback(undo('w')))).toBe('p→g 2.00; r→g 3.00')
  })
  test('lost: it is gone; a stake that comes back is a new bonus', () => {
    const model = scene({ terms: { ...isolated, times: 1000n }, held: '2.10', left: '30.00' })
    const said = model.betwin({ ...call('b', '3.00'), win: 0n })
    expect(written(said)).toBe('INSUFFICIENT_FUNDS')
    expect(written(model.betwin({ ...call('b', '2.00'), win: 0n }))).toBe('b→g 2.00; b→p 0.10')
    expect(written(model.win(call('w', '1.00')))).toBe('g→p 1.00')
    expect(written(model.rollback(undo('w')))).toBe('r→g 1.00')
    expect(written(model.rollback(undo('b')))).toBe('g→p 2.00')
    expect(written(model.runJobs())).toBe('p→b 1.00')
    expect(model.view(2)).toMatchObject({ state: 'active', required: 1000n * 10_000n })
    expect(model.view(3)).toMatchObject({ state: 'queued', amount: 200n, required: 2000n * 10_000n })
  })
})

describe('the machine', () => {
  test('the queue: priority, then who waits longest; what was not taken in time ends', () => {
    const model = scene({ held: '10.00' })
    another(model, '1.00', { ...plainTerms, takeDays: 1 })
    another(model, '2.00')
    model.now += 1
    another(model, '3.00', { ...plainTerms, priority: 1 })
    another(model, '4.00', { ...plainTerms, priority: 1 })
    model.now += day
    expect(written(model.runJobs())).toBe('')
    expect(model.view(2)).toMatchObject({ state: 'expired' })
    for (const [open, line] of [
      [1, 'p→b 3.00'],
      [4, 'p→b 4.00'],
      [5, 'p→b 2.00'],
    ] as const) {
      model.revoke(open)
      expect(written(model.runJobs())).toBe(line)
    }
  })
  test('one per key, and only what is isolated is paused', () => {
    const model = scene({ held: '10.00' })
    expect(model.issue({ terms: plainTerms, amount: 1n, key: 'first' })).toMatchObject({ id: 1 })
    expect(model.pause(1)).toMatchObject({ reason: 'BONUS_NOT_ISOLATED' })
    expect(model.remove(1, 999n)).toEqual({ kind: 'no', reason: 'BONUS_CHANGED', data: { amount: 1000n } })
    expect(model.remove(7)).toMatchObject({ reason: 'UNKNOWN_BONUS' })
    expect(written(model.remove(1, 1000n))).toBe('b→p 10.00')
    expect(model.revoke(1)).toMatchObject({ reason: 'BONUS_OVER' })
  })
  test('the switch of the site decides how it opens', () => {
    const model = scene({ held: '10.00' })
    model.isIsolationOn = true
    another(model)
    model.revoke(1)
    model.runJobs()
    expect([model.view(1).mode, model.view(2).mode]).toEqual(['non_sticky', 'isolated'])
  })
  test('a break prolongs, a longer exclusion ends', () => {
    const model = scene({ main: '9.00', held: '10.00' })
    another(model)
    model.break(30)
    expect(model.bet(call('b', '1.00'))).toMatchObject({ reason: 'SELF_EXCLUDED' })
    model.now += 31 * day
    expect(written(model.runJobs())).toBe('')
    expect(model.changeCurrency()).toMatchObject({ reason: 'CURRENCY_FIXED' })
    expect(written(model.exclude(31))).toBe('b→p 10.00')
    expect(model.bonuses.map(({ endReason }) => endReason)).toEqual(['exclusion', 'exclusion'])
  })
  test('a payout leaves alone what its terms keep', () => {
    const model = scene({ terms: { onWithdrawal: 'keep' }, main: '9.00', held: '10.00' })
    expect(written(model.payout('o', 100n, false))).toBe('m→withdrawal_hold 1.00')
    another(model, '3.00')
    const burns = [{ bonusId: 2, amount: 300n, kind: 'queued', inOpenRounds: 0n }]
    expect(model.payout('o2', 100n, false)).toEqual({ kind: 'no', reason: 'BURN_BONUSES', data: { burns } })
    model.payout('o2', 100n, true)
    expect(model.bonuses.map(({ state }) => state)).toEqual(['active', 'removed'])
  })
  test('a deposit that was taken back takes its bonus along', () => {
    const model = new BonusModel()
    model.deposit(1000n, { key: 'd', offer: { terms: plainTerms, percent: 10_000n, max: 500n } })
    model.runJobs()
    expect(written(model.depositTakenBack('d'))).toBe('b→p 5.00')
    expect(model.view(1)).toMatchObject({ state: 'removed', endReason: 'deposit' })
  })
})

describe('packs', () => {
  const given = (winnings: 'main' | 'bonus', count = 2) => {
    const model = new BonusModel()
    const terms = { ...plainTerms, times: 1000n }
    model.givePack({ game: 'cherry', stake: 20n, count, winnings, maxWin: 500n, terms, expiresAt: day })
    return model
  }
  const spin = (model: BonusModel, id: string, amount: string) => model.spin({ ...call(id, amount, id), pack: 1 })

  test('winnings of own money, and a spin that is rolled back', () => {
    const model = given('main')
    expect(written(spin(model, 's1', '9.00'))).toBe('p→g 0.20; g→m 9.00')
    expect(written(model.rollback(undo('s1', 's1')))).toBe('g→p 0.20; m→g 9.00')
    spin(model, 's2', '0.00')
    spin(model, 's3', '0.00')
    expect(spin(model, 's4', '0.00')).toMatchObject({ reason: 'PACK_USED' })
    expect(written(model.runJobs())).toBe('')
  })
  test('an end keeps what was won; while it waits, a rollback makes it smaller', () => {
    const model = given('bonus', 3)
    another(model)
    spin(model, 's1', '4.00')
    spin(model, 's2', '3.00')
    expect(written(model.runJobs())).toBe('')
    model.endPack(1)
    expect(spin(model, 's3', '0.00')).toMatchObject({ reason: 'PACK_EXPIRED' })
    model.runJobs()
    expect(model.view(2)).toMatchObject({ state: 'queued', amount: 500n })
    expect(written(model.rollback(undo('s2', 's2')))).toBe('g→p 0.20; packs→g 3.00')
    model.remove(1)
    expect(written(model.runJobs())).toBe('packs→b 4.00')
    expect(model.view(2)).toMatchObject({ state: 'active', amount: 400n, required: 4000n * 10_000n })
  })
  test('what has become a bonus is rolled back as a win of it, and won again up to the most', () => {
    const model = given('bonus')
    spin(model, 's1', '1.00')
    spin(model, 's2', '2.00')
    expect(written(model.runJobs())).toBe('packs→b 3.00')
    expect(written(model.rollback(undo('s2', 's2')))).toBe('g→p 0.20; b→g 2.00')
    expect(written(spin(model, 's3', '9.00'))).toBe('p→g 0.20; g→b 4.00; g→p 5.00')
    expect(written(model.runJobs())).toBe('')
  })
  test('a bonus of a pack that ends while it waits gives its winnings back', () => {
    const model = given('bonus', 1)
    another(model)
    spin(model, 's1', '7.00')
    model.runJobs()
    expect(written(model.remove(2))).toBe('packs→p 7.00')
  })
})

describe('keys', () => {
  test('the same answer again, another content, a rollback before its bet, no bet, closed', () => {
    const model = scene({ main: '5.00', held: '10.00' })
    const first = model.bet(call('b', '1.00'))
    model.deposit(100n)
    expect(model.bet(call('b', '1.00'))).toBe(first)
    expect(model.bet(call('b', '2.00'))).toMatchObject({ reason: 'KEY_CONFLICT' })
    expect(written(model.rollback(undo('later')))).toBe('')
    expect(model.bet(call('later', '1.00'))).toMatchObject({ reason: 'ROLLED_BACK' })
    expect(model.win(call('w', '1.00', 'r9'))).toMatchObject({ reason: 'NO_BET' })
    expect(model.rollback({ ...undo('b', 'r2'), id: 'y' })).toMatchObject({ reason: 'ROUND_MISMATCH' })
    expect(written(model.rollback(undo('b')))).toBe('g→m 1.00')
    expect(written(model.rollback({ ...undo('b'), id: 'z' }))).toBe('')
    expect(model.rollback({ ...undo('x-b'), id: 'q' })).toMatchObject({ reason: 'NOT_ROLLABLE' })
    expect(model.win(call('w', '1.00'))).toMatchObject({ reason: 'NO_BET' })
    model.betwin({ ...call('c', '1.00', 'r3'), win: 5n })
    expect(model.bet(call('d', '1.00', 'r3'))).toMatchObject({ reason: 'ROUND_CLOSED' })
    expect(model.bet(call('e', '1.00', 'r1', roulette))).toMatchObject({ reason: 'ROUND_MISMATCH' })
    model.gameClosed('cherry')
    expect(model.bet(call('f', '1.00'))).toMatchObject({ reason: 'GAME_CLOSED' })
    expect(written(model.win(call('late', '0.50', 'r3')))).toBe('g→m 0.50')
  })
})
