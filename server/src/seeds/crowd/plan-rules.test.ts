import { fakename } from '@croupier/contract/fields/fakename'
import type { Draws } from '@croupier/studio/engine/draws'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { studioGame } from '@croupier/studio/games'
import { expect, test } from 'vitest'
import { mostDayTurns, pauseMsOf, ridersOf, seats, turnOf } from './plan-rules.ts'

const turns = Array.from({ length: 3_000 }, (_, turn) => turnOf(turn))

test('fifty players have nicknames of their own, which every player could have chosen', () => {
  expect(seats).toHaveLength(50)
  expect(new Set(seats.map((seat) => seat.fakename.toLowerCase())).size).toBe(50)
  expect(seats.filter((seat) => fakename(seat.fakename) !== null)).toEqual([])
  expect(new Set(seats.map(({ currency }) => currency)).size).toBe(5)
})

test('the plan is the same whenever it is asked for, and other turns are other turns', () => {
  expect(turnOf(1_234)).toEqual(turnOf(1_234))
  expect(ridersOf('77')).toEqual(ridersOf('77'))
  expect(new Set(turns.map((turn) => JSON.stringify(turn))).size).toBeGreaterThan(2_900)
})

test('all of them play in the end, a few at a time', () => {
  expect(new Set(turns.map(({ seat }) => seat)).size).toBeGreaterThan(45)
  const sitting = turns.slice(0, 150)
  expect(new Set(sitting.map(({ seat }) => seat)).size).toBe(9)
  expect(new Set(sitting.map(({ seat, game }) => `${seat}:${game}`)).size).toBe(9)
})

/** The first that can be drawn, always. */
const low: Draws = { below: () => 0 }

test('every opening is one that the rules of the game take, with a stake of its ladder', () => {
  expect(new Set(turns.map(({ game }) => game)).size).toBe(7)
  for (const { game, choice, rung, seat } of turns) {
    const title = studioGame(game)
    const currency = seats[seat - 1]?.currency ?? ''
    const { ladder } = stakesOf(currency, title?.about.mostUnits ?? 0)
    const stake = ladder[rung]
    expect(stake).toBeDefined()
    expect(() => title?.maths.play({ stake: stake ?? 0n, choices: [choice] }, low)).not.toThrow()
  }
})

test('some fly along, each once, off at heights that there are, and in before the start', () => {
  const flight = studioGame('liftoff')?.flight
  for (let id = 0; id < 300; id += 1) {
    const riders = ridersOf(String(id))
    expect(riders.length).toBeGreaterThanOrEqual(5)
    expect(riders.length).toBeLessThanOrEqual(12)
    expect(new Set(riders.map(({ seat }) => seat)).size).toBe(riders.length)
    expect(riders.every(({ auto }) => auto > (flight?.leastHeight ?? 0) && auto < (flight?.mostHeight ?? 0))).toBe(true)
    expect(riders.every(({ afterMs }) => afterMs < 6_000)).toBe(true)
  }
})

test('they are lively only while a page is open, and not without end', () => {
  const pace = { turn: 5_000, isWatched: true, dayTurns: 10 }
  const lively = [0, 0.5, 0.999].map((pause) => pauseMsOf(pause, pace))
  expect(lively.every((ms) => ms >= 900 && ms <= 4_300)).toBe(true)
  expect(pauseMsOf(0, { ...pace, isWatched: false })).toBe(60_000)
  expect(pauseMsOf(0, { ...pace, dayTurns: mostDayTurns })).toBe(60_000)
  // The first wins of a new house are there before a visitor is.
  expect(pauseMsOf(0.9, { ...pace, turn: 3, isWatched: false })).toBeLessThan(900)
})
