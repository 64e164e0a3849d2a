import { tournamentTerms } from '@croupier/contract/promotion-terms'
import { describe, expect, test } from 'vitest'
import { prizeIn } from './prizes.ts'
import { dueInstances, instanceOf, type JoinFacts, judgeJoin, prizeOf, totalPrize, tournamentStatus } from './rules.ts'

const cash = (from: number, to: number, amount: string) => ({ from, to, kind: 'cash', amount: { EUR: amount } })
const termsOf = (more: Record<string, unknown> = {}) =>
  tournamentTerms.parse({
    starts_at: '2026-10-19T22:00:00Z',
    ends_at: '2026-10-26T23:00:00Z',
    prizes: [cash(1, 1, '50'), cash(3, 5, '10')],
    ...more,
  })

describe('instances', () => {
  test('the clock of the zone says when the next one begins, also where it changes in between', () => {
    const weekly = termsOf({ zone: 'Europe/Berlin', repeats: 'week', grace: 20, join_closes: 60 })
    expect(instanceOf('cup', weekly, 0)).toEqual({
      sysname: 'cup-2026-43',
      startsAt: new Date('2026-10-19T22:00:00Z'),
      endsAt: new Date('2026-10-26T23:00:00Z'),
      joinUntil: new Date('2026-10-26T22:00:00Z'),
      cutAt: new Date('2026-10-26T23:20:00Z'),
    })
    expect(instanceOf('cup', weekly, 1)).toMatchObject({
      sysname: 'cup-2026-44',
      startsAt: new Date('2026-10-26T23:00:00Z'),
    })
  })

  test.each([
    ['day', 'cup-2026-01-31', 30],
    ['week', 'cup-2026-53', 52],
    ['month', 'cup-2026-12', 11],
  ])('one that repeats every %s has the name of its period', (repeats, name, number) => {
    const terms = termsOf({ starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-01T12:00:00Z', repeats })
    expect(instanceOf('cup', terms, number).sysname).toBe(name)
  })

  test.each([
    ['the end of the month', 'month', '2026-08-30T16:00:00Z', '2026-08-31T16:00:00Z', 24],
    ['an hour that a day leaves out', 'day', '2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z', 1],
    ['half of it', 'day', '2026-01-01T01:30:00Z', '2026-01-01T02:00:00Z', 0.5],
  ])('each is as long as the first: %s', (_, repeats, starts_at, ends_at, hours) => {
    const terms = termsOf({ zone: 'Europe/Berlin', repeats, starts_at, ends_at })
    for (let number = 0; number < 120; number += 1) {
      const { startsAt, endsAt } = instanceOf('cup', terms, number)
      const change = repeats === 'month' ? [hours - 1, hours, hours + 1] : [hours]
      expect(change).toContain((endsAt.getTime() - startsAt.getTime()) / 3_600_000)
    }
  })

  test.each([
    ['week', '2026-10-19T22:00:00Z', '2026-10-26T23:00:00Z', 'one ends where the next begins'],
    ['month', '2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z', 'as long as its month'],
    ['month', '2026-07-31T22:00:00Z', '2026-08-31T21:59:00Z', 'no longer than a shorter month'],
  ])('one that repeats every %s from %s to %s: %s', (repeats, starts_at, ends_at) => {
    const terms = termsOf({ zone: 'Europe/Berlin', repeats, starts_at, ends_at })
    for (let number = 1; number < 14; number += 1) {
      const left =
        instanceOf('cup', terms, number + 1).startsAt.getTime() - instanceOf('cup', terms, number).endsAt.getTime()
      expect([0, 60_000]).toContain(left)
    }
  })

  test.each([
    ['a shorter month', 'month', '2026-03-30T22:00:00Z', '2026-04-29T22:00:00Z'],
    ['an hour that a day leaves out', 'day', '2026-01-01T01:30:00Z', '2026-01-02T01:30:00Z'],
  ])('one that ends where the next begins never runs beside it: %s', (_, repeats, starts_at, ends_at) => {
    const terms = termsOf({ zone: 'Europe/Berlin', repeats, starts_at, ends_at })
    for (let number = 0; number < 120; number += 1) {
      const [{ endsAt }, next] = [instanceOf('cup', terms, number), instanceOf('cup', terms, number + 1)]
      expect(endsAt.getTime()).toBeLessThanOrEqual(next.startsAt.getTime())
    }
  })

  test('the one that runs and the next are made, those that passed are not', () => {
    const terms = termsOf({ starts_at: '2026-01-05T00:00:00Z', ends_at: '2026-01-12T00:00:00Z', repeats: 'week' })
    const names = (now: string) => dueInstances('cup', terms, new Date(now)).map(({ sysname }) => sysname)
    expect(names('2026-01-01T00:00:00Z')).toEqual(['cup-2026-02'])
    expect(names('2026-03-04T00:00:00Z')).toEqual(['cup-2026-10', 'cup-2026-11'])
    expect(dueInstances('cup', termsOf(), new Date('2026-10-20T00:00:00Z'))).toHaveLength(1)
    expect(dueInstances('cup', termsOf(), new Date('2026-11-20T00:00:00Z'))).toEqual([])
  })
})

test('a place wins what names it, and only with a score', () => {
  const terms = termsOf()
  const wins = [1, 2, 3, 5, 6].map((place) => prizeOf(terms, place, 1n)?.amount?.EUR ?? null)
  expect(wins).toEqual(['50', null, '10', '10', null])
  expect(prizeOf(terms, 1, 0n)).toBeNull()
  expect([totalPrize(terms, 'EUR'), totalPrize(terms, 'JPY')]).toEqual([8_000n, null])
})

test('the clock says how it stands until it is finished or cancelled', () => {
  const times = { startsAt: new Date('2026-01-01'), endsAt: new Date('2026-01-08') }
  const at = (now: string, state: 'open' | 'finished' | 'cancelled' = 'open') =>
    tournamentStatus({ ...times, state }, new Date(now))
  expect([at('2025-12-31'), at('2026-01-01'), at('2026-01-08')]).toEqual(['future', 'active', 'settling'])
  expect([at('2026-01-02', 'cancelled'), at('2026-01-09', 'finished')]).toEqual(['cancelled', 'finished'])
})

describe('joining', () => {
  const facts: JoinFacts = {
    ...{ isAvailable: true, country: 'DE', currency: 'EUR', deposits: 1, level: 2, hasContact: true, isVerified: true },
    ...{ missing: [], isInvited: true, points: 100n, hasTicket: false },
  }
  const question: Parameters<typeof judgeJoin>[0] = {
    status: 'active',
    ...{ joinUntil: new Date('2026-01-08'), now: new Date('2026-01-02'), entry: null },
    ...{ isFull: false, isOffered: true, conditions: {}, cost: { points: null, byTicket: false } },
  }
  const judged = (more: Partial<Parameters<typeof judgeJoin>[0]>, who: Partial<JoinFacts> = {}) =>
    judgeJoin({ ...question, ...more }, { ...facts, ...who })?.reason ?? null

  test('a yes, and each no', () => {
    expect(judged({})).toBeNull()
    expect(judged({ status: 'future', entry: 'left' })).toBeNull()
    expect(judged({}, { isAvailable: false })).toBe('NOT_AVAILABLE')
    expect(judged({ status: 'settling' })).toBe('CLOSED')
    expect(judged({ now: question.joinUntil })).toBe('CLOSED')
    expect(judged({ entry: 'out' })).toBe('OUT')
    expect(judged({ entry: 'left' })).toBe('LEFT')
    expect(judged({ isOffered: false })).toBe('CURRENCY')
    expect(judged({ isFull: true })).toBe('FULL')
  })

  test.each([
    [{ points: 100, byTicket: false }, {}, null],
    [{ points: 101, byTicket: false }, {}, 'NOT_ENOUGH_POINTS'],
    [{ points: 101, byTicket: false }, { hasTicket: true }, 'NOT_ENOUGH_POINTS'],
    [{ points: null, byTicket: true }, {}, 'TICKET_NEEDED'],
    [{ points: null, byTicket: true }, { hasTicket: true }, null],
    [{ points: 100, byTicket: true }, {}, null],
    [{ points: 101, byTicket: true }, {}, 'NOT_ENOUGH_POINTS'],
    [{ points: 101, byTicket: true }, { hasTicket: true }, null],
  ])('what it costs: %o for %o', (cost, who, reason) => {
    expect(judged({ cost }, who)).toBe(reason)
  })

  test.each([
    ['COUNTRY', { countries: ['ES'] }, {}],
    ['COUNTRY', { not_countries: ['DE'] }, {}],
    ['COUNTRY', { countries: ['DE'] }, { country: null }],
    ['CURRENCY', { currencies: ['JPY'] }, {}],
    ['LEVEL', { level: 3 }, {}],
    ['SEGMENT', {}, { isInvited: false }],
    ['NEED_DEPOSIT', { has_deposited: true }, { deposits: 0 }],
    ['SEGMENT', { has_deposited: false }, {}],
    ['NEED_CONTACT', { has_verified_contact: true }, { hasContact: false }],
    ['NEED_PROFILE', { has_full_profile: true }, { missing: ['first_name'] }],
    ['NEED_VERIFICATION', { is_verified: true }, { isVerified: false }],
  ] as const)('%s', (reason, conditions, who) => {
    expect(judged({ conditions: { ...conditions } as never }, who)).toBe(reason)
  })
})

test('spins are a prize where their stake, their greatest win and the bonus they become name the currency', () => {
  const bonus = { mode: 'non_sticky', wagering: { times: 10 }, min_balance: { EUR: '0.20', JPY: '20' }, days: 7 }
  const spins = { game: 'fruit-parade', stake: { EUR: '0.20', BRL: '1', JPY: '20', UAH: '10' }, count: 5, days: 3 }
  const body = { ...spins, winnings: 'bonus', template: 'won', max_win: { EUR: '50', BRL: '250' } }
  const templates = {
    'freespins/five': { version: '1', body, becomes: 'won' },
    'bonus/won': { version: '1', body: bonus },
    'freespins/own': { version: '1', body: spins },
  }
  const currenciesOf = (template: string) =>
    ['EUR', 'BRL', 'JPY', 'UAH', 'USD'].filter((currency) =>
      prizeIn({ from: 1, to: 1, kind: 'freespins', template }, templates, currency),
    )
  expect(currenciesOf('five')).toEqual(['EUR'])
  expect(currenciesOf('own')).toEqual(['EUR', 'BRL', 'JPY', 'UAH'])
})
