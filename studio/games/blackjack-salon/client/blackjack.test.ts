import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Shown, Stage } from '../../../stage/game-client.ts'
import { pretendDocument } from '../../../test/pretend-document.ts'
import type { View } from '../math.ts'
import { blackjack } from './blackjack.ts'

beforeEach(pretendDocument)
afterEach(() => vi.unstubAllGlobals())

const dealer = (isOpen: boolean, ...cards: View['dealer']['cards'][number][]): View['dealer'] => ({
  cards,
  total: 0,
  isSoft: false,
  isOpen,
})
const hand = (...cards: View['hands'][number]['cards'][number][]): View['hands'][number] => ({
  cards,
  total: 0,
  isSoft: false,
  stake: 2,
  isDoubled: false,
  result: null,
  won: 0,
})
const shown = (view: Pick<View, 'dealer' | 'hands'>): Shown<View> => ({
  round: 'r',
  step: 1,
  stake: 100n,
  staked: 100n,
  won: 0n,
  isOver: false,
  isFree: false,
  view: { active: 0, insurance: { state: 'none', won: 0 }, moves: [], ...view },
})

async function table() {
  const board = document.createElement('div')
  let go = () => {}
  const euro = { amount: '0', currency: 'EUR' }
  const stage: Stage = {
    facts: {
      game: { sysname: 'x', name: 'X', studio: 'x', version: '1', rtp: '99.00', is_shared: false },
      mode: 'real',
      is_guest: false,
      currency: 'EUR',
      balance: euro,
      stakes: { min: '0.20', max: '1.00', step: '0.20', ladder: [] },
      profile: { has_autoplay: true, has_turbo: true, round_ms: 0 },
      round: null,
      fairness: { hash: '', next_hash: '', client_seed: '', is_own_seed: false, nonce: 0 },
      pack: null,
    },
    board,
    words: (key) => key,
    money: String,
    locale: 'en',
    home: '',
    isReplay: false,
    stake: () => 100n,
    isCalm: () => false,
    isTurbo: () => false,
    wait: () =>
      new Promise((resolve) => {
        go = resolve
      }),
    sound: () => {},
    say: () => {},
    act: async () => {},
    play: async () => {},
    refresh: () => {},
    keepStake: () => {},
    isIdle: () => true,
  }
  const game = await blackjack(stage)
  game.resize?.(900, 600)
  return {
    game,
    /** The dealer's first, where there is one. */
    totals: () => [...board.querySelectorAll('.bj-total')].map(({ textContent }) => textContent),
    read: () => [...board.querySelectorAll('.st-hidden')].flatMap(({ children }) => [...children]).length,
    /** Everything that turns has turned. */
    turned() {
      for (const each of board.querySelectorAll('.bj-turner')) each.dispatchEvent(new Event('transitionend'))
    },
    /** The next card, or the end. */
    async next() {
      go()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('a card counts when it lies face up, and not before', async () => {
  const { game, totals, read, turned, next } = await table()
  const end = game.show(shown({ hands: [hand('TS', '6H')], dealer: dealer(false, '9C') }), null, { isInstant: false })
  expect(totals()).toEqual([])
  turned()
  expect(totals()).toEqual(['10'])
  await next()
  // The dealer's card is on its way.
  expect(totals()).toEqual(['10'])
  turned()
  expect(totals()).toEqual(['9', '10'])
  await next()
  expect(totals()).toEqual(['9', '10'])
  turned()
  expect(totals()).toEqual(['9', '16'])
  await next()
  // The hole card never turned, whatever is heard of it; in words nothing is told before the last card lies.
  turned()
  expect([totals(), read()]).toEqual([['9', '16'], 0])
  await next()
  await next()
  await end
  expect([totals(), read()]).toEqual([['9', '16'], 2])
})

test('the hole card counts when it was turned, and what the end of a turn was not heard of counts at the end', async () => {
  const { game, totals, turned, next } = await table()
  const before = shown({ hands: [hand('TS', '9H')], dealer: dealer(false, '9C') })
  await game.show(before, null, { isInstant: true })
  expect(totals()).toEqual(['9', '19'])
  const after = shown({ hands: [hand('TS', '9H')], dealer: dealer(true, '9C', '5D', '4S') })
  const end = game.show(after, before, { isInstant: false })
  await next()
  expect(totals()).toEqual(['9', '19'])
  turned()
  expect(totals()).toEqual(['14', '19'])
  await next()
  expect(totals()).toEqual(['14', '19'])
  await next()
  await next()
  await end
  expect(totals()).toEqual(['18', '19'])
})
