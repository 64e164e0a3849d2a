import type { WireStandingRow, WireTournament } from '@croupier/contract/methods/tournaments'
import { joinReasons } from '@croupier/contract/tournaments'
import { describe, expect, test } from 'vitest'
import {
  boardLines,
  type CupStandings,
  closedFor,
  cupHallOptions,
  cupHallPath,
  cupStandingOf,
  hasEntry,
  hasFee,
  isNewer,
  isOwnOther,
  isTournamentId,
  joinCupFrom,
  joinWayOf,
  leftUntil,
  needsYes,
  paidPlaces,
  readCupHall,
  readCupPage,
  readList,
  readWhy,
  resetsStill,
  withWords,
} from './tournament-rules.ts'

const row = (place: number, is_own = false): WireStandingRow => ({
  ...{ place, is_own, fakename: `p${place}`, is_demo_player: false, score: '100', multiple: '1.00', prize: null },
})
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => row(from + at))
const board = (items: WireStandingRow[], own: CupStandings['own'] = null): CupStandings => ({
  ...{ items, own, total: 99, limit: 10, version: 4, as_of: '' },
  offset: (items[0]?.place ?? 1) - 1,
})
const ownAt = (place: number) => ({ place, score: '100', neighbours: rows(place - 2, place + 2) })
const shown = (standings: CupStandings) =>
  boardLines(standings).map((line) => (line.kind === 'gap' ? '…' : line.row.place))

describe('a board', () => {
  test('a guest sees its page', () => expect(shown(board(rows(1, 3)))).toEqual([1, 2, 3]))

  test('an own place on the page stands once', () => {
    expect(shown(board(rows(1, 3), { ...ownAt(2), neighbours: rows(1, 4) }))).toEqual([1, 2, 3])
  })

  test('an own place on another page stands apart with its neighbours, before or after', () => {
    expect(shown(board(rows(1, 3), ownAt(14)))).toEqual([1, 2, 3, '…', 12, 13, 14, 15, 16])
    expect(shown(board(rows(21, 23), ownAt(4)))).toEqual([2, 3, 4, 5, 6, '…', 21, 22, 23])
  })

  test('neighbours that touch the page are not told apart from it, and not told twice', () => {
    expect(shown(board(rows(1, 10), ownAt(11)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect(shown(board(rows(11, 13), ownAt(10)))).toEqual([8, 9, 10, 11, 12, 13])
  })

  test('an earlier answer never replaces a later one; another page does', () => {
    const now = board(rows(1, 3))
    expect(isNewer({ ...now, version: 3 }, now)).toBe(false)
    expect(isNewer({ ...now, version: 4 }, now)).toBe(true)
    expect(isNewer({ ...now, version: 3, offset: 10 }, now)).toBe(true)
  })

  test('the page looks again where the own entry came, went or moved, not where others did', () => {
    const [out, isIn] = [board(rows(1, 3)), board(rows(1, 3), ownAt(14))]
    expect([isOwnOther(out, isIn), isOwnOther(isIn, out)]).toEqual([true, true])
    expect(isOwnOther(isIn, board(rows(1, 3), { ...ownAt(15), score: '100' }))).toBe(false)
    expect(isOwnOther(isIn, board(rows(1, 3), { ...ownAt(14), score: '120' }))).toBe(true)
  })
})

type Own = NonNullable<WireTournament['user_info']>
const own = (more: Partial<Own>): Own => ({
  ...{ is_joined: false, joined_at: null, place: null, score: null, rounds: 0, prize: null, can_join: false },
  ...{ reason: null, reason_data: {}, has_left: false, is_double: false, has_ticket: false, note: '' },
  ...more,
})

describe('how a visitor stands', () => {
  test('by the state of the tournament first, then by the entry', () => {
    const at = (status: WireTournament['status'], user_info?: Own) => cupStandingOf({ status, user_info })
    expect(at('active')).toBe('guest')
    expect(at('active', own({ can_join: true }))).toBe('open')
    expect(at('future', own({ is_joined: true }))).toBe('in')
    expect(at('active', own({ reason: 'FULL' }))).toBe('refused')
    expect(at('settling', own({ is_joined: true }))).toBe('settling')
    expect(at('cancelled', own({ can_join: true }))).toBe('cancelled')
  })

  test('rounds are asked for by those who are or were in it', () => {
    expect(hasEntry({})).toBe(false)
    expect(hasEntry({ user_info: own({ can_join: true }) })).toBe(false)
    for (const more of [{ is_joined: true }, { has_left: true }, { is_double: true }, { reason: 'OUT' }] as const)
      expect(hasEntry({ user_info: own(more) })).toBe(true)
  })

  test('who left, and whose other entry counted, is told so once it is over', () => {
    const said = (status: WireTournament['status'], user_info?: Own) => closedFor({ status, user_info })
    expect(said('finished', own({ has_left: true }))).toBe('left')
    expect(said('settling', own({ has_left: true }))).toBe('left')
    expect(said('finished', own({ is_double: true }))).toBe('double')
    expect(said('finished', own({}))).toBe('noEntry')
    expect(said('settling', own({}))).toBe('settling')
    expect([said('settling'), said('finished')]).toEqual(['settling', 'over'])
  })

  test('what can be put right has a way, the rest has none', () => {
    const ways = joinReasons.filter((reason) => joinWayOf(reason) !== null)
    expect(ways).toEqual([
      'OUT',
      'NEED_DEPOSIT',
      'NEED_CONTACT',
      'NEED_PROFILE',
      'NEED_VERIFICATION',
      'LEVEL',
      'TICKET_NEEDED',
      'NOT_ENOUGH_POINTS',
    ])
    expect(joinWayOf(null)).toBeNull()
  })

  test('what a payout does to the score is said while there is one to be made', () => {
    const said = (status: WireTournament['status']) => resetsStill({ status, reset_on_cashout: true })
    expect((['future', 'active', 'settling', 'finished', 'cancelled'] as const).filter(said)).toEqual([
      'future',
      'active',
    ])
    expect(resetsStill({ status: 'active', reset_on_cashout: false })).toBe(false)
  })

  test('only what costs something can give it back', () => {
    const fees = [
      { points: null, by_ticket: false },
      { points: 5, by_ticket: false },
      { points: null, by_ticket: true },
    ]
    expect(fees.map((fee) => hasFee({ fee }))).toEqual([false, true, true])
  })

  test('what costs or may reset is asked about, what is free is not', () => {
    const free = { points: null, by_ticket: false }
    expect(needsYes({ fee: free, reset_on_cashout: false })).toBe(false)
    expect(needsYes({ fee: free, reset_on_cashout: true })).toBe(true)
    expect(needsYes({ fee: { ...free, points: 5 }, reset_on_cashout: false })).toBe(true)
    expect(needsYes({ fee: { ...free, by_ticket: true }, reset_on_cashout: false })).toBe(true)
  })
})

describe('addresses', () => {
  const of = (text: string) => new URLSearchParams(text)

  test('what means nothing is the first of its list', () => {
    expect([readList(of('status=finished')), readList(of('status=x'))]).toEqual(['finished', 'active'])
    const pages = ['page=3', 'page=0', 'page=-2', 'page=1.5', 'page=x', '']
    expect(pages.map((text) => readCupPage(of(text)))).toEqual([3, 1, 1, 1, 1, 1])
    expect([readWhy(of('why=DEMO')), readWhy(of('why=demo'))]).toEqual(['DEMO', undefined])
    expect(['12', '0', '01', '1x', '', '1'.repeat(19)].map(isTournamentId)).toEqual([
      ...[true, false, false, false, false, false],
    ])
  })

  test('the games of a tournament are narrowed by words of the address, and what means nothing is left out', () => {
    const hall = readCupHall(of('search=+moon+&type=slot&providers=orbit,Red Baize,orbit,,halcyon&page=2'))
    expect(hall).toEqual({ search: 'moon', type: 'slot', providers: ['orbit', 'halcyon'], page: 2 })
    expect(cupHallPath('12', hall)).toBe(
      '/tournaments/12/gamehall?search=moon&type=slot&providers=orbit%2Chalcyon&page=2',
    )
    expect(cupHallOptions(hall)).toEqual({ search: 'moon', type: 'slot', providers: ['orbit', 'halcyon'] })
    const all = readCupHall(of('type=x&providers='))
    expect([cupHallPath('12', all), cupHallOptions(all)]).toEqual(['/tournaments/12/gamehall', {}])
  })

  test('a change keeps the other words of the address', () => {
    expect(withWords(of('board=2&why=DEMO'), { rounds: 3 })).toBe('?board=2&why=DEMO&rounds=3')
    expect(withWords(of('board=2&why=DEMO'), { why: null, board: 1 })).toBe('?')
  })

  test('a new player comes back to the tournament', () =>
    expect(joinCupFrom('12')).toBe('/tournaments/12?show_popup_reg=1&backUrl=%2Ftournaments%2F12'))
})

test('places with a prize are counted over all lines', () =>
  expect(paidPlaces({ prizes: [1, 2, 4].map((from) => ({ from, to: from * 2 - 1, ...prize })) })).toBe(7))
const prize = { kind: 'cash' as const, title: '', amount: null }

test('a time that is left is told in whole minutes and ends with nothing', () => {
  const minute = 60_000
  expect(leftUntil(1_440 * minute + 4 * 60 * minute + 17.9 * minute, 0)).toEqual({ days: 1, hours: 4, minutes: 17 })
  expect(leftUntil(0, 5)).toEqual({ days: 0, hours: 0, minutes: 0 })
})
