/// <reference lib="esnext.temporal" />
import {
  type GateWant,
  gateRefusals,
  gateWants,
  type SelfExclusionPeriod,
  selfExclusionPeriods,
} from '@croupier/contract/control'
import { describe, expect, test } from 'vitest'
import { effort } from '../../test/effort.ts'
import {
  decide,
  type Exclusion,
  effectOf,
  exclusionEnd,
  isReady,
  type Limit,
  leftOf,
  opensAt,
  type Question,
  realityCheckAt,
  standingOf,
  tightest,
  type Used,
  usedOf,
} from './rules.ts'

const at = (text: string) => new Date(text)
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

/** The same numbers in every run, so that a failure can be looked at. */
function dice(seed: number) {
  let state = seed >>> 0
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

describe('a limit', () => {
  test.each([
    ['a first one holds at once', null, 100n, 'holds'],
    ['a first one of nothing at all holds at once', null, 0n, 'holds'],
    ['a lower one holds at once', 100n, 99n, 'holds'],
    ['the same again holds at once', 100n, 100n, 'holds'],
    ['a higher one waits', 100n, 101n, 'waits'],
    ['anything above nothing waits', 0n, 1n, 'waits'],
    ['none waits', 100n, null, 'waits'],
    ['none where none is has no sense', null, null, null],
  ] as const)('%s', (_what, current, wanted, effect) => {
    expect(effectOf(current, wanted)).toBe(effect)
  })

  test('can be confirmed from its moment on, until it is forgotten', () => {
    const change = { readyAt: at('2026-03-29T01:00:00Z'), expiresAt: at('2026-04-05T01:00:00Z') }
    expect(isReady(change, at('2026-03-29T00:59:59.999Z'))).toBe(false)
    expect(isReady(change, change.readyAt)).toBe(true)
    expect(isReady(change, at('2026-04-05T00:59:59.999Z'))).toBe(true)
    expect(isReady(change, change.expiresAt)).toBe(false)
  })

  const uses: Used[] = [
    { periodDays: 1, deposited: 500n, staked: 900n, returned: 300n, seconds: 3_659 },
    { periodDays: 7, deposited: 700n, staked: 1_000n, returned: 1_600n, seconds: 7_200 },
  ]
  test.each([
    ['deposits count gross', { kind: 'deposit', periodDays: 1, amount: 800n }, 500n, 300n],
    ['a loss is what was staked less what came back', { kind: 'loss', periodDays: 1, amount: 1_000n }, 600n, 400n],
    ['who is ahead may lose the win too', { kind: 'loss', periodDays: 7, amount: 100n }, -600n, 700n],
    ['a wager is what was staked', { kind: 'wager', periodDays: 1, amount: 1_000n }, 900n, 100n],
    ['a lowered limit has nothing left', { kind: 'wager', periodDays: 1, amount: 10n }, 900n, 0n],
    ['time counts in seconds of its minutes', { kind: 'session', periodDays: 1, amount: 61n }, 3_659n, 1n],
    ['nothing was used in another window', { kind: 'deposit', periodDays: 30, amount: 5n }, 0n, 5n],
  ] satisfies [string, Limit, bigint, bigint][])('%s', (_what, limit, used, left) => {
    expect(usedOf(limit, uses)).toBe(used)
    expect(leftOf(limit, uses)).toBe(left)
  })

  test('the one that leaves the least room is the one that counts', () => {
    const limits: Limit[] = [
      { kind: 'deposit', periodDays: 1, amount: 1_000n },
      { kind: 'deposit', periodDays: 7, amount: 900n },
      { kind: 'wager', periodDays: 1, amount: 0n },
    ]
    expect(tightest(limits, uses, ['deposit'])).toEqual({ kind: 'deposit', periodDays: 7, amount: 900n, left: 200n })
    expect(tightest(limits, uses, ['session'])).toBeNull()
  })
})

test.each([
  ['off', null, '2026-05-01T10:00:00Z', '2026-05-01T09:00:00Z', null],
  ['after the last one', 30, '2026-05-01T10:00:00Z', '2026-05-01T09:00:00Z', '2026-05-01T10:30:00.000Z'],
  ['after coming back', 30, '2026-05-01T10:00:00Z', '2026-05-02T09:00:00Z', '2026-05-02T09:30:00.000Z'],
])('the reality check comes: %s', (_when, minutes, seen, began, due) => {
  expect(realityCheckAt(minutes, at(seen), at(began))?.toISOString() ?? null).toBe(due)
})

describe('an exclusion', () => {
  test.each([
    ['2026-01-31T10:00:00Z', '1d', '2026-02-01T10:00:00.000Z'],
    ['2026-03-28T23:30:00Z', '7d', '2026-04-04T23:30:00.000Z'],
    ['2026-02-01T00:00:00Z', '30d', '2026-03-03T00:00:00.000Z'],
    ['2026-05-15T10:00:00Z', '3m', '2026-08-15T12:00:00.000Z'],
    // 28 February is the last day of nowhere but here: further east it is March, and May has three days more.
    ['2026-02-28T23:30:00Z', '3m', '2026-06-01T01:30:00.000Z'],
    ['2026-11-30T10:00:00Z', '3m', '2027-03-02T12:00:00.000Z'],
    ['2027-11-30T10:00:00Z', '3m', '2028-03-01T12:00:00.000Z'],
    ['2028-02-29T10:00:00Z', '1y', '2029-03-01T12:00:00.000Z'],
    ['2026-06-10T10:00:00Z', '5y', '2031-06-10T12:00:00.000Z'],
  ] as const)('that begins at %s for %s ends at %s', (start, period, end) => {
    expect(exclusionEnd(at(start), period)?.toISOString()).toBe(end)
  })

  test('for good has no end', () => {
    expect(exclusionEnd(at('2026-01-01T00:00:00Z'), 'permanent')).toBeNull()
  })

  // Half-hour and two-hour clock changes, both ends of the date line, a clock that moves with the moon.
  const zones = [
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/Lisbon',
    'America/New_York',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'Antarctica/Troll',
  ]
  const spans = [
    ['3m', 3],
    ['6m', 6],
    ['9m', 9],
    ['1y', 12],
    ['2y', 24],
    ['3y', 36],
    ['4y', 48],
    ['5y', 60],
  ] as const

  /** What a calendar on the player's wall promises; a day that does not exist is the first of the next month. */
  function promised(start: Date, zone: string, count: number): number {
    const here = Temporal.Instant.fromEpochMilliseconds(start.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()
    const there = here.add({ months: count })
    const day = there.day === here.day ? there : there.with({ day: 1 }).add({ months: 1 })
    return day.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds
  }

  test.each(zones)(
    'of months or years is never shorter than the calendar of %s says, on any day of ten years',
    (zone) => {
      const short: string[] = []
      const from = Date.UTC(2026, 0, 1)
      const to = Date.UTC(2036, 0, 1)
      for (let day = from, n = 0; day < to; day += dayMs, n += 1) {
        // The ends of months are where calendars differ: there the short form takes each second period, by turns, which
        // over ten years is each with each; of the other days it takes each fifth, with one period.
        const isEnd = new Date(day).getUTCDate() >= 28
        if (!effort.isLongForm && !isEnd && n % 5 !== 0) continue
        const turns = effort.isLongForm ? 1 : isEnd ? 2 : spans.length
        // Over the days every quarter of an hour has its turn, and the last one of the day always.
        for (const start of [new Date(day + ((n * 37) % 96) * 900_000), new Date(day + dayMs - 1)]) {
          for (const [period, count] of spans.filter((_, at) => (at + n) % turns === 0)) {
            const end = exclusionEnd(start, period)?.getTime() ?? 0
            const wanted = promised(start, zone, count)
            if (end < wanted) short.push(`${start.toISOString()} ${period}: ${(wanted - end) / hourMs} h short`)
            if (end > wanted + 4 * dayMs) short.push(`${start.toISOString()} ${period}: far too long`)
          }
        }
      }
      expect(short.slice(0, 5)).toEqual([])
    },
  )

  test.each([
    ['1d', 1],
    ['7d', 7],
    ['30d', 30],
  ] as const)('of %s lasts exactly that many times 24 hours', (period, days) => {
    const wrong: string[] = []
    for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2036, 0, 1); day += dayMs / 4) {
      const lasts = (exclusionEnd(new Date(day), period)?.getTime() ?? 0) - day
      if (lasts !== days * dayMs) wrong.push(`${new Date(day).toISOString()}: ${lasts} ms`)
    }
    expect(wrong).toEqual([])
  })
})

describe('the way back', () => {
  const start = at('2026-01-10T12:00:00Z')
  const made = (period: SelfExclusionPeriod, startedAt = start, returnAskedAt: Date | null = null): Exclusion => ({
    period,
    startedAt,
    endsAt: exclusionEnd(startedAt, period),
    returnAskedAt,
  })
  const end = (exclusion: Exclusion) => exclusion.endsAt ?? at('2100-01-01T00:00:00Z')

  test('who never stopped is free', () => {
    expect(standingOf([], start)).toEqual({ kind: 'free' })
  })

  test('a break ends by itself', () => {
    const pause = made('7d')
    expect(standingOf([pause], later(end(pause), -1))).toEqual({ kind: 'excluded', until: pause.endsAt })
    expect(standingOf([pause], end(pause))).toEqual({ kind: 'free' })
  })

  test('anything longer ends with a wish, and a day after it', () => {
    const long = made('6m')
    expect(standingOf([long], later(end(long), -1))).toEqual({ kind: 'excluded', until: long.endsAt })
    expect(standingOf([long], later(end(long), 400 * dayMs))).toEqual({ kind: 'returnNeeded' })
    const askedAt = later(end(long), 3 * dayMs)
    const asked = { ...long, returnAskedAt: askedAt }
    const open = later(askedAt, dayMs)
    expect(standingOf([asked], later(open, -1))).toEqual({ kind: 'returnWaits', until: open })
    expect(standingOf([asked], open)).toEqual({ kind: 'free' })
  })

  test('for good is for good', () => {
    expect(standingOf([made('permanent')], at('2099-01-01T00:00:00Z'))).toEqual({ kind: 'excluded', until: null })
  })

  test('a short break after a long exclusion is no way around the wish', () => {
    const long = made('3m')
    const pause = made('1d', later(end(long), dayMs))
    expect(standingOf([long, pause], later(end(pause), dayMs))).toEqual({ kind: 'returnNeeded' })
    expect(opensAt([long, pause])).toBeNull()
  })

  test('whatever a player does, it is not free before the promised end, and the door says the same as the gate', () => {
    const roll = dice(20_260_115)
    const wrong: string[] = []
    for (let life = 0; life < 500; life += 1) {
      let exclusions: Exclusion[] = []
      let now = start
      let promisedEnd = 0
      for (let step = 0; step < 12; step += 1) {
        now = later(now, roll(120 * 24) * hourMs + roll(1000))
        const period = selfExclusionPeriods[roll(selfExclusionPeriods.length - 1)] ?? '1d'
        const standing = standingOf(exclusions, now)
        if (roll(2) === 0) {
          exclusions = [...exclusions, made(period, now)]
          promisedEnd = Math.max(promisedEnd, end(made(period, now)).getTime())
        } else if (standing.kind === 'returnNeeded') {
          exclusions = exclusions.map((each) => ({ ...each, returnAskedAt: each.returnAskedAt ?? now }))
          promisedEnd = Math.max(promisedEnd, now.getTime() + dayMs)
        }
        const opens = opensAt(exclusions)
        for (const moment of [now, later(now, dayMs - 1), later(now, dayMs), later(now, 90 * dayMs)]) {
          const isFree = standingOf(exclusions, moment).kind === 'free'
          const isOpen = exclusions.length === 0 || (opens !== null && opens <= moment)
          const isEarly = isFree && moment.getTime() < promisedEnd
          if (isEarly || isFree !== isOpen) wrong.push(`life ${life}, step ${step}, ${moment.toISOString()}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the gate', () => {
  const open = { isBanned: false, isDeleted: false, isExcluded: false }
  const ask = (want: GateWant, more: Partial<Question> = {}): string | null =>
    decide({
      want,
      amountMinor: 0n,
      standing: open,
      isKycBlocking: false,
      isRealityCheckDue: false,
      isUnreachable: false,
      limits: [],
      uses: [],
      ...more,
    })?.refusal ?? null

  test('an open player without limits passes, whatever it wants', () => {
    expect(gateWants.map((want) => ask(want, { amountMinor: 10n ** 15n }))).toEqual(gateWants.map(() => null))
  })

  const shut = 'InvalidParameter:SELF_EXCLUDED'
  //                       signIn                          play              stake             deposit           withdraw offer       mailing      standing
  const table = [
    [
      'deleted',
      { isDeleted: true },
      ['UserDeleted', 'UserDeleted', 'UserDeleted', 'UserDeleted', null, 'UserDeleted', 'UserDeleted', 'UserDeleted'],
    ],
    [
      'banned',
      { isBanned: true },
      ['UserBanned', 'UserBanned', 'UserBanned', 'UserBanned', null, 'UserBanned', 'UserBanned', 'UserBanned'],
    ],
    ['excluded', { isExcluded: true }, ['Authorization:SELF_EXCLUDED', shut, shut, shut, null, shut, shut, shut]],
    [
      'banned and excluded',
      { isBanned: true, isExcluded: true },
      ['UserBanned', 'UserBanned', 'UserBanned', 'UserBanned', null, 'UserBanned', 'UserBanned', 'UserBanned'],
    ],
  ] as const
  test.each(table)('for a player who is %s', (_what, standing, answers) => {
    expect(gateWants.map((want) => ask(want, { standing: { ...open, ...standing } }))).toEqual(answers)
  })

  test.each([
    ['an unknown identity, where it must be known', { isKycBlocking: true }, 'KycUserProfile'],
    ['a reality check that was not seen', { isRealityCheckDue: true }, 'InvalidParameter:REALITY_CHECK'],
    [
      'time that is used up',
      {
        limits: [{ kind: 'session', periodDays: 1, amount: 60n }],
        uses: [{ periodDays: 1, deposited: 0n, staked: 0n, returned: 0n, seconds: 3_600 }],
      },
      'InvalidParameter:LIMIT_SESSION',
    ],
  ] satisfies [string, Partial<Question>, string][])(
    '%s stops play and stakes, nothing else',
    (_what, more, refusal) => {
      expect(gateWants.map((want) => ask(want, more))).toEqual([null, refusal, refusal, null, null, null, null, null])
    },
  )

  test('who may not be reached gets nothing that invites, and everything else as before', () => {
    const no = 'InvalidParameter:NOT_AVAILABLE'
    expect(gateWants.map((want) => ask(want, { isUnreachable: true }))).toEqual([
      ...[null, null, null, null, null],
      no,
      no,
      null,
    ])
  })

  const uses: Used[] = [{ periodDays: 1, deposited: 60n, staked: 80n, returned: 50n, seconds: 0 }]
  const limit = (kind: Limit['kind'], amount: bigint): Limit[] => [{ kind, periodDays: 1, amount }]
  test.each([
    ['deposit', 'deposit', 100n, 40n, null],
    ['deposit', 'deposit', 100n, 41n, 'BillingDepositLimitExceeded'],
    ['deposit', 'deposit', 0n, 1n, 'BillingDepositLimitExceeded'],
    ['stake', 'deposit', 0n, 1n, null],
    ['stake', 'wager', 100n, 20n, null],
    ['stake', 'wager', 100n, 21n, 'InvalidParameter:LIMIT_WAGER'],
    ['stake', 'loss', 100n, 70n, null],
    ['stake', 'loss', 100n, 71n, 'InvalidParameter:LIMIT_LOSS'],
    ['stake', 'loss', 10n, 1n, 'InvalidParameter:LIMIT_LOSS'],
    // A free spin costs nothing, so it breaks nothing.
    ['stake', 'loss', 10n, 0n, null],
    ['deposit', 'loss', 0n, 1n, null],
    ['withdraw', 'wager', 0n, 1n, null],
    ['play', 'wager', 0n, 0n, null],
  ] as const)('%s under a %s limit of %s: %s more', (want, kind, amount, amountMinor, refusal) => {
    expect(ask(want, { limits: limit(kind, amount), uses, amountMinor })).toBe(refusal)
  })

  test('says which limit it was and what is left', () => {
    const limits = [...limit('wager', 100n), { kind: 'loss', periodDays: 7, amount: 5n } as const]
    const question = { want: 'stake', amountMinor: 50n, standing: open, limits, uses } as const
    expect(decide({ ...question, isKycBlocking: false, isRealityCheckDue: false, isUnreachable: false })).toEqual({
      refusal: 'InvalidParameter:LIMIT_LOSS',
      limit: { kind: 'loss', periodDays: 7, amount: 5n, left: 5n },
    })
  })

  test('every no is on the list of the contract', () => {
    const known: readonly string[] = gateRefusals
    for (const [, standing] of table) {
      for (const want of gateWants)
        expect([null, ...known]).toContain(ask(want, { standing: { ...open, ...standing } }))
    }
  })
})
