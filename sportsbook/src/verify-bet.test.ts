import { describe, expect, test } from 'vitest'
import {
  builderRecord,
  deadHeat,
  halfLoses,
  halfWins,
  homeLoses,
  homeWins,
  minute,
  neverPlayed,
  settledRecord,
  stepOf,
} from '../test/bet-records.ts'
import { type BetRecord, isBetRecord, momentOf, type RecordedWorth } from './bet-record.ts'
import { verifyBet } from './verify-bet.ts'

const banked = { kind: 'system', sizes: [2], stake: '600', combinations: 6 } as const

const won = settledRecord([homeWins(2_100)], { stake: '1000', possible: '2100', returned: '2100' })

/** Numbers of the table of vectors where it has them. */
const kinds: [string, BetRecord, bigint][] = [
  ['a single that won (1)', won, 2_100n],
  ['a single that lost', settledRecord([homeLoses(2_100)], { stake: '1000', possible: '2100', returned: '0' }), 0n],
  ['half won (6)', settledRecord([halfWins(1_930)], { stake: '1000', possible: '1930', returned: '1465' }), 1_465n],
  ['half lost (7)', settledRecord([halfLoses(1_930)], { stake: '1001', possible: '1931', returned: '500' }), 500n],
  ['a dead heat (10)', settledRecord([deadHeat(5_000)], { stake: '1000', possible: '5000', returned: '2500' }), 2_500n],
  [
    'a free bet (55)',
    settledRecord([homeWins(3_250)], { stake: '1000', possible: '2250', returned: '2250', isFree: true }),
    2_250n,
  ],
  [
    'a treble with its boost (19)',
    settledRecord([homeWins(2_100), homeWins(1_720), homeWins(1_550)], {
      ...{ stake: '1000', possible: '5598', boostBp: 300, returned: '5598', boost: '137' },
    }),
    5_735n,
  ],
  [
    'a treble with a void leg, whose boost is gone (20)',
    settledRecord([homeWins(2_100), neverPlayed(1_720), homeWins(1_550)], {
      ...{ stake: '1000', possible: '5598', boostBp: 300, returned: '3255' },
    }),
    3_255n,
  ],
  [
    'a Trixie (28)',
    settledRecord([homeWins(2_000), homeWins(3_000), homeLoses(4_000)], {
      ...{ kind: 'system', sizes: [2, 3], combinations: 4, stake: '400', possible: '5000', returned: '600' },
    }),
    600n,
  ],
  [
    'a system with a banker (46)',
    settledRecord([homeWins(2_000), homeLoses(2_500), homeWins(3_000), homeWins(1_800), homeWins(1_400)], {
      ...{ ...banked, bankers: [4], possible: '4480', returned: '2100' },
    }),
    2_100n,
  ],
  [
    'a builder',
    builderRecord([0, 2_200, 1_700, 3_520], { stake: '1000', possible: '3520', returned: '3520' }, false),
    3_520n,
  ],
  [
    'a builder with a void part',
    builderRecord([0, 2_200, 1_700, 3_520], { stake: '1000', possible: '3520', returned: '2200' }, true),
    2_200n,
  ],
]

test.each(kinds)('%s comes out as the record says', (_, record, paid) => {
  expect(isBetRecord(JSON.parse(JSON.stringify(record)))).toBe(true)
  const verdict = verifyBet(record)
  expect(verdict).toMatchObject({ kind: 'right' })
  expect(verdict.kind === 'right' && verdict.returned + verdict.boost).toBe(paid)
})

test.each(kinds)('%s with one unit more is found', (_, record) => {
  const more = (sum: string) => String(BigInt(sum) + 1n)
  const { bet, steps } = record
  const paid = { ...record, bet: { ...bet, returned: more(bet.returned) } }
  expect(verifyBet(paid)).toMatchObject({ kind: 'wrong', difference: { where: 'bet.returned' } })
  const told = steps.map((step) => (step.n === 2 ? { ...step, returned_after: more(step.returned_after) } : step))
  expect(verifyBet({ ...paid, steps: told })).toMatchObject({
    kind: 'wrong',
    difference: { where: 'steps[1].returned_after', own: bet.returned, said: more(bet.returned) },
  })
})

/** A copy with another value at one place of the file. */
function altered(record: BetRecord, path: readonly (string | number)[], value: unknown): BetRecord {
  const copy: unknown = JSON.parse(JSON.stringify(record))
  let at: unknown = copy
  for (const name of path.slice(0, -1)) at = Reflect.get(Object(at), name)
  expect(Reflect.has(Object(at), path.at(-1) ?? '')).toBe(true)
  Reflect.set(Object(at), path.at(-1) ?? '', value)
  if (!isBetRecord(copy)) throw new Error('no record any more')
  return copy
}

const boosted = settledRecord([homeWins(2_100), homeWins(1_720), homeWins(1_550)], {
  ...{ stake: '1000', possible: '5598', boostBp: 300, returned: '5598', boost: '137' },
})
const built = builderRecord([0, 2_200, 1_700, 3_520], { stake: '1000', possible: '3520', returned: '2200' }, true)

describe('each field that decides', () => {
  test.each<[BetRecord, readonly (string | number)[], unknown]>([
    [boosted, ['bet', 'stake'], '1001'],
    [boosted, ['bet', 'stake_open'], '999'],
    [boosted, ['bet', 'state'], 'open'],
    [boosted, ['bet', 'kind'], 'system'],
    [boosted, ['bet', 'sizes'], [2]],
    [boosted, ['bet', 'bankers'], [0]],
    [boosted, ['bet', 'combinations'], 2],
    [boosted, ['bet', 'possible'], '5599'],
    [boosted, ['bet', 'boost_bp'], 500],
    [boosted, ['bet', 'boost'], '138'],
    [boosted, ['bet', 'returned'], '5597'],
    [boosted, ['bet', 'cashed'], '1'],
    [boosted, ['bet', 'is_free_bet'], true],
    [boosted, ['bet', 'is_under_review'], true],
    [boosted, ['bet', 'rules'], 'football/2'],
    [boosted, ['bet', 'id'], '42'],
    [boosted, ['legs', 1, 'price'], 1_730],
    [boosted, ['legs', 1, 'price_asked'], 1_730],
    [boosted, ['legs', 1, 'place'], 0],
    [boosted, ['legs', 1, 'pick'], '101/result/ft/-/2'],
    [boosted, ['legs', 1, 'market'], '900'],
    [boosted, ['events', 1, 'id'], '555'],
    [boosted, ['events', 1, 'sport'], 'tennis'],
    [boosted, ['events', 1, 'rules'], 'tennis/1'],
    [boosted, ['events', 1, 'facts', 1, 'data'], { side: 2, minute: 10 }],
    [boosted, ['events', 1, 'facts', 1, 'kind'], 'corner'],
    [boosted, ['events', 1, 'facts'], []],
    [boosted, ['markets', 1, 'type'], 'double_chance'],
    [boosted, ['markets', 1, 'period'], 'h1'],
    [boosted, ['markets', 1, 'event'], '100'],
    [boosted, ['markets', 1, 'state'], 'void'],
    [boosted, ['markets', 1, 'results', 0, 'outcomes'], [['2', 1, 0, 1]]],
    [boosted, ['markets', 1, 'results', 0, 'void_reason'], 'OPERATOR'],
    [boosted, ['markets', 1, 'results', 0, 'source'], 'feed'],
    [boosted, ['markets', 1, 'results', 0, 'revision'], 2],
    [boosted, ['markets', 1, 'results', 0, 'facts'], 2],
    [boosted, ['markets', 1, 'results', 0, 'at'], minute(300)],
    [boosted, ['markets', 1, 'results'], []],
    [boosted, ['steps', 0, 'kind'], 'settled'],
    [boosted, ['steps', 0, 'part'], '999'],
    [boosted, ['steps', 1, 'kind'], 'corrected'],
    [boosted, ['steps', 1, 'n'], 3],
    [boosted, ['steps', 1, 'part'], '999'],
    [boosted, ['steps', 1, 'boost'], '136'],
    [boosted, ['steps', 1, 'returned_before'], '1'],
    [boosted, ['steps', 1, 'ledger_key'], '41:3'],
    [boosted, ['steps', 1, 'legs', 0, 'win'], 0],
    [boosted, ['steps', 1, 'legs', 0, 'revision'], 2],
    [boosted, ['steps'], []],
    [built, ['legs', 0, 'subset_prices'], [0, 2_300, 1_700, 3_520]],
    [built, ['legs', 0, 'subset_prices'], [0, 2_200, 3_520]],
    [built, ['legs', 1, 'price'], 3_530],
    [built, ['legs', 1, 'part'], 3],
  ])('is found when it is another (%#)', (record, path, value) => {
    expect(verifyBet(record).kind).toBe('right')
    expect(verifyBet(altered(record, path, value))).toMatchObject({ kind: 'wrong' })
  })
})

describe('a history', () => {
  const [held, settled] = won.steps
  const market = won.markets[0]
  if (!held || !settled || !market) throw new Error('a record without steps')
  const [word] = market.results
  if (!word) throw new Error('a market without a word')

  /** A goal was cancelled after the bet was paid. */
  const corrected = (hours: number): BetRecord => {
    const event = won.events[0]
    if (!event) throw new Error('a record without an event')
    const at = minute(120 + hours * 60)
    const facts = [...event.facts, { seq: 9, kind: 'cancel', data: {}, cancels: 2, at: minute(130) }]
    return {
      ...{ ...won, made_at: minute(20_000), bet: { ...won.bet, returned: '0' } },
      events: [{ ...event, facts }],
      markets: [
        {
          ...market,
          results: [word, { ...word, revision: 2, outcomes: [['x', 1, 0, 1]], facts: 9, at: minute(119 + hours * 60) }],
        },
      ],
      steps: [
        held,
        settled,
        stepOf(3, {
          ...{ kind: 'corrected', at, actor: 'settler', part: '1000', returned_before: '2100', returned_after: '0' },
          legs: [{ place: 0, part: 0, win: 0, back: 0, of: 1, revision: 2 }],
        }),
      ],
    }
  }

  test('of a correction is walked step by step', () => {
    expect(verifyBet(corrected(2))).toMatchObject({ kind: 'right', returned: 0n, results: 2 })
    expect(verifyBet(altered(corrected(2), ['steps', 1, 'returned_after'], '2000'))).toMatchObject({ kind: 'wrong' })
    expect(verifyBet(altered(corrected(2), ['events', 0, 'facts', 8, 'cancels'], 1))).toMatchObject({ kind: 'wrong' })
  })

  test('takes nothing back after three days', () => {
    expect(verifyBet(corrected(73))).toMatchObject({ kind: 'wrong', difference: { where: 'steps[2].at' } })
    const late = corrected(73)
    const kept = { ...late, bet: won.bet, steps: late.steps.slice(0, 2) }
    expect(verifyBet(kept)).toMatchObject({ kind: 'right', returned: 2_100n })
    const early = corrected(2)
    expect(verifyBet({ ...early, bet: won.bet, steps: early.steps.slice(0, 2) })).toMatchObject({ kind: 'wrong' })
  })

  test('of a word that has just come says nothing yet', () => {
    const { steps, ...record } = corrected(2)
    const fresh = { ...record, bet: won.bet, steps: steps.slice(0, 2), made_at: minute(240) }
    expect(verifyBet(fresh)).toMatchObject({ kind: 'unsure', difference: { where: 'bet.returned' } })
  })

  test('of a result that was taken back: what was paid is under review, what gave nothing is open again', () => {
    const open = { ...market, state: 'closed' }
    const review = { ...won, markets: [open], bet: { ...won.bet, is_under_review: true } }
    expect(verifyBet(review)).toMatchObject({ kind: 'right', returned: 2_100n })
    expect(verifyBet({ ...review, bet: won.bet })).toMatchObject({ kind: 'wrong' })
    const lost = settledRecord([homeLoses(2_100)], { stake: '1000', possible: '2100', returned: '0' })
    const again: BetRecord = {
      ...lost,
      markets: lost.markets.map((each) => ({ ...each, state: 'closed' })),
      bet: { ...lost.bet, state: 'open' },
      steps: [...lost.steps, stepOf(3, { kind: 'reopened', at: minute(130), part: '1000' })],
    }
    expect(verifyBet(again)).toMatchObject({ kind: 'right', isOver: false })
    expect(verifyBet({ ...again, steps: lost.steps })).toMatchObject({ kind: 'wrong' })
  })

  test('of a ruling goes by it, and by the result once it is withdrawn', () => {
    const ruling = {
      place: 0,
      part: 0,
      n: 1,
      win: 0,
      back: 1,
      of: 1,
      is_withdrawn: false,
      reason: 'Late',
      actor: 'operator',
    }
    const ruled: BetRecord = {
      ...won,
      bet: { ...won.bet, returned: '1000' },
      rulings: [{ ...ruling, at: minute(110) }],
      steps: [
        held,
        { ...settled, returned_after: '1000', legs: [{ place: 0, part: 0, win: 0, back: 1, of: 1, revision: 0 }] },
      ],
    }
    expect(verifyBet(ruled)).toMatchObject({ kind: 'right', returned: 1_000n })
    expect(verifyBet({ ...ruled, rulings: [] })).toMatchObject({
      kind: 'wrong',
      difference: { where: 'steps[1].legs[0]' },
    })
    const back = { ...ruling, n: 2, is_withdrawn: true, at: minute(115) }
    expect(verifyBet({ ...ruled, rulings: [...ruled.rulings, back] })).toMatchObject({ kind: 'wrong' })
  })

  test('of a window gives the stake of what was taken in it back, to a millionth of a second', () => {
    const window = (from: string, to: string) => ({ from, to, reason: 'LATE_BET', at: minute(110), withdrawn_at: null })
    const late = (from: string, to: string): BetRecord => ({
      ...won,
      bet: { ...won.bet, returned: '1000', accepted_at: '2026-03-01T11:00:00.000500Z' },
      markets: [{ ...market, windows: [window(from, to)] }],
      steps: [
        held,
        { ...settled, returned_after: '1000', legs: [{ place: 0, part: 0, win: 0, back: 1, of: 1, revision: 1 }] },
      ],
    })
    const [early, at, after] = ['400', '500', '501'].map((end) => `2026-03-01T11:00:00.000${end}Z`)
    expect(verifyBet(late(at ?? '', minute(0)))).toMatchObject({ kind: 'right', returned: 1_000n })
    expect(verifyBet(late(after ?? '', minute(0)))).toMatchObject({ kind: 'wrong' })
    expect(verifyBet(late(early ?? '', at ?? ''))).toMatchObject({ kind: 'wrong' })
  })

  test('of a cash-out gives its value again, and settles the rest', () => {
    const step = { kind: 'cashed' as const, at: minute(60), part: '400', returned_after: '609' }
    const worth = { share_bp: 9_650, chances: [{ place: 0, win: 752_320_000, back: 0 }], results: [] }
    const sale = { step: 2, kind: 'player' as const, part: '400', value: '609', whole: '1524', worth }
    const part: BetRecord = {
      ...won,
      bet: { ...won.bet, stake_open: '600', returned: '1260', cashed: '609' },
      cash_outs: [sale],
      steps: [held, stepOf(2, step), { ...settled, n: 3, ledger_key: '41:3', part: '600', returned_after: '1260' }],
    }
    // Vectors 61 and 68.
    expect(verifyBet(part)).toMatchObject({ kind: 'right', returned: 1_260n, cashed: 609n })
    expect(isBetRecord(part)).toBe(true)
    for (const [path, value] of [
      [['cash_outs', 0, 'worth', 'chances', 0, 'win'], 750_000_000],
      [['cash_outs', 0, 'worth', 'share_bp'], 9_850],
      [['cash_outs', 0, 'whole'], '1525'],
      [['cash_outs', 0, 'value'], '610'],
      [['cash_outs', 0, 'step'], 3],
      [['cash_outs'], []],
      [['steps', 1, 'part'], '300'],
      [['steps', 1, 'returned_after'], '600'],
      [['bet', 'cashed'], '600'],
      [['bet', 'stake_open'], '1000'],
    ] as const)
      expect([path, verifyBet(altered(part, path, value)).kind]).toEqual([path, 'wrong'])
    // Without its chances the value is the house's word, and the part of it is not.
    const untold = { ...part, cash_outs: [{ ...sale, worth: null }] }
    expect(verifyBet(untold)).toMatchObject({ kind: 'right', cashed: 609n })
    expect(verifyBet(altered(untold, ['cash_outs', 0, 'whole'], '1600'))).toMatchObject({ kind: 'wrong' })
    const all: BetRecord = {
      ...part,
      bet: { ...won.bet, state: 'cashed', stake_open: '0', returned: '0', cashed: '1524' },
      cash_outs: [{ ...sale, part: '1000', value: '1524' }],
      steps: [held, stepOf(2, { ...step, part: '1000', returned_after: '1524' })],
    }
    expect(verifyBet(all)).toMatchObject({ kind: 'right', cashed: 1_524n, isOver: true })
  })

  /** All of it bought back at minute 110, when every result of the record had been said. */
  const bought = (record: BetRecord, whole: string, worth: RecordedWorth): BetRecord => {
    const { stake } = record.bet
    const step = { kind: 'cashed', at: minute(110), part: stake, returned_after: whole } as const
    return {
      ...record,
      bet: { ...record.bet, state: 'cashed', stake_open: '0', returned: '0', boost: '0', cashed: whole },
      cash_outs: [{ step: 2, kind: 'player', part: stake, value: whole, whole, worth }],
      steps: [held, stepOf(2, step)],
    }
  }

  test('of a treble of which a leg was decided when it was bought back', () => {
    const legs = [homeWins(1_720), homeWins(2_100), homeWins(1_550)]
    const treble = settledRecord(legs, {
      stake: '1000',
      possible: '5598',
      boostBp: 300,
      returned: '5598',
      boost: '137',
    })
    // Vector 63.
    const sold = bought(treble, '1842', {
      share_bp: 9_650,
      chances: [
        { place: 1, win: 550_000_000, back: 0 },
        { place: 2, win: 620_000_000, back: 0 },
      ],
      results: [{ place: 0, part: 0, win: 1, back: 0, of: 1, revision: 1 }],
    })
    expect(isBetRecord(sold)).toBe(true)
    expect(verifyBet(sold)).toMatchObject({ kind: 'right', cashed: 1_842n })
    const worth = ['cash_outs', 0, 'worth']
    const chance = { place: 1, win: 550_000_000, back: 0 }
    for (const [path, value] of [
      [['cash_outs', 0, 'whole'], '1843'],
      [[...worth, 'share_bp'], 9_700],
      [[...worth, 'chances', 0, 'win'], 560_000_000],
      [[...worth, 'chances', 0, 'back'], 500_000_000],
      [[...worth, 'chances', 1, 'place'], 0],
      [[...worth, 'chances'], [chance]],
      [
        [...worth, 'chances'],
        [chance, chance],
      ],
      [[...worth, 'results'], []],
      [[...worth, 'results', 0, 'win'], 0],
      [[...worth, 'results', 0, 'revision'], 2],
      [[...worth, 'results', 0, 'place'], 5],
      [['markets', 0, 'results', 0, 'at'], minute(115)],
      [['legs', 0, 'price'], 1_730],
      [['bet', 'stake'], '1001'],
    ] as const)
      expect([path, verifyBet(altered(sold, path, value)).kind]).toEqual([path, 'wrong'])
  })

  test('of a builder whose other part was void when it was bought back', () => {
    const sold = bought(built, '849', {
      share_bp: 9_650,
      chances: [{ place: 0, win: 400_000_000, back: 0 }],
      results: [{ place: 0, part: 2, win: 0, back: 1, of: 1, revision: 1 }],
    })
    expect(verifyBet(sold)).toMatchObject({ kind: 'right', cashed: 849n })
    expect(verifyBet(altered(sold, ['cash_outs', 0, 'worth', 'results'], []))).toMatchObject({ kind: 'wrong' })
    expect(verifyBet(altered(sold, ['cash_outs', 0, 'worth', 'chances'], []))).toMatchObject({ kind: 'wrong' })
  })

  test('that is not over yet', () => {
    const waits: BetRecord = {
      ...{ ...won, legs: [], markets: [], events: [], steps: [held] },
      bet: { ...won.bet, state: 'pending', accepted_at: null, settled_at: null, returned: '0' },
    }
    expect(verifyBet(waits)).toMatchObject({ kind: 'right', isOver: false })
    const refused: BetRecord = {
      ...waits,
      bet: { ...waits.bet, state: 'refused', stake_open: '0' },
      steps: [held, stepOf(2, { kind: 'released', part: '1000' })],
    }
    expect(verifyBet(refused)).toMatchObject({ kind: 'right', isOver: true, returned: 0n })
    expect(verifyBet({ ...refused, steps: [held] })).toMatchObject({ kind: 'wrong' })
  })
})

test('a file that is none is known', () => {
  for (const [path, value] of [
    [['bet', 'stake'], 'much'],
    [['legs'], {}],
    [['steps', 1, 'at'], 'soon'],
    [['form'], 'bet/2'],
  ] as const)
    expect(() => altered(won, path, value)).toThrow('no record any more')
})

test('moments are read without a calendar of the machine, to a millionth of a second', () => {
  for (const text of [
    '2024-02-29T23:59:59.999Z',
    '2024-03-01T00:00:00.000Z',
    '2026-12-31T12:30:15.250Z',
    '2100-03-01T00:00:00.000Z',
  ])
    expect(momentOf(text)).toBe(Date.parse(text))
  const [early, late] = ['000499', '000500'].map((end) => momentOf(`2026-03-01T11:00:00.${end}Z`) ?? 0)
  expect(late).toBeGreaterThan(early ?? 0)
  expect(momentOf('2026-03-01 11:00')).toBeNull()
})
