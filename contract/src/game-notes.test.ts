import { expect, test } from 'vitest'
import { type GameNote, isPlaying, readGameNote, readPageNote } from './game-notes.ts'

const stake = { amount: '2.00', currency: 'EUR' }
const settings = { type: 'settings', is_loud: true, is_turbo: false, stake }

test('what a player set travels both ways', () => {
  expect(readGameNote(settings)).toEqual(settings)
  expect(readPageNote(settings)).toEqual(settings)
})

test.each([
  [{}, { is_loud: false, is_turbo: false, stake: null }],
  [
    { is_loud: 1, is_turbo: 'true', stake: '2.00' },
    { is_loud: false, is_turbo: false, stake: null },
  ],
  [{ stake: { amount: '1e3', currency: 'EUR' } }, { is_loud: false, is_turbo: false, stake: null }],
  [
    { is_turbo: true, stake: { ...stake, more: 1 } },
    { is_loud: false, is_turbo: true, stake },
  ],
])('of %j only what can be understood is heard', (said, heard) => {
  for (const read of [readGameNote, readPageNote])
    expect(read({ type: 'settings', ...said })).toEqual({ type: 'settings', ...heard })
})

test.each([[null], ['settings'], [{ type: 'setting' }], [{}]])('%j is not heard', (said) => {
  expect([readGameNote(said), readPageNote(said)]).toEqual([null, null])
})

const money = { amount: '1.00', currency: 'EUR' }
const notes: [GameNote, boolean][] = [
  [{ type: 'active' }, true],
  [{ type: 'round', staked: money, won: money, is_free: false }, true],
  [{ type: 'busy', is_busy: true }, true],
  [{ type: 'wish', wish: 'limits' }, true],
  [{ type: 'refused', name: 'UserNeedDeposit', reason: null }, true],
  [{ type: 'refused', name: 'InvalidParameter', reason: 'BONUS_MAX_BET', stake, most: money, lower: money }, true],
  // The rest may come while no player is there: a balance that changed elsewhere, a show that is over, a cut line.
  [{ type: 'busy', is_busy: false }, false],
  [{ type: 'balance', balance: money }, false],
  [{ type: 'balance', balance: money, bonus: money, staking: money }, false],
  [{ type: 'ready' }, false],
  [{ type: 'fault', reason: null }, false],
]

test.each(notes)('%o is heard, and says of playing: %s', (note, isPlayed) => {
  const heard = readGameNote(structuredClone(note))
  expect(heard).toEqual(note)
  expect(heard && isPlaying(heard)).toBe(isPlayed)
})

test('the page tells a game to stake again, and how much', () => {
  expect(readPageNote({ type: 'again' })).toEqual({ type: 'again' })
  expect(readPageNote({ type: 'stake', stake })).toEqual({ type: 'stake', stake })
  expect(readPageNote({ type: 'stake', stake: '2.00' })).toBeNull()
})
