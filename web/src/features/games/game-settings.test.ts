import { expect, test } from 'vitest'
import { readKeptSettings, settingsFor, withSettings } from './game-settings.ts'

const stake = { amount: '2.00', currency: 'EUR' }
const nothing = { is_loud: false, is_turbo: false, stakes: [] }

test.each([[null], [''], ['{'], ['null'], ['7'], ['{"is_loud":"yes","stakes":{"a":1}}'], ['{"stakes":[7,[3,4]]}']])(
  'what the browser kept, %j, is quiet and without a stake',
  (text) => expect(readKeptSettings(text)).toEqual(nothing),
)

test('sound and turbo hold for every game, a stake for its own', () => {
  const said = { is_loud: true, is_turbo: true, stake }
  const kept = readKeptSettings(JSON.stringify(withSettings('7:real:dice', said, nothing)))
  expect(settingsFor('7:real:dice', kept)).toEqual({ type: 'settings', ...said })
  for (const place of ['7:real:plinth', '7:demo:dice', '8:real:dice']) {
    expect(settingsFor(place, kept)).toEqual({ type: 'settings', ...said, stake: null })
  }
})

test('a game without a chosen stake leaves the one that was kept', () => {
  const kept = withSettings('a', { is_loud: false, is_turbo: false, stake }, nothing)
  const later = withSettings('a', { is_loud: true, is_turbo: false, stake: null }, kept)
  expect(settingsFor('a', later)).toEqual({ type: 'settings', is_loud: true, is_turbo: false, stake })
})

test('a stake that is none is not handed over, and only so many are kept', () => {
  expect(settingsFor('a', { ...nothing, stakes: [['a', { amount: '1e9', currency: 'EUR' }]] })).toEqual({
    type: 'settings',
    is_loud: false,
    is_turbo: false,
    stake: null,
  })
  let kept = readKeptSettings(null)
  for (let game = 0; game < 100; game += 1) {
    kept = withSettings(`game-${game}`, { is_loud: false, is_turbo: false, stake }, kept)
  }
  expect(kept.stakes).toHaveLength(60)
  expect(settingsFor('game-99', kept)).toMatchObject({ stake })
  expect(settingsFor('game-39', kept)).toMatchObject({ stake: null })
})
