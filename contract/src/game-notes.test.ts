import { expect, test } from 'vitest'
import { readGameNote, readPageNote } from './game-notes.ts'

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
