import type { BetRecord, RecordedLeg, RecordedResult, RecordedStep } from '../src/bet-record.ts'
import { won } from '../src/result.ts'

/** Records as the site gives them, with sums that were computed by hand. */

export const minute = (count: number) => new Date(Date.UTC(2026, 2, 1, 12, count)).toISOString().replace('Z', '000Z')

type Goals = readonly [home: number, away: number]

/** A football match that is over, its goals one by one. */
const matchEvent = (id: string, [home, away]: Goals): BetRecord['events'][number] => {
  const goals = [...Array(home).fill(1), ...Array(away).fill(2)].map((side, at) => ({
    kind: 'goal',
    data: { side, minute: 10 + at },
  }))
  const told = [
    { kind: 'begin', data: { period: 'h1' } },
    ...goals,
    { kind: 'end', data: { period: 'h1' } },
    { kind: 'begin', data: { period: 'h2' } },
    { kind: 'end', data: { period: 'h2' } },
    { kind: 'finish', data: {} },
  ]
  return {
    ...{
      id,
      sport: 'football',
      home: 'Reds',
      away: 'Blues',
      starts_at: minute(0),
      state: 'ended',
      rules: 'football/1',
    },
    facts: told.map((fact, at) => ({ ...fact, seq: at + 1, at: minute(at) })),
  }
}

type Told = Pick<RecordedResult, 'outcomes'> & Partial<RecordedResult>

/** A leg with its event and market; `said` are the words about it, `result` what the last of them makes of the leg. */
export type MadeLeg = {
  address: readonly [type: string, period: string, line: string | null, outcome: string]
  price: number
  goals: Goals
  said: readonly Told[]
  result: readonly [number, number, number]
}

export const homeWins = (price: number): MadeLeg => ({
  ...{ address: ['result', 'ft', null, '1'], price, goals: [2, 1], result: won },
  said: [{ outcomes: [['1', 1, 0, 1]] }],
})
export const homeLoses = (price: number): MadeLeg => ({
  ...{ address: ['result', 'ft', null, '1'], price, goals: [0, 1], result: [0, 0, 1] },
  said: [{ outcomes: [['2', 1, 0, 1]] }],
})
export const neverPlayed = (price: number): MadeLeg => ({
  ...{ address: ['result', 'ft', null, '1'], price, goals: [0, 0], result: [0, 1, 1] },
  said: [{ outcomes: [], void_reason: 'CANCELLED', facts: 0 }],
})
/** Three goals on a line of two and three quarters. */
export const halfWins = (price: number): MadeLeg => ({
  ...{ address: ['total', 'ft', '2.75', 'over'], price, goals: [2, 1], result: [1, 1, 2] },
  said: [
    {
      outcomes: [
        ['over', 1, 1, 2],
        ['under', 0, 1, 2],
      ],
    },
  ],
})
export const halfLoses = (price: number): MadeLeg => ({
  ...{ address: ['total', 'ft', '2.75', 'under'], price, goals: [2, 1], result: [0, 1, 2] },
  said: halfWins(price).said,
})
/** No market of the studied sports has one: the operator says so. */
export const deadHeat = (price: number): MadeLeg => ({
  ...{ address: ['result', 'ft', null, '1'], price, goals: [2, 1], result: [1, 0, 2] },
  said: [{ outcomes: [['1', 1, 0, 2]], source: 'operator', reason: 'Two runners' }],
})

type Sums = {
  kind?: BetRecord['bet']['kind']
  sizes?: readonly number[]
  bankers?: readonly number[]
  combinations?: number
  stake: string
  possible: string
  returned: string
  boostBp?: number
  boost?: string
  isFree?: boolean
}

const factsOf = ({ goals: [home, away] }: MadeLeg) => 5 + home + away

const eventIdOf = (at: number) => String(100 + at)
const marketIdOf = (at: number) => String(900 + at)

const legOf = ({ address, price }: MadeLeg, at: number): RecordedLeg => ({
  ...{ place: at, part: 0, pick: [eventIdOf(at), address[0], address[1], address[2] ?? '-', address[3]].join('/') },
  ...{ market: marketIdOf(at), price_asked: price, price, version: 3, stops: 0, is_live: false },
  ...{ win: 400_000_000, back: 0, subset_prices: null },
})

export const stepOf = (n: number, more: Partial<RecordedStep>): RecordedStep => ({
  ...{ n, kind: 'held', at: minute(-60 + n), actor: 'player', reason: '', part: '0', returned_before: '0' },
  ...{ returned_after: '0', boost: '0', shortfall: '0', legs: [], ledger_key: `41:${n}` },
  ...more,
})

const marketsOf = (legs: readonly MadeLeg[]): BetRecord['markets'] =>
  legs.map((leg, at) => ({
    ...{ id: marketIdOf(at), event: eventIdOf(at), type: leg.address[0], period: leg.address[1], line: leg.address[2] },
    state: leg.said.at(-1)?.void_reason ? 'void' : 'resulted',
    results: leg.said.map((told, word) => ({
      ...{
        revision: word + 1,
        void_reason: null,
        source: 'own',
        reason: '',
        facts: factsOf(leg),
        at: minute(100 + word),
      },
      ...told,
    })),
    windows: [],
  }))

/** A bet that is settled. */
export function settledRecord(legs: readonly MadeLeg[], sums: Sums): BetRecord {
  const { stake, possible, returned, boost = '0', boostBp = 0, isFree = false } = sums
  const kind = sums.kind ?? (legs.length === 1 ? 'single' : 'multiple')
  return {
    ...{ form: 'bet/1', made_at: minute(500), rulings: [], cash_outs: [], markets: marketsOf(legs) },
    bet: {
      ...{
        id: '41',
        number: 7,
        state: 'settled',
        kind,
        sizes: sums.sizes ?? [legs.length],
        bankers: sums.bankers ?? [],
      },
      ...{ combinations: sums.combinations ?? 1, currency: 'EUR', decimals: 2, mode: 'real', policy: 'better', stake },
      ...{ stake_open: stake, is_free_bet: isFree, possible, boost_bp: boostBp, returned, cashed: '0', boost },
      ...{ is_under_review: false, rules: 'football/1', asked_at: minute(-60), accepted_at: minute(-59) },
      settled_at: minute(120),
    },
    legs: legs.map(legOf),
    events: legs.map(({ goals }, at) => matchEvent(eventIdOf(at), goals)),
    steps: [
      stepOf(1, { part: stake }),
      stepOf(2, {
        ...{ kind: 'settled', at: minute(120), actor: 'settler', part: stake, returned_after: returned, boost },
        legs: legs.map(({ result: [win, back, of], said }, place) => ({
          ...{ place, part: 0, win, back, of, revision: said.length },
        })),
      }),
    ],
  }
}

/** Two parts of one match as one leg, the second of which was never played. */
export function builderRecord(prices: readonly number[], sums: Sums, isSecondVoid: boolean): BetRecord {
  const whole = prices.at(-1) ?? 0
  const plain = settledRecord([homeWins(whole)], sums)
  const [leg] = plain.legs
  const [market] = plain.markets
  const [held, settled] = plain.steps
  if (!leg || !market || !held || !settled) throw new Error('a record without a leg')
  const word = isSecondVoid
    ? { outcomes: [], void_reason: 'FORMAT', facts: 0 }
    : { outcomes: [['yes', 1, 0, 1] as const], void_reason: null, facts: 8 }
  const second = {
    ...{
      ...market,
      id: '990',
      type: 'both_score',
      period: 'ft',
      line: null,
      state: isSecondVoid ? 'void' : 'resulted',
    },
    results: [{ revision: 1, source: 'own' as const, reason: '', at: minute(100), ...word }],
  }
  return {
    ...plain,
    legs: [
      { ...leg, part: 1, subset_prices: prices },
      { ...leg, part: 2, market: '990', pick: '100/both_score/ft/-/yes' },
    ],
    markets: [market, second],
    steps: [
      held,
      {
        ...settled,
        legs: [
          { place: 0, part: 1, win: 1, back: 0, of: 1, revision: 1 },
          { place: 0, part: 2, win: isSecondVoid ? 0 : 1, back: isSecondVoid ? 1 : 0, of: 1, revision: 1 },
        ],
      },
    ],
  }
}
