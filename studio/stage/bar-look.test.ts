import type { GameFacts } from '@croupier/contract/methods/rounds'
import { expect, test } from 'vitest'
import { areSameMoves } from './bar.ts'
import { barLookOf, celebrationOf, type Extras, movesOf, offerAfter } from './bar-look.ts'
import type { GameView, Shown } from './game-client.ts'
import { firstState, type State } from './round-state.ts'

type View = { cards: number }

const euro = (amount: string) => ({ amount, currency: 'EUR' })

const facts = (change: Partial<GameFacts> = {}): GameFacts => ({
  game: { sysname: 'x', name: 'X', studio: 'orbit', version: '1', rtp: '99.00', is_shared: false },
  mode: 'real',
  is_guest: false,
  currency: 'EUR',
  balance: euro('10.00'),
  stakes: { min: '0.20', max: '100.00', step: '0.20', ladder: ['0.20', '1.00', '5.00'] },
  profile: { has_autoplay: true, has_turbo: true, round_ms: 0 },
  round: null,
  fairness: { hash: 'h', next_hash: 'n', client_seed: 'c', is_own_seed: false, nonce: 0 },
  pack: null,
  ...change,
})
const shown = (change: Partial<Shown<View>> = {}): Shown<View> => ({
  round: 'r',
  step: 1,
  stake: 100n,
  staked: 100n,
  won: 0n,
  isOver: true,
  isFree: false,
  view: { cards: 1 },
  ...change,
})
const game = (change: Partial<GameView<View>> = {}): GameView<View> => ({
  mainWord: 'go',
  opening: () => ({}),
  rules: () => [],
  show: async () => {},
  ...change,
})
const extras: Extras = { line: '', offer: null, won: null, isLoud: true, isOffline: false, isTurbo: false }
const texts = { money: String, gameWords: (key: string) => key }
const look = (change: Partial<State<View>> = {}, view: Partial<GameView<View>> = {}, more: Partial<GameFacts> = {}) =>
  barLookOf({ ...firstState<View>(facts(more)), stake: 100n, ...change }, game(view), texts, extras)

test('before a round I can change the stake and press the button', () => {
  expect(look()).toMatchObject({
    balance: '1000',
    stake: '100',
    hasStakeButtons: true,
    isStakeOff: false,
    isLess: true,
    isMore: true,
    main: { word: 'go', icon: 'turn', isOff: false, isBusy: false },
    moves: null,
    auto: { isThere: true, isOff: false },
    turbo: { isThere: true },
  })
})

test('without chips on the table the button is off, and so is autoplay', () => {
  expect(look({}, { opening: () => null, stake: () => 0n })).toMatchObject({
    stake: '0',
    hasStakeButtons: false,
    main: { isOff: true },
    auto: { isOff: true },
  })
})

test('while an answer is awaited nothing can be pressed and the moves stay where they are', () => {
  const moves = () => [{ label: 'Hit', choice: 'hit' }]
  const open = shown({ isOver: false, staked: 300n })
  expect(look({ phase: 'asking', now: open }, { moves })).toMatchObject({
    stake: '300',
    isStakeOff: true,
    main: { isOff: true, isBusy: true },
    moves: [{ label: 'Hit' }],
    areMovesOff: true,
    auto: { isThere: false },
  })
  expect(look({ phase: 'open', now: open }, { moves }).areMovesOff).toBe(false)
  expect(look({ phase: 'open', now: open, isPaused: true }, { moves }).areMovesOff).toBe(true)
})

test('a round that is over has no moves', () => {
  expect(movesOf({ phase: 'open', now: shown() }, () => [])).toBeNull()
  expect(movesOf({ phase: 'ended', now: shown({ isOver: false }) }, () => [])).toBeNull()
})

test('autoplay counts on the button, which stops it', () => {
  const auto = look({ phase: 'showing', auto: { left: 7, plan: { rounds: 10 } } as never })
  expect(auto.main).toMatchObject({ word: '7', icon: 'stop', isOff: false })
  expect(auto.auto).toMatchObject({ isOn: true, left: 7, isOff: false })
})

test('free spins set the stake and are counted; a shared round has neither autoplay nor turbo', () => {
  const pack = { id: 'p', stake: euro('0.40'), remaining_count: 2 }
  expect(look({}, {}, { pack })).toMatchObject({ stake: '40', hasStakeButtons: false, freeLeft: 2 })
  expect(look({}, {}, { pack, mode: 'demo' }).freeLeft).toBe(0)
  const shared = { ...facts().game, is_shared: true }
  expect(look({}, {}, { game: shared })).toMatchObject({ auto: { isThere: false }, turbo: { isThere: false } })
})

test('only more than was staked is a gain, and only real money is celebrated', () => {
  const over = (won: bigint, isFree = false) => ({ now: shown({ won, isFree }), isFree, jackpot: null })
  expect(celebrationOf(over(0n), 'real')).toMatchObject({ total: 0n, isGain: false })
  expect(celebrationOf(over(80n), 'real')).toMatchObject({ isGain: false, isPulsing: false, isGrand: false })
  expect(celebrationOf(over(200n), 'real')).toMatchObject({ isGain: true, isPulsing: false, isGrand: false })
  expect(celebrationOf(over(1000n), 'real')).toMatchObject({ isGain: true, isPulsing: true, isGrand: false })
  expect(celebrationOf(over(5000n), 'real')).toMatchObject({ isPulsing: true, isGrand: true })
  expect(celebrationOf(over(5000n), 'demo')).toMatchObject({ isGain: true, isPulsing: false, isGrand: false })
  expect(celebrationOf(over(80n, true), 'real')).toMatchObject({ isGain: true })
})

test('a round tells what it gave or took and how many stakes it brought; a free one took nothing', () => {
  const over = (won: bigint, isFree = false) => ({ now: shown({ won, isFree }), isFree, jackpot: null })
  expect(celebrationOf(over(0n), 'real')).toMatchObject({ net: -100n, times: 0n })
  expect(celebrationOf(over(3550n), 'real')).toMatchObject({ net: 3450n, times: 3550n })
  expect(celebrationOf(over(3550n, true), 'real')).toMatchObject({ net: 3550n, times: 3550n, isGrand: true })
})

test('a pot is part of the win and always grand', () => {
  const jackpot = { level: 'mini', won: euro('2.00') } as const
  const outcome = { now: shown(), isFree: false, jackpot }
  expect(celebrationOf(outcome as never, 'real')).toMatchObject({ total: 200n, isGain: true, isGrand: true })
})

test('an empty purse leads to a deposit, a guest to an account, play money to nothing', () => {
  const empty = { word: 'refusal.INSUFFICIENT_FUNDS', remedy: 'deposit', isEnd: false } as const
  expect(offerAfter(empty, { mode: 'real', is_guest: false })).toEqual({ remedy: 'deposit', word: empty.word })
  expect(offerAfter(empty, { mode: 'real', is_guest: true })).toEqual({ remedy: 'register', word: empty.word })
  expect(offerAfter(empty, { mode: 'demo', is_guest: true })).toEqual({ remedy: null, word: 'refusal.DEMO_EMPTY' })
  const limit = { word: 'refusal.LIMIT_LOSS', remedy: 'limits', isEnd: false } as const
  expect(offerAfter(limit, { mode: 'demo', is_guest: true })).toEqual({ remedy: 'limits', word: limit.word })
})

test('buttons are made anew only where their keys change', () => {
  const moves = [{ label: 'Cash out 1.20', choice: 'out', key: ' ', isMain: true }]
  expect(areSameMoves(moves, [{ label: 'Cash out 1.30', choice: 'out', key: ' ', isMain: true }])).toBe(true)
  expect(areSameMoves(moves, [{ label: 'Stand', choice: 'stand', key: 's', isMain: true }])).toBe(false)
  expect(areSameMoves(null, moves)).toBe(false)
})
