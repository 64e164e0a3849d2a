import type { GameNote } from '@croupier/contract/game-notes'
import type { GameFacts, WireStanding } from '@croupier/contract/methods/rounds'
import { Refusal } from '@croupier/contract/refusals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from './call.ts'
import type { GameView, Shown } from './game-client.ts'
import { createRounds } from './rounds.ts'

type View = { cards: number }

const euro = (amount: string) => ({ amount, currency: 'EUR' })

const facts = (): GameFacts => ({
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
})

const standing = (change: Partial<WireStanding> = {}): WireStanding => ({
  round: 'r',
  game: 'x',
  version: '1',
  step: 1,
  stake: euro('1.00'),
  staked: euro('1.00'),
  won: euro('5.00'),
  is_over: true,
  is_free: false,
  view: { cards: 1 },
  balance: euro('14.00'),
  nonce: 0,
  jackpot: null,
  free_left: 0,
  ...change,
})

/** A house that answers from a list, and a title that shows when it is told to. */
function house(answers: (WireStanding | GameFacts | Error)[], change: Partial<GameFacts> = {}) {
  const asked: { method: string; params: Record<string, string> }[] = []
  const told: GameNote[] = []
  const shown: { now: Shown<View>; before: Shown<View> | null; isInstant: boolean }[] = []
  const happened: string[] = []
  let see = () => {}
  const call: Caller = async (method, params) => {
    asked.push({ method, params })
    const answer: unknown = answers.shift()
    if (answer instanceof Error) throw answer
    // What the list holds is what the method answers.
    return JSON.parse(JSON.stringify(answer))
  }
  const gameView: GameView<View> = {
    mainWord: 'go',
    opening: () => ({}),
    rules: () => [],
    calledOff: () => happened.push('off'),
    show: (now, before, { isInstant }) => {
      shown.push({ now, before, isInstant })
      return isInstant
        ? Promise.resolve()
        : new Promise((resolve) => {
            see = resolve
          })
    },
  }
  const rounds = createRounds<View>({
    facts: { ...facts(), ...change },
    gameView,
    call,
    notes: { tell: (note) => told.push(note), onNote: () => {} },
    onChange: () => {},
    onStake: () => happened.push('stake'),
    onOver: async ({ now }) => {
      happened.push(`over ${now.won}`)
    },
    onRefused: ({ word }) => happened.push(word),
    onAutoEnd: () => happened.push('auto end'),
    breathe: async () => {},
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { rounds, asked, told, shown, happened, see: () => see(), settle }
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

test('my stake is off the balance at once, my win is on it when I have seen it', async () => {
  const { rounds, shown, told, see, settle, happened } = house([standing()])
  void rounds.play()
  expect(rounds.state).toMatchObject({ phase: 'asking', balance: 900n })
  await settle()
  expect(shown).toHaveLength(1)
  expect(rounds.state).toMatchObject({ phase: 'showing', balance: 900n })
  expect(told.map(({ type }) => type)).toEqual(['balance', 'balance', 'busy'])
  see()
  await settle()
  expect(rounds.state).toMatchObject({ phase: 'idle', balance: 1400n })
  expect(told.map(({ type }) => type)).toEqual(['balance', 'balance', 'busy', 'balance', 'busy', 'round'])
  expect(happened).toEqual(['stake', 'over 500'])
})

const balancesIn = (told: readonly GameNote[]) =>
  told.flatMap((note) => (note.type === 'balance' ? [note.balance.amount] : []))

test('the page around is told what the game shows: at the opening, when the stake is off, after the show', async () => {
  const { rounds, told, see, settle } = house([standing(), standing({ won: euro('0.00'), balance: euro('13.00') })])
  expect(balancesIn(told)).toEqual(['10.00'])
  void rounds.play()
  await settle()
  expect(balancesIn(told)).toEqual(['10.00', '9.00'])
  see()
  await settle()
  expect(balancesIn(told)).toEqual(['10.00', '9.00', '14.00'])
  void rounds.play()
  await settle()
  see()
  await settle()
  expect(balancesIn(told)).toEqual(['10.00', '9.00', '14.00', '13.00'])
})

test('the page follows a refused stake, a choice that adds to it, and a round that is open elsewhere', async () => {
  const refused = house([new Refusal('InvalidParameter:LIMIT_LOSS')])
  void refused.rounds.play()
  await refused.settle()
  expect(balancesIn(refused.told)).toEqual(['10.00', '9.00', '10.00'])

  const open = standing({ is_over: false, won: euro('0.00'), balance: euro('9.00') })
  const doubled = standing({ step: 2, staked: euro('2.00'), won: euro('4.00'), balance: euro('12.00') })
  const adding = house([doubled], { round: open })
  await adding.rounds.resume()
  void adding.rounds.act({ double: true })
  await adding.settle()
  expect(balancesIn(adding.told)).toEqual(['10.00', '9.00', '8.00'])
  adding.see()
  await adding.settle()
  expect(balancesIn(adding.told)).toEqual(['10.00', '9.00', '8.00', '12.00'])

  const elsewhere = house([new Refusal('InvalidParameter:ROUND_OPEN'), { ...facts(), balance: euro('7.00') }])
  void elsewhere.rounds.play()
  await elsewhere.settle()
  expect(balancesIn(elsewhere.told)).toEqual(['10.00', '9.00', '10.00', '7.00'])
})

test('a second touch while the first is on its way stakes nothing', async () => {
  const { rounds, asked, settle } = house([standing()])
  void rounds.play()
  void rounds.play()
  await settle()
  void rounds.play()
  expect(asked).toHaveLength(1)
})

test('when the answer is lost, the very same round is asked for again', async () => {
  const lost = new TypeError('Failed to fetch')
  const { rounds, asked, settle } = house([lost, new Refusal('ApplicationUnavailable'), standing()])
  void rounds.play()
  await settle()
  expect(rounds.state).toMatchObject({ phase: 'asking', isOffline: true, balance: 900n })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(rounds.state).toMatchObject({ phase: 'showing', isOffline: false })
  expect(asked).toHaveLength(3)
  expect(new Set(asked.map(({ params }) => JSON.stringify(params))).size).toBe(1)
})

test('a refused stake is back on the balance, and I am told why', async () => {
  const { rounds, told, happened, settle } = house([new Refusal('InvalidParameter:LIMIT_LOSS')])
  void rounds.play()
  await settle()
  expect(rounds.state).toMatchObject({ phase: 'idle', balance: 1000n })
  expect(happened).toEqual(['stake', 'off', 'refusal.LIMIT_LOSS'])
  expect(told).toContainEqual({ type: 'refused', name: 'InvalidParameter', reason: 'LIMIT_LOSS' })
})

test('with a bonus open the page is told its part, and the stake that is on its way', async () => {
  const answer = standing({ won: euro('0.00'), balance: euro('9.00'), bonus: euro('4.00') })
  const { rounds, told, see, settle } = house([answer], { bonus: euro('5.00') })
  void rounds.play()
  await settle()
  see()
  await settle()
  expect(told.filter(({ type }) => type === 'balance')).toEqual([
    { type: 'balance', balance: euro('10.00'), bonus: euro('5.00'), staking: euro('0.00') },
    { type: 'balance', balance: euro('9.00'), bonus: euro('5.00'), staking: euro('1.00') },
    { type: 'balance', balance: euro('9.00'), bonus: euro('4.00'), staking: euro('0.00') },
  ])
})

test('a stake that is too high for a bonus tells what would be right', async () => {
  const data = { bonus_id: '1', max_amount: euro('0.70') }
  const { rounds, told, settle } = house([new Refusal('InvalidParameter:BONUS_MAX_BET', { data })])
  void rounds.play()
  await settle()
  const said = { name: 'InvalidParameter', reason: 'BONUS_MAX_BET', stake: euro('1.00') }
  expect(told).toContainEqual({ type: 'refused', ...said, most: euro('0.70'), lower: euro('0.60') })
})

test('after a yes outside the stake goes again, once, and not before the game is seen again', async () => {
  const { rounds, asked, settle } = house([new Refusal('InvalidParameter:BONUS_START'), standing()])
  void rounds.play()
  await settle()
  rounds.pause(true)
  rounds.again()
  await settle()
  expect(asked).toHaveLength(1)
  rounds.pause(false)
  await settle()
  rounds.again()
  await settle()
  expect(asked.map(({ params }) => params.stake)).toEqual(['1.00', '1.00'])
  // The first was refused and left nothing behind: this is a round of its own.
  expect(asked[0]?.params.round).not.toBe(asked[1]?.params.round)
})

test('without a question nothing goes again', async () => {
  const { rounds, asked, settle } = house([new Refusal('InvalidParameter:LIMIT_LOSS')])
  void rounds.play()
  await settle()
  rounds.again()
  await settle()
  expect(asked).toHaveLength(1)
})

test('too early is waited for without a word', async () => {
  const early = new Refusal('InvalidParameter:TOO_FAST', { data: { wait_ms: 900 } })
  const { rounds, asked, happened } = house([early, standing()])
  void rounds.play()
  await vi.advanceTimersByTimeAsync(899)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toHaveLength(2)
  expect(asked[0]).toEqual(asked[1])
  expect(happened).toEqual(['stake'])
})

test('the round that I left open comes back as it stood', async () => {
  const open = standing({ is_over: false, won: euro('0.00'), balance: euro('9.00'), step: 3 })
  const { rounds, shown } = house([], { round: open })
  await rounds.resume()
  expect(shown).toMatchObject([{ before: null, isInstant: true, now: { step: 3, staked: 100n } }])
  expect(rounds.state).toMatchObject({ phase: 'open', balance: 900n })
})

test('a round that is open elsewhere is shown instead of a new one', async () => {
  const open = standing({ is_over: false, won: euro('0.00'), balance: euro('9.00') })
  const { rounds, asked, shown, settle } = house([
    new Refusal('InvalidParameter:ROUND_OPEN'),
    { ...facts(), balance: euro('9.00'), round: open },
  ])
  void rounds.play()
  await settle()
  expect(asked.map(({ method }) => method)).toEqual(['rounds.play', 'rounds.open'])
  expect(shown).toMatchObject([{ isInstant: true }])
  expect(rounds.state).toMatchObject({ phase: 'open', balance: 900n })
})

test('each choice names the step that it follows, and what it adds is off the balance at once', async () => {
  const open = standing({ is_over: false, won: euro('0.00'), balance: euro('9.00') })
  const doubled = standing({ step: 2, staked: euro('2.00'), won: euro('4.00'), balance: euro('12.00') })
  const { rounds, asked, shown, see, settle } = house([doubled], { round: open })
  await rounds.resume()
  void rounds.act({ double: true })
  await settle()
  expect(asked).toEqual([{ method: 'rounds.act', params: { round: 'r', step: '1', choice: '{"double":true}' } }])
  expect(rounds.state).toMatchObject({ phase: 'showing', balance: 800n })
  expect(shown.at(-1)?.before?.step).toBe(1)
  see()
  await settle()
  expect(rounds.state).toMatchObject({ phase: 'idle', balance: 1200n })
})

test('where the place wants time between stakes, the next one waits', async () => {
  const profile = { has_autoplay: false, has_turbo: false, round_ms: 2_500 }
  const { rounds, asked, see, settle } = house([standing(), standing()], { profile })
  void rounds.play()
  await settle()
  see()
  await settle()
  expect(rounds.mayPlay()).toBe(false)
  void rounds.play()
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_500)
  expect(rounds.mayPlay()).toBe(true)
})

test('a pause stops the next stake, not the round that runs', async () => {
  const { rounds, asked, see, settle } = house([standing(), standing()])
  void rounds.play()
  rounds.pause(true)
  await settle()
  see()
  await settle()
  expect(rounds.state).toMatchObject({ phase: 'idle', balance: 1400n })
  void rounds.play()
  expect(asked).toHaveLength(1)
  rounds.pause(false)
  void rounds.play()
  expect(asked).toHaveLength(2)
})

test('a free spin costs nothing and is counted down', async () => {
  const pack = { id: 'p', remaining_count: 2, stake: euro('0.40') }
  const free = standing({ is_free: true, free_left: 1, balance: euro('15.00') })
  const { rounds, asked, settle } = house([free], { pack })
  expect(rounds.stakeNow()).toBe(40n)
  void rounds.play()
  expect(rounds.state.balance).toBe(1000n)
  await settle()
  expect(asked[0]?.params.stake).toBe('0.40')
  expect(rounds.state.facts.pack?.remaining_count).toBe(1)
})

test('a drawing that fails does not keep my win from me', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { rounds, settle } = house([standing({ view: { cards: 2 } })])
  void rounds.play()
  await settle()
  expect(rounds.state.phase).toBe('showing')
  const broken = createRounds<View>({
    facts: facts(),
    gameView: {
      mainWord: 'go',
      opening: () => ({}),
      rules: () => [],
      show: () => Promise.reject(new Error('no canvas')),
    },
    call: async () => JSON.parse(JSON.stringify(standing())),
    notes: { tell: () => {}, onNote: () => {} },
    onChange: () => {},
    onStake: () => {},
    onOver: async () => {},
    onRefused: () => {},
    onAutoEnd: () => {},
    breathe: async () => {},
  })
  await broken.play()
  expect(broken.state).toMatchObject({ phase: 'idle', balance: 1400n })
  expect(reported).toHaveBeenCalledOnce()
})

test('autoplay plays what was asked for and ends at a refusal', async () => {
  const { rounds, asked, happened, see, settle } = house([
    standing(),
    standing(),
    new Refusal('InvalidParameter:LIMIT_LOSS'),
  ])
  void rounds.startAuto({ rounds: 10, lossLimit: null, winLimit: null, stopsOnFeature: false })
  for (let round = 0; round < 2; round += 1) {
    await settle()
    see()
    await settle()
  }
  expect(asked).toHaveLength(3)
  expect(rounds.state.auto).toBeNull()
  expect(happened).toContain('refusal.LIMIT_LOSS')
})
