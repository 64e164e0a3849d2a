import type { GameSettings, PageNote } from '@croupier/contract/game-notes'
import { readPageNote } from '@croupier/contract/game-notes'
import { keep, kept, notes } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import type { Mode } from './game-head.tsx'

/** Sound and turbo hold for every game; a stake belongs to its game, its money and its player. */
export type KeptSettings = Pick<GameSettings, 'is_loud' | 'is_turbo'> & { stakes: [place: string, stake: unknown][] }

/** Of so many games the stake is known; of the others it begins anew. */
const mostStakes = 60

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isStake = (value: unknown): value is [string, unknown] => Array.isArray(value) && typeof value[0] === 'string'

/** What the browser kept may be old, or written by hand. */
export function readKeptSettings(text: string | null): KeptSettings {
  let data: unknown = null
  try {
    data = JSON.parse(text ?? 'null')
  } catch {
    // Then it begins anew.
  }
  const { is_loud, is_turbo, stakes } = isRecord(data) ? data : {}
  return {
    is_loud: is_loud === true,
    is_turbo: is_turbo === true,
    stakes: Array.isArray(stakes) ? stakes.filter(isStake) : [],
  }
}

/** What a game is told of them. */
export function settingsFor(place: string, { stakes, ...common }: KeptSettings): PageNote {
  const stake = stakes.find(([each]) => each === place)?.[1] ?? null
  return readPageNote({ type: 'settings', ...common, stake }) ?? { type: 'settings', ...common, stake: null }
}

/** With what a game says that its player set, the newest first. */
export function withSettings(place: string, { is_loud, is_turbo, stake }: GameSettings, before: KeptSettings) {
  const others = before.stakes.filter(([each]) => each !== place)
  const stakes: KeptSettings['stakes'] = stake ? [[place, stake], ...others] : before.stakes
  return { is_loud, is_turbo, stakes: stakes.slice(0, mostStakes) }
}

/** What the player set in this game before, and the way to keep what is set now: its frame has no storage. */
export function useGameSettings(sysname: string, mode: Mode) {
  const { account } = useShell()
  const place = `${account?.uid ?? 'guest'}:${mode}:${sysname}`
  const read = () => readKeptSettings(kept(notes.games))
  return {
    greeting: () => settingsFor(place, read()),
    keep: (said: GameSettings) => keep(notes.games, JSON.stringify(withSettings(place, said, read()))),
  }
}
