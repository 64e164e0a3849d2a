import { describe, expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { fund } from '../../test/game-provider.ts'
import { studioClient } from '../../test/studio.ts'
import { profileOf, stakesFor } from './jurisdiction.ts'
import { openGuest } from './own/guest.ts'

const house = await testApp({ env: { JURISDICTION: 'uk' } })
const { db, addPlayer } = house
const client = studioClient(house, [house])

let count = 0
async function player(birthDate: string | null) {
  count += 1
  const id = await addPlayer({ login: `uk${count}@example.com` })
  await db.sql
    .updateTable('account_player')
    .set({ birth_date: birthDate, verified_at: new Date() })
    .where('id', '=', id)
    .execute()
  await fund(house, id, '100.00')
  return id
}
const daysAgo = (years: number, days: number) => {
  const day = new Date()
  day.setUTCFullYear(day.getUTCFullYear() - years)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
/** As if so much time had passed. */
const passes = (ms: number) => {
  const later = { slot_at: new Date(Date.now() - ms), other_at: new Date(Date.now() - ms) }
  return db.sql.updateTable('rounds_fair').set(later).execute()
}

/** A machine that stands still for longer than the pause has proved nothing: then both are asked once more. */
async function soonAfter<T>(pauseMs: number, first: () => Promise<unknown>, second: () => Promise<T>): Promise<T> {
  for (;;) {
    await passes(10_000)
    const began = performance.now()
    await first()
    const said = await second()
    if (performance.now() - began < pauseMs) return said
  }
}

describe('the British rules', () => {
  test('know no autoplay and no turbo, and say how long a round lasts', async () => {
    const slot = await client.launch(await player('1980-01-01'), { game: 'fruit-parade' })
    expect((await slot.open()).data).toMatchObject({
      profile: { has_autoplay: false, has_turbo: false, round_ms: 2_500 },
      stakes: { max: '5.00' },
    })
    const dice = await client.launch(await player('1980-01-01'))
    expect((await dice.open()).data).toMatchObject({ profile: { round_ms: 5_000 }, stakes: { max: '100.00' } })
    expect(profileOf('default', { type: 'slot' })).toEqual({ hasAutoplay: true, hasTurbo: true, roundMs: 0 })
  })

  test.each([
    ['1980-01-01', '5.00', '5.20'],
    [daysAgo(25, 0), '5.00', '5.20'],
    [daysAgo(25, 1), '2.00', '2.20'],
    [null, '2.00', '2.20'],
  ])('cap what a slot takes from a player born %s at %s', async (born, most, more) => {
    const slot = await client.launch(await player(born), { game: 'fruit-parade' })
    expect((await slot.open()).data).toMatchObject({ stakes: { max: most } })
    const refused = await slot.play(more, {})
    expect(refused.reason).toBe('STAKE_INVALID')
    expect(refused.error?.error_data).toMatchObject({ max: { amount: most } })
    expect((await slot.play(most, {})).status).toBe(200)
  })

  test('ask for a pause from stake to stake, slots and others apart, whichever game and mode', async () => {
    const id = await player('1980-01-01')
    await fund(house, id, '100.00', 'FUN')
    const slot = await client.launch(id, { game: 'fruit-parade' })
    const other = await client.launch(id, { game: 'captains-share' })
    const demo = await client.launch(id, { game: 'fruit-parade', currency: 'FUN' })
    const dice = await client.launch(id)
    const over7 = { side: 'over', target: 7 }
    const taken = async (seat: typeof slot) => expect((await seat.play('1.00', {})).status).toBe(200)
    for (const seat of [slot, other, demo]) {
      const { reason, error } = await soonAfter(
        2_500,
        () => taken(slot),
        () => seat.play('1.00', {}),
      )
      expect(reason).toBe('TOO_FAST')
      const wait = Number(Object.entries(error?.error_data ?? {}).find(([name]) => name === 'wait_ms')?.[1])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(2_500)
    }
    const roll = () => dice.play('1.00', over7)
    expect((await soonAfter(5_000, roll, roll)).reason).toBe('TOO_FAST')
    await passes(2_600)
    expect((await other.play('1.00', {})).status).toBe(200)
    expect((await soonAfter(2_400, () => passes(2_600), roll)).reason).toBe('TOO_FAST')
    await passes(5_100)
    expect((await roll()).status).toBe(200)
  })

  test('let one of 32 stakes at once through', async () => {
    const slot = await client.launch(await player('1980-01-01'), { game: 'fruit-parade' })
    const atOnce = () => Promise.all(Array.from({ length: 32 }, () => slot.play('1.00', {})))
    const replies = await soonAfter(2_500, () => passes(10_000), atOnce)
    const said = replies.map(({ reason }) => reason).sort()
    expect(said).toEqual(['', ...Array.from({ length: 31 }, () => 'TOO_FAST')])
  })

  test('hold a repeated id and a choice in an open round for no new stake', async () => {
    const id = await player('1980-01-01')
    const mines = await client.launch(id, { game: 'minefold' })
    const opened = await mines.play('1.00', { mines: 1 })
    const round = opened.data?.round ?? ''
    expect((await mines.play('1.00', { mines: 1 }, round)).body).toBe(opened.body)
    expect((await mines.act(round, 1, { cell: 1 })).status).toBe(200)
  })

  test('hold for guests too', async () => {
    const seat = client.seatOf(await begin(db, (tx) => openGuest(tx, { game: 'fruit-parade' })))
    expect((await seat.open()).data).toMatchObject({ stakes: { max: '2.00' } })
    const stake = () => seat.play('1.00', {})
    expect((await stake()).status).toBe(200)
    expect((await soonAfter(2_500, stake, stake)).reason).toBe('TOO_FAST')
  })

  test('never raise what a title takes', () => {
    const small = { type: 'slot', mostUnits: 5 } as const
    expect(stakesFor('uk', small, { currency: 'EUR', isOver25: true }).max).toBe(100n)
  })
})
