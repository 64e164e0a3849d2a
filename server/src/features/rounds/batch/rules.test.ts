import { Refusal } from '@croupier/contract/refusals'
import { describe, expect, test } from 'vitest'
import type { Call } from './read-call.ts'
import { type Action, type CallFacts, decideCall, type Round, type Session } from './rules.ts'

/** What becomes of one call, without a database: the same for every provider, and for the studio of the house. */

const nowMs = 1_000_000
const call = (more: Partial<Call> = {}): Call => ({
  provider: 'p',
  kind: 'bet',
  transaction: 't1',
  round: 'r1',
  game: 'g',
  playerId: 7n,
  currency: 'EUR',
  staked: 100n,
  won: 0n,
  isClosed: false,
  reference: '',
  tokenHash: 'token',
  sentAtMs: nowMs,
  ...more,
})
const winCall = (won: bigint) => call({ kind: 'win', staked: 0n, won })
const rollback = (more: Partial<Call> = {}) =>
  call({ kind: 'rollback', transaction: 't2', staked: 0n, reference: 't1', ...more })

const session: Session = { provider: 'p', playerId: 7n, game: 'g', mode: 'real', currency: 'EUR', isExpired: false }
const round: Round = {
  playerId: 7n,
  game: 'g',
  mode: 'real',
  currency: 'EUR',
  staked: 100n,
  won: 0n,
  bets: 1,
  isClosed: false,
  bonus: null,
  pack: null,
}
const action: Action = {
  kind: 'bet',
  round: 'r1',
  staked: 100n,
  won: 0n,
  shortfall: 0n,
  split: [{ kind: 'main', amount: 100n }],
  gains: [],
  isRolledBack: false,
}

const facts = (more: Partial<CallFacts> = {}): CallFacts => ({
  nowMs,
  session,
  isLaunched: true,
  round: undefined,
  action: undefined,
  target: undefined,
  balanceOf: (kind) => (kind === 'main' ? 250n : 0n),
  prepaid: null,
  bonuses: {
    open: null,
    byId: () => undefined,
    packOf: () => undefined,
    game: { sysname: 'g', type: 'slot', provider: 'p' },
  },
  refuse: () => null,
  ...more,
})

const mine = { playerId: 7n, kind: 'main', currency: 'EUR' }
const theirs = { playerId: null, owner: 'game:p', kind: 'main', currency: 'EUR' }
const owed = { ...theirs, kind: 'receivable' }

/** Who pays whom how much, or what is said instead. */
function became(asked: Call, known: Partial<CallFacts> = {}) {
  const decision = decideCall(asked, facts(known))
  if (decision === 'known') return decision
  if (decision instanceof Refusal) return decision.toWire().invalid_parameters ?? decision.type
  return decision.transfers.map(({ from, to, amount }) => [from, to, amount])
}

describe('a bet', () => {
  test('takes the stake, and counts', () => {
    expect(became(call())).toEqual([[mine, theirs, 100n]])
    expect(decideCall(call({ isClosed: true }), facts({ round }))).toMatchObject({
      round: { staked: 200n, bets: 2, isClosed: true },
      action: { staked: 100n, split: [{ kind: 'main', amount: 100n }] },
    })
  })

  test('with its win pays that too', () => {
    expect(became(call({ kind: 'betwin', won: 30n }))).toEqual([
      [mine, theirs, 100n],
      [theirs, mine, 30n],
    ])
  })

  test.each<[string, Partial<Call>, Partial<CallFacts>, object]>([
    ['by more than there is', { staked: 251n }, {}, { amount: ['INSUFFICIENT_FUNDS'] }],
    ['without a launch', {}, { session: undefined }, { token: ['UNKNOWN'] }],
    ['with the launch of another provider', {}, { session: { ...session, provider: 'q' } }, { token: ['UNKNOWN'] }],
    [
      'with the launch of another player',
      {},
      { session: { ...session, playerId: 8n } },
      { player: ['SESSION_MISMATCH'] },
    ],
    ['with a launch that is over', {}, { session: { ...session, isExpired: true } }, { token: ['SESSION_EXPIRED'] }],
    ['in the round of another player', {}, { round: { ...round, playerId: 8n } }, { player: ['ROUND_MISMATCH'] }],
    ['in a round that is over', {}, { round: { ...round, isClosed: true } }, { round: ['ROUND_CLOSED'] }],
    [
      'for practice in a round for money',
      {},
      { session: { ...session, mode: 'demo' }, round },
      { token: ['ROUND_MISMATCH'] },
    ],
    ['that would count beyond numbers', {}, { round: { ...round, staked: 2n ** 63n - 100n } }, { amount: ['INVALID'] }],
  ])('%s is refused', (_what, more, known, said) => {
    expect(became(call(more), known)).toEqual(said)
  })

  test('is refused by whoever stands beside the batch, who learn whether the player risks anything', () => {
    const no = new Refusal('ApplicationUnavailable', { message: 'no' })
    expect(became(call(), { refuse: ({ isRisk }) => (isRisk ? no : null) })).toBe('ApplicationUnavailable')
    const terms = [{ kind: 'promotions', pack: 1n }] as const
    const free = { prepaid: { stake: 20n, terms }, refuse: ({ isRisk }: { isRisk: boolean }) => (isRisk ? no : null) }
    const promotions = { playerId: null, owner: 'promotions', kind: 'main', currency: 'EUR' }
    expect(became(call({ kind: 'freespin', staked: 0n }), free)).toEqual([[promotions, theirs, 20n]])
  })
})

describe('a win', () => {
  test('is paid even in a round that is over, and needs a bet', () => {
    expect(became(winCall(40n), { round: { ...round, isClosed: true }, session: undefined })).toEqual([
      [theirs, mine, 40n],
    ])
    expect(became(winCall(40n))).toEqual({ round: ['NO_BET'] })
    expect(became(winCall(40n), { round: { ...round, bets: 0 } })).toEqual({ round: ['NO_BET'] })
  })
})

describe('a rollback', () => {
  test('gives the stake back to whom it was taken from', () => {
    expect(became(rollback(), { round, target: action })).toEqual([[theirs, mine, 100n]])
    expect(decideCall(rollback(), facts({ round, target: action }))).toMatchObject({
      round: { staked: 0n, bets: 0 },
      target: { isRolledBack: true },
    })
  })

  test('takes a win back as far as there is money; the rest is the provider’s to collect', () => {
    const target: Action = { ...action, kind: 'win', staked: 0n, won: 300n, split: [] }
    expect(became(rollback(), { round: { ...round, won: 300n }, target })).toEqual([
      [mine, theirs, 250n],
      [owed, theirs, 50n],
    ])
  })

  test('moves nothing twice, and nothing for what never came', () => {
    expect(became(rollback(), { round, target: { ...action, isRolledBack: true } })).toEqual([])
    const early = decideCall(rollback(), facts({ round }))
    expect(early).toMatchObject({ transfers: [], target: { kind: 'tombstone' } })
  })

  test.each<[string, Partial<Call>, Partial<CallFacts>, object]>([
    ['of itself', { reference: 't2' }, {}, { reference: ['NOT_ROLLABLE'] }],
    ['of a rollback', {}, { target: { ...action, kind: 'rollback' } }, { reference: ['NOT_ROLLABLE'] }],
    ['of another round', {}, { target: { ...action, round: 'r9' } }, { round: ['ROUND_MISMATCH'] }],
    ['for a stranger', {}, { round: undefined, isLaunched: false }, { player: ['UNKNOWN'] }],
  ])('%s is refused', (_what, more, known, said) => {
    expect(became(rollback(more), { round, ...known })).toEqual(said)
  })
})

describe('a call that comes', () => {
  test('again is known, however late, and whatever has changed', () => {
    expect(became(call({ sentAtMs: 0 }), { action, isLaunched: false, session: undefined })).toBe('known')
  })

  test('after its rollback is refused for good', () => {
    expect(became(call(), { action: { ...action, kind: 'tombstone' } })).toEqual({ transaction: ['ROLLED_BACK'] })
  })

  test('more than a minute late or early is refused', () => {
    for (const sentAtMs of [nowMs - 60_001, nowMs + 60_001]) expect(became(call({ sentAtMs }))).toBe('Authorization')
    expect(became(call({ sentAtMs: nowMs - 60_000 }))).toEqual([[mine, theirs, 100n]])
  })
})
