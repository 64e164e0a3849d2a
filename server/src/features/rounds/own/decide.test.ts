import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import type { OwnAsk } from '../../../ports/rounds.ts'
import { bonusDesk } from '../../bonuses/bonuses.ts'
import type { OpenCompanion } from '../batch/companion.ts'
import { balanceKey, openBatch } from '../batch/open-batch.ts'
import { refuse } from '../batch/rules.ts'
import { openOwnBooks } from './books.ts'
import { decideOwn } from './decide.ts'
import type { Play } from './rules.ts'

/** Decisions about own rounds in memory: no database, no clock, the same seeds every time. */

const playerId = 7n
const nowMs = 1_000_000

function table({
  main = 1_000n,
  beside = [],
  plays = [],
}: {
  main?: bigint
  beside?: OpenCompanion[]
  plays?: Play[]
} = {}) {
  const session = {
    provider: 'studio',
    playerId,
    game: 'twin-dice',
    mode: 'real',
    currency: 'EUR',
    isExpired: false,
  } as const
  const seeds = {
    ...{ playerId, seedId: 1n, serverSeed: Buffer.alloc(32, 1), clientSeed: 'mine', nonce: 0n },
    lastMs: { slot: null, other: null },
  }
  const ownBooks = openOwnBooks(plays, [seeds])
  const books = {
    nowMs,
    sessions: new Map([['token', session]]),
    rounds: new Map(),
    actions: new Map(),
    launched: new Set<string>(),
  }
  const batch = openBatch(books, new Map([[balanceKey(playerId, 'main', 'EUR'), main]]), {
    beside,
    desk: bonusDesk([], new Map()),
  })
  const decide = (ask: OwnAsk) =>
    decideOwn(ask, { books: ownBooks, batch, jurisdiction: 'default', isOver25: () => true })
  const spin = (round = 'r1', stake = 100n, choice: unknown = { side: 'over', target: 7 }) =>
    decide({ kind: 'play', playerId, tokenHash: 'token', round, stake, choice })
  return { decide, spin, seeds, batch, ownBooks }
}

const reasonOf = (decided: unknown) => (decided instanceof Refusal ? decided.reason : 'yes')
const seat = { playerId, game: 'twin-dice', currency: 'EUR', mode: 'real' } as const

test('a spin is one call with its stake and its win, and takes one number', () => {
  const { spin, seeds, batch } = table()
  const decided = spin()
  if (decided instanceof Refusal) throw decided
  const [planned, ...more] = decided.planned
  expect(more).toEqual([])
  expect(planned?.call).toMatchObject({ kind: 'betwin', transaction: 'r1:1', staked: 100n, isClosed: true })
  expect(planned?.step?.action.split).toEqual([{ kind: 'main', amount: 100n }])
  expect(seeds.nonce).toBe(1n)
  expect(batch.playableAt(seat).balance).toBe(900n + (planned?.call.won ?? 0n))
})

test('sent again it is the same round and moves nothing; anything else under its id is a conflict', () => {
  const { spin, seeds } = table()
  const [first, again] = [spin(), spin()]
  if (first instanceof Refusal || again instanceof Refusal) throw new Error('refused')
  expect(again.planned).toEqual([])
  expect(again.answerFor(null)).toEqual(first.answerFor(null))
  expect(reasonOf(spin('r1', 200n))).toBe('ROUND_CONFLICT')
  expect(seeds.nonce).toBe(1n)
})

test('a stake that cannot be paid, or is refused by who stands beside, burns no chance', () => {
  const poor = table({ main: 99n })
  const decided = poor.spin()
  expect(decided instanceof Refusal ? decided : decided.answerFor(null)).toMatchObject({ reason: 'INSUFFICIENT_FUNDS' })
  expect(poor.seeds.nonce).toBe(0n)
  const check = { at: 'limits', refuse: () => refuse('GAME_CLOSED', 'game', 'No') } as const
  const shut = table({ beside: [{ check }] })
  const no = shut.spin()
  expect(no instanceof Refusal ? no : no.answerFor(null)).toMatchObject({ reason: 'GAME_CLOSED' })
  expect([shut.seeds.nonce, shut.batch.count()]).toEqual([0n, 0])
})

test('a free spin is paid by the house with its own stake, whatever was asked for', () => {
  const pack = { id: 5n, stake: 40n, remaining: 1 }
  const prepaid = { stake: 40n, terms: [{ kind: 'promotions', pack: 5n }] } as const
  const { spin, batch } = table({ main: 0n, beside: [{ prepaidAt: () => pack, prepaid: () => prepaid }] })
  const decided = spin('free', 5_000n)
  if (decided instanceof Refusal) throw decided
  const [planned] = decided.planned
  expect(planned?.step?.action.split).toEqual([{ kind: 'promotions', pack: 5n, amount: 40n }])
  expect(batch.playableAt(seat).balance).toBe(planned?.call.won)
})

test('no round begins beside an open one, in a closed game, or with a stake or a choice that the game does not take', () => {
  const open: Play = {
    ...{ round: 'old', playerId, guestId: null, game: 'twin-dice', version: '1', mode: 'real', currency: 'EUR' },
    ...{ stake: 100n, seedId: 1n, serverSeed: Buffer.alloc(32), clientSeed: 'c', nonce: 0n, choices: [{}] },
    ...{ staked: 100n, won: 0n, isOver: false, isShared: true, packId: null, jackpot: null },
  }
  expect(reasonOf(table({ plays: [open] }).spin())).toBe('ROUND_OPEN')
  expect(reasonOf(table({ beside: [{ isClosed: () => true }] }).spin())).toBe('GAME_CLOSED')
  expect(reasonOf(table().spin('r1', 1n))).toBe('STAKE_INVALID')
  expect(reasonOf(table().spin('r1', 100n, { side: 'up' }))).toBe('CHOICE_INVALID')
  const { decide } = table()
  expect(reasonOf(decide({ kind: 'play', playerId: 8n, tokenHash: 'token', round: 'r', stake: 1n, choice: {} }))).toBe(
    'SESSION_UNKNOWN',
  )
  expect(reasonOf(decide({ kind: 'act', playerId, tokenHash: 'token', round: 'none', step: 1, choice: {} }))).toBe(
    'ROUND_UNKNOWN',
  )
})
