import type { GameNote, PageNote } from '@croupier/contract/game-notes'
import { expect, test } from 'vitest'
import { openSettings } from './settings.ts'

function page() {
  const told: GameNote[] = []
  let hand: (note: PageNote) => void = () => {}
  const settings = openSettings({
    tell: (note) => told.push(note),
    onNote: (listener) => {
      hand = listener
      return 1
    },
  })
  return { settings, told, hand: (note: PageNote) => hand(note) }
}

const stake = { amount: '2.00', currency: 'EUR' }

test('a game is quiet and unhurried until its player wants it otherwise', () => {
  expect(page().settings.now()).toEqual({ is_loud: false, is_turbo: false, stake: null })
})

test('what was set before is handed over, before the game is drawn or after', () => {
  const { settings, told, hand } = page()
  const seen: boolean[] = []
  settings.whenHanded(() => seen.push(settings.now().is_loud))
  hand({ type: 'settings', is_loud: true, is_turbo: true, stake })
  expect(settings.now()).toEqual({ is_loud: true, is_turbo: true, stake })
  expect(seen).toEqual([false, true])
  expect(told).toEqual([])
})

test('each change is told whole, and what is set here is not undone by what comes late', () => {
  const { settings, told, hand } = page()
  settings.set({ is_loud: true })
  hand({ type: 'settings', is_loud: false, is_turbo: true, stake })
  settings.set({ stake })
  expect(told).toEqual([
    { type: 'settings', is_loud: true, is_turbo: false, stake: null },
    { type: 'settings', is_loud: true, is_turbo: false, stake },
  ])
})
