import type { GameNote } from '@croupier/contract/game-notes'
import type { GameFacts, WireStanding } from '@croupier/contract/methods/rounds'
import { Refusal, type RefusalName } from '@croupier/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from './call.ts'
import { createRounds } from './rounds.ts'

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

const answer = (round: string, won: string, nonce: number): WireStanding => ({
  ...{ round, game: 'x', version: '1', step: 1, stake: euro('1.00'), staked: euro('1.00'), won: euro(won) },
  ...{ is_over: true, is_free: false, view: {}, balance: euro('99.00'), nonce, jackpot: null, free_left: 0 },
})

/** A house whose answers come when the test says so, in any order. */
function house({
  most = 3,
  perPress = 1,
  change = {},
}: {
  most?: number
  perPress?: number
  change?: Partial<GameFacts>
} = {}) {
  const asked: { round: string; yes: (wire: WireStanding) => void; no: (error: unknown) => void }[] = []
  const [told, happened]: [GameNote[], string[]] = [[], []]
  let balance = '10.00'
  const reply = (method: string, round: string): Promise<unknown> =>
    method === 'rounds.getBalance'
      ? Promise.resolve({ balance: euro(balance) })
      : new Promise((yes, no) => asked.push({ round, yes, no }))
  const call: Caller = async (method, params) => JSON.parse(JSON.stringify(await reply(method, String(params.round))))
  const rounds = createRounds<object>({
    facts: facts(change),
    gameView: {
      mainWord: 'drop',
      opening: () => ({}),
      rules: () => [],
      atOnce: { most, perPress: () => perPress },
      calledOff: () => happened.push('off'),
      show: async () => {},
    },
    call,
    notes: { tell: (note) => told.push(note), onNote: () => {} },
    onChange: () => {},
    onStake: () => {},
    onOver: async ({ now }) => {
      happened.push(`over ${now.staked} ${now.won}`)
    },
    onRefused: ({ word }) => happened.push(word),
    onAutoEnd: () => {},
    breathe: async () => {},
  })
  rounds.setStake(100n)
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const yes = async (at: number, won: string) => {
    asked[at]?.yes(answer(asked[at].round, won, at))
    await settle()
  }
  const no = async (at: number, name: RefusalName) => {
    asked[at]?.no(new Refusal(name))
    await settle()
  }
  return { rounds, asked, told, happened, settle, yes, no, setBalance: (text: string) => (balance = text) }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { addEventListener: () => {}, hidden: false })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('each press is a round of its own, up to as many as may be under way', async () => {
  const { rounds, asked, told, settle } = house()
  for (let count = 0; count < 5; count += 1) void rounds.play()
  await settle()
  expect(new Set(asked.map(({ round }) => round)).size).toBe(3)
  expect(rounds.state).toMatchObject({ balance: 700n, staking: 300n, flying: 3 })
  expect(rounds.mayPlay()).toBe(false)
  expect(told.filter(({ type }) => type === 'busy')).toEqual([{ type: 'busy', is_busy: true }])
})

test('the balance is right in whatever order the answers come, and the house has the last word', async () => {
  const { rounds, told, settle, yes, happened, setBalance } = house()
  for (let count = 0; count < 3; count += 1) void rounds.play()
  await settle()
  setBalance('12.60')
  await yes(2, '5.00')
  expect(rounds.state).toMatchObject({ balance: 1200n, staking: 200n, flying: 2 })
  await yes(0, '0.00')
  expect(rounds.state).toMatchObject({ balance: 1200n, staking: 100n, flying: 1 })
  expect(happened).toEqual([])
  await yes(1, '0.40')
  expect(rounds.state).toMatchObject({ balance: 1260n, staking: 0n, flying: 0 })
  expect(told.filter(({ type }) => type === 'round')).toHaveLength(3)
  expect(told.filter(({ type }) => type === 'busy')).toEqual([
    { type: 'busy', is_busy: true },
    { type: 'busy', is_busy: false },
  ])
  expect(happened).toEqual(['over 300 540'])
})

test('rounds that were under way together are celebrated by what they brought together', async () => {
  const { rounds, settle, yes, happened } = house()
  for (let count = 0; count < 3; count += 1) void rounds.play()
  await settle()
  await yes(0, '1.50')
  await yes(1, '0.20')
  await yes(2, '0.20')
  expect(happened).toEqual(['over 300 190'])
})

test('a lost answer is asked for again, for the same round', async () => {
  const { rounds, asked, settle, yes, happened } = house()
  void rounds.play()
  void rounds.play()
  await settle()
  asked[0]?.no(new TypeError('cut'))
  await yes(1, '2.00')
  expect(rounds.state).toMatchObject({ isOffline: true, flying: 1 })
  void rounds.play()
  await vi.advanceTimersByTimeAsync(600)
  expect(asked).toHaveLength(3)
  expect(asked[2]?.round).toBe(asked[0]?.round)
  await yes(2, '0.00')
  expect(rounds.state).toMatchObject({ isOffline: false, flying: 0 })
  expect(happened).toEqual(['over 200 200'])
})

test.each(['LIMIT_LOSS', 'REALITY_CHECK', 'INSUFFICIENT_FUNDS'] as const)(
  'a no (%s) in the middle gives its stake back and stops the rest of the press',
  async (reason) => {
    const { rounds, asked, settle, yes, no, happened } = house({ most: 10, perPress: 10 })
    void rounds.play()
    await vi.advanceTimersByTimeAsync(250)
    expect(asked).toHaveLength(2)
    await no(1, `InvalidParameter:${reason}`)
    expect(rounds.isHalted()).toBe(true)
    expect(rounds.state).toMatchObject({ balance: 900n, staking: 100n, flying: 1 })
    await vi.advanceTimersByTimeAsync(5_000)
    void rounds.play()
    await settle()
    expect(asked).toHaveLength(2)
    await yes(0, '0.00')
    expect(rounds.isHalted()).toBe(false)
    expect(happened).toEqual(['off', `refusal.${reason}`, 'over 100 0'])
  },
)

test('a pause of the page stops what has not been asked for', async () => {
  const { rounds, asked } = house({ most: 10, perPress: 5 })
  void rounds.play()
  await vi.advanceTimersByTimeAsync(250)
  rounds.pause(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(2)
})

test('where a place wants time between two stakes, they come one after the other', async () => {
  const profile = { has_autoplay: false, has_turbo: false, round_ms: 5_000 }
  const { rounds, asked, settle, yes } = house({ perPress: 3, change: { profile } })
  void rounds.play()
  void rounds.play()
  await settle()
  expect(asked).toHaveLength(1)
  await yes(0, '0.00')
  void rounds.play()
  await settle()
  expect(asked).toHaveLength(1)
})
