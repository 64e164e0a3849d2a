import { describe, expect, test } from 'vitest'
import {
  type GameBalance,
  isOutdated,
  isRefreshDue,
  pursesInGame,
  type RefreshMoment,
  type RefreshRules,
  readBalances,
} from './balance-rules.ts'

const rules: RefreshRules = {
  isEnabledInterval: true,
  countSecondsForInterval: 10,
  isEnabledTurnOffRequests: true,
  countMinutesAfterWhichRequestsTurnedOff: 5,
  isEnabledRequestsAfterClick: true,
  countSecondsForDelayBetweenClick: 1,
}

const at = 1_000_000_000
const moment: RefreshMoment = {
  now: at,
  path: '/promotions',
  isHidden: false,
  isOnline: true,
  isAsking: false,
  askedAt: at - 60_000,
  heardAt: at - 60_000,
  activeAt: at,
  clickedAt: null,
}

describe('whether to ask for the balance', () => {
  const cases: [string, boolean, Partial<RefreshMoment>, Partial<RefreshRules>?][] = [
    ['the interval is over', true, { heardAt: at - 10_000 }],
    ['the interval is not over', false, { heardAt: at - 9_999 }],
    ['a push came in between, so the answer is known', false, { heardAt: at - 1 }],
    ['a question that failed is not repeated at once', false, { askedAt: at - 9_999 }],
    ['a question is on its way', false, { isAsking: true, clickedAt: at }],
    ['the player is in a game: the address has /game/', false, { path: '/game/ember-tiger', clickedAt: at }],
    ['the player is in a game, in another language', false, { path: '/es/game/ember-tiger' }],
    ['a tournament’s hall is no game', true, { path: '/tournaments/1/gamehall' }],
    ['the page is hidden', false, { isHidden: true, clickedAt: at }],
    ['there is no connection', false, { isOnline: false, clickedAt: at }],
    ['idle for less than five minutes', true, { activeAt: at - 299_999 }],
    ['idle for five minutes', false, { activeAt: at - 300_000 }],
    ['idle, but the house never stops', true, { activeAt: 0 }, { isEnabledTurnOffRequests: false }],
    ['idle for two minutes where two are allowed', false, { activeAt: at - 120_000 }, stops(2)],
    ['a click, a second after the last question', true, { askedAt: at - 1000, heardAt: at, clickedAt: at }],
    ['a click, too soon after the last question', false, { askedAt: at - 999, heardAt: at, clickedAt: at }],
    [
      'a click, where clicks do not count',
      false,
      { heardAt: at, clickedAt: at },
      { isEnabledRequestsAfterClick: false },
    ],
    ['a click works without the interval', true, { heardAt: at, clickedAt: at }, { isEnabledInterval: false }],
    ['without the interval nothing is asked by itself', false, {}, { isEnabledInterval: false }],
    ['another interval of content', false, { heardAt: at - 29_999 }, { countSecondsForInterval: 30 }],
    ['an interval of nothing is a second', false, { heardAt: at - 999 }, { countSecondsForInterval: 0 }],
    ['a clock that was set back by an hour', true, { askedAt: at + 3_600_000, heardAt: at + 3_600_000 }],
    ['the page has never asked', true, { askedAt: 0, heardAt: 0 }],
  ]
  test.each(cases)('%s: %s', (_, isDue, changed, changedRules) => {
    expect(isRefreshDue({ ...rules, ...changedRules }, { ...moment, ...changed })).toBe(isDue)
  })
})

function stops(minutes: number): Partial<RefreshRules> {
  return { countMinutesAfterWhichRequestsTurnedOff: minutes }
}

describe('an hour with a clock of ours', () => {
  /** Looks each tick as the page does; answers come after 200 ms. Gives the seconds at which it asked. */
  function run(seconds: number, happens: { clicks?: number[]; pushes?: number[]; active?: number[] } = {}) {
    const { clicks = [], pushes = [], active = [] } = happens
    const asked: number[] = []
    const state = { ...moment, askedAt: 0, heardAt: at, activeAt: at }
    let answerAt = Number.POSITIVE_INFINITY
    for (let ms = 0; ms <= seconds * 1000; ms += 100) {
      state.now = at + ms
      if (pushes.includes(ms / 1000)) state.heardAt = state.now
      if (active.includes(ms / 1000)) state.activeAt = state.now
      if (clicks.includes(ms / 1000)) Object.assign(state, { clickedAt: state.now, activeAt: state.now })
      if (ms >= answerAt) Object.assign(state, { isAsking: false, heardAt: state.now })
      if (ms >= answerAt) answerAt = Number.POSITIVE_INFINITY
      if (!isRefreshDue(rules, state)) continue
      asked.push(ms / 1000)
      Object.assign(state, { isAsking: true, askedAt: state.now, clickedAt: null })
      answerAt = ms + 200
    }
    return asked
  }

  test('asks every ten seconds after the last answer and stops after five minutes', () => {
    const asked = run(3600)
    expect(asked.slice(0, 3)).toEqual([10, 20.2, 30.4])
    expect(asked.at(-1)).toBeLessThan(300)
    expect(asked.length).toBe(29)
  })

  test('goes on when the player comes back', () => {
    const asked = run(1300, { active: [1000] })
    expect(asked.filter((second) => second > 300)[0]).toBe(1000)
    expect(asked.at(-1)).toBeLessThan(1300)
    expect(asked.filter((second) => second >= 1000).length).toBe(30)
  })

  test('ten clicks in a second ask twice: at once and at the end of the delay', () => {
    const clicks = Array.from({ length: 10 }, (_, index) => 2 + index / 10)
    expect(run(8, { clicks })).toEqual([2, 3])
  })

  test('with a push every nine seconds nothing is asked', () => {
    expect(run(270, { pushes: Array.from({ length: 30 }, (_, index) => index * 9) })).toEqual([])
  })
})

describe('which answer is the newer one', () => {
  const known = { version: 7, heardAt: 1000 }
  test.each([
    ['a larger version, whenever it was asked for', false, { version: 8, askedAt: 500 }],
    ['a late answer with a smaller version', true, { version: 6, askedAt: 500 }],
    ['the same again', false, { version: 7, askedAt: 500 }],
    ['an old push', true, { version: 6, askedAt: 0 }],
    [
      'a smaller version that was asked for later: a house restored from its backup',
      false,
      { version: 3, askedAt: 1001 },
    ],
  ])('%s: dropped %s', (_, isDropped, answer) => {
    expect(isOutdated(known, answer)).toBe(isDropped)
  })

  test('whatever the order of arrival, the last movement stands', () => {
    const answers = [1, 2, 3, 4].map((version) => ({ version, askedAt: 0 }))
    const orders = answers.flatMap((first) =>
      answers.flatMap((second) => answers.flatMap((third) => answers.map((fourth) => [first, second, third, fourth]))),
    )
    for (const order of orders) {
      let shown = { version: 0, heardAt: 0 }
      for (const [index, answer] of order.entries())
        if (!isOutdated(shown, answer)) shown = { version: answer.version, heardAt: index + 1 }
      expect(shown.version).toBe(Math.max(...order.map(({ version }) => version)))
    }
  })
})

describe('what comes from outside', () => {
  const money = { amount: '12.50', currency: 'EUR' }
  const whole = {
    balance_main: money,
    balance_bonus: money,
    balance_betting_bonus: money,
    balance_fun: { amount: '10000.00', currency: 'FUN' },
    balance_held: money,
    balance_version: 4,
  }

  test('balances are read, and what does not belong to them is left behind', () => {
    expect(readBalances({ ...whole, uid: 3 })).toEqual(whole)
  })

  test.each([
    null,
    'balance',
    {},
    { ...whole, balance_version: '4' },
    { ...whole, balance_main: undefined },
    { ...whole, balance_main: { amount: 12.5, currency: 'EUR' } },
    { ...whole, balance_main: { amount: '1e3', currency: 'EUR' } },
    { ...whole, balance_held: { amount: '1.00' } },
  ])('anything else is nothing: %j', (data) => {
    expect(readBalances(data)).toBeNull()
  })
})

describe('the purses while a game is played', () => {
  const eur = (amount: string) => ({ amount, currency: 'EUR' })
  const game = (change: Partial<GameBalance>): GameBalance => ({
    balance: eur('32.00'),
    bonus: eur('30.00'),
    staking: null,
    order: 'own',
    ...change,
  })
  test.each([
    ['without a bonus all of it is own money', { bonus: null }, '32.00', null],
    ['own money and bonus money are told apart', {}, '2.00', '30.00'],
    ['a stake on its way, own money first', { balance: eur('27.00'), staking: eur('5.00') }, '0.00', '27.00'],
    [
      'a stake on its way, bonus money first',
      { balance: eur('27.00'), staking: eur('5.00'), order: 'bonus' },
      '2.00',
      '25.00',
    ],
    ['a stake larger than the bonus', { balance: eur('0.50'), staking: eur('31.50'), order: 'bonus' }, '0.50', '0.00'],
    ['bonus money alone: own money is not the game’s', { balance: eur('25.00'), order: 'alone' }, null, '25.00'],
    ['set aside', { bonus: eur('0.00'), order: 'aside' }, '32.00', null],
    ['until the page knows the bonus, the house’s word stands', { order: null }, null, null],
  ] as const)('%s', (_, change, main, bonus) => {
    expect(pursesInGame(game(change))).toEqual({ main: main && eur(main), bonus: bonus && eur(bonus) })
  })
})
