import type { GameSettings } from '@croupier/contract/game-notes'
import type { Notes } from './notes.ts'

/**
 * What the player set: sound, turbo, stake. A frame without an origin forgets everything, so the page around it keeps
 * them and hands them over after the hello. Quiet until the player wants it otherwise.
 */
export function openSettings({ tell, onNote }: Notes) {
  let now: GameSettings = { is_loud: false, is_turbo: false, stake: null }
  let isTouched = false
  let hear: () => void = () => {}

  onNote((note) => {
    // What the player does here and now is newer than what the page remembers.
    if (note.type !== 'settings' || isTouched) return
    const { type: _settings, ...handed } = note
    now = handed
    hear()
  })

  return {
    now: () => now,
    set(change: Partial<GameSettings>) {
      isTouched = true
      now = { ...now, ...change }
      tell({ type: 'settings', ...now })
    },
    /** At once, and again if the page hands them over later. */
    whenHanded(apply: () => void) {
      hear = apply
      apply()
    },
  }
}

export type Settings = ReturnType<typeof openSettings>
