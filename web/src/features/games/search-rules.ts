import { paths } from '@croupier/contract/paths'
import type { SportHit } from '../betting/betting.ts'
import type { Studio } from './hall-data.ts'
import type { TileGame } from './tile-game.ts'

/** Without accents and capitals, as names are compared. */
export const foldName = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** One line of the search. Words fill the field, everything else leads on. */
export type SearchHit =
  | { kind: 'word'; id: string; word: string; isRecent: boolean }
  | { kind: 'game'; id: string; game: TileGame; to: string }
  | { kind: 'studio'; id: string; studio: Studio; to: string }
  | { kind: 'all'; id: string; count: number; to: string }
  | { kind: 'sport'; id: string; hit: SportHit; to: string }

export type SearchGroup = {
  name: 'recent' | 'suggested' | 'games' | 'sports' | 'popular' | 'studios'
  options: SearchHit[]
}

export type Found = { games: readonly TileGame[]; total: number; sports: readonly SportHit[] }

type SearchFacts = {
  text: string
  recent: readonly string[]
  suggested: readonly string[]
  found: Found | null
  studios: readonly Studio[]
  popular: readonly TileGame[]
  /** On betting pages matches come before games. */
  isBetting: boolean
}

const mostStudios = 4

const wordOption =
  (isRecent: boolean) =>
  (word: string): SearchHit => ({ kind: 'word', id: `${isRecent ? 'recent' : 'word'}-${word}`, word, isRecent })

const gameOption = (game: TileGame): SearchHit => ({
  kind: 'game',
  id: `game-${game.sysname}`,
  game,
  to: paths.game(game.sysname),
})

/** What the list shows, group by group. A group without lines is not there. */
export function searchGroups({
  text,
  recent,
  suggested,
  found,
  studios,
  popular,
  isBetting,
}: SearchFacts): SearchGroup[] {
  const groups: SearchGroup[] =
    text.trim() === ''
      ? [
          { name: 'recent', options: recent.map(wordOption(true)) },
          { name: 'suggested', options: suggested.filter((word) => !recent.includes(word)).map(wordOption(false)) },
        ]
      : resultGroups(text.trim(), found, studiosFor(text, studios), popular).sort(
          (one, other) => Number(isBetting && other.name === 'sports') - Number(isBetting && one.name === 'sports'),
        )
  return groups.filter(({ options }) => options.length > 0)
}

function resultGroups(
  text: string,
  found: Found | null,
  studios: readonly Studio[],
  popular: readonly TileGame[],
): SearchGroup[] {
  const games = found?.games.map(gameOption) ?? []
  const more: SearchHit[] =
    found && found.total > found.games.length
      ? [{ kind: 'all', id: 'all', count: found.total, to: paths.gamehall({ search: text }) }]
      : []
  const sports = found?.sports.map((hit): SearchHit => ({ kind: 'sport', id: hit.id, hit, to: hit.to })) ?? []
  const isNothing = found?.total === 0 && sports.length === 0 && studios.length === 0
  return [
    { name: 'games', options: [...games, ...more] },
    { name: 'sports', options: sports },
    {
      name: 'studios',
      options: studios.map((studio) => ({
        kind: 'studio',
        id: `studio-${studio.sysname}`,
        studio,
        to: paths.gamehall({ providers: [studio.sysname] }),
      })),
    },
    { name: 'popular', options: isNothing ? popular.map(gameOption) : [] },
  ]
}

/** Studios are few and already here: found by the beginning of any word of their name. */
export function studiosFor(text: string, studios: readonly Studio[]): Studio[] {
  const asked = foldName(text)
  if (asked === '') return []
  return studios
    .filter(({ name }) => {
      const own = foldName(name)
      return own.startsWith(asked) || own.split(/\s+/).some((word) => word.startsWith(asked))
    })
    .slice(0, mostStudios)
}

const mostRecent = 5

/** The newest first, each once. */
export function withRecent(recent: readonly string[], text: string): string[] {
  const word = text.trim().slice(0, 60)
  if (word.length < 2) return [...recent]
  return [word, ...recent.filter((each) => foldName(each) !== foldName(word))].slice(0, mostRecent)
}

/** A note from the browser's store may have been written by anybody. */
export function readRecent(note: string | null): string[] {
  try {
    const words: unknown = JSON.parse(note ?? '[]')
    return Array.isArray(words)
      ? words.filter((word): word is string => typeof word === 'string' && word !== '').slice(0, mostRecent)
      : []
  } catch {
    return []
  }
}

/** The next line by arrow key, around the ends. Where no line is chosen by itself, the way around leads by the field. */
export function step(at: number, by: 1 | -1, count: number, hasField: boolean): number {
  const places = hasField ? count + 1 : count
  if (count === 0) return -1
  const next = (at + by + places) % places
  return next === count ? -1 : next
}
