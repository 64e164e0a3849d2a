import { sportsGame } from '@croupier/contract/games'
import type { StudioGame } from '@croupier/studio/engine/game'
import { begin, type Database } from '../../db/db.ts'
import { type NewGame, putGames, putStudios, retireGames, type Studio } from './install-store.ts'
import { ownRunner, sportsRunner } from './rules.ts'

/** The studios whose games we run ourselves. */
const ownStudios: readonly Studio[] = [
  { sysname: 'copperfox', name: 'Copperfox', runner: 'studio', position: 1, isFilled: false },
  { sysname: 'red-baize', name: 'Red Baize', runner: 'studio', position: 2, isFilled: false },
  { sysname: 'orbit', name: 'Orbit', runner: 'studio', position: 3, isFilled: false },
]

const sampleRunner = 'sample'
const sampleStudio = { sysname: 'halcyon', name: 'Halcyon', position: 4, isFilled: false }

/** What the sample provider runs from its own process, over the wallet protocol. */
const sampleTitles: readonly Pick<NewGame, 'sysname' | 'name' | 'type' | 'rtp' | 'volatility'>[] = [
  { sysname: 'wheel-of-hours', name: 'Wheel of Hours', type: 'casino', rtp: '96.00', volatility: 3 },
  { sysname: 'goal-streak', name: 'Goal Streak', type: 'fast', rtp: '96.67', volatility: 3 },
]

/** Greater than any of the games that fill the hall: what can be played stands first. */
const housePopularity = 1_000_000
/** Titles that do not call themselves new are as old as the house. */
const houseAgeDays = 90

const sportsStudio = { sysname: 'sportsbook', name: 'Sportsbook', runner: sportsRunner, position: 6, isFilled: false }

/** Stands in no order: it is never listed. */
const sportsbook: NewGame = {
  sysname: sportsGame,
  provider: sportsStudio.sysname,
  name: sportsStudio.name,
  imageUrl: '',
  type: 'live',
  categories: [],
  rtp: null,
  volatility: null,
  version: '1',
  hasDemo: false,
  jackpot: null,
  popularity: 0,
  ageDays: houseAgeDays,
}

const picture = (sysname: string) => `/art/${sysname}.webp`
const common = { version: '1', hasDemo: true, jackpot: null } as const

const ownTitle = ({
  about,
  maths,
}: Pick<StudioGame, 'about'> & { maths: { version: string } }): Omit<NewGame, 'popularity'> => ({
  sysname: about.sysname,
  provider: about.provider,
  name: about.name,
  imageUrl: picture(about.sysname),
  type: about.type,
  categories: about.categories,
  rtp: about.rtp,
  volatility: about.volatility,
  version: maths.version,
  hasDemo: true,
  jackpot: about.jackpot ?? null,
  ageDays: about.categories.includes('new') ? 0 : houseAgeDays,
})

/** A title may bring a studio that was not known: then it is called by its sysname. */
const moreStudios = (titles: readonly Title[]): Studio[] =>
  [...new Set(titles.map(({ about }) => about.provider))]
    .filter((sysname) => !ownStudios.some((studio) => studio.sysname === sysname))
    .sort()
    .map((sysname) => ({ sysname, name: spoken(sysname), runner: 'studio', position: 5, isFilled: false }))

const spoken = (sysname: string) =>
  sysname.replace(/(^|-)(\w)/g, (_, gap, letter) => (gap && ' ') + letter.toUpperCase())

type Title = Parameters<typeof ownTitle>[0]

/**
 * Brings the books to what this version of the house can run; at every start, also of two nodes at once. The order of
 * the list is the house's order. Nothing is removed: favourites and history name games for ever.
 */
export async function installGames(
  db: Database,
  titles: readonly Title[],
  { isSandboxOn, isSportsOn }: { isSandboxOn: boolean; isSportsOn: boolean },
): Promise<void> {
  const samples = isSandboxOn
    ? sampleTitles.map((title) => ({
        ...common,
        ...title,
        provider: sampleStudio.sysname,
        imageUrl: picture(title.sysname),
        categories: [],
        ageDays: houseAgeDays,
      }))
    : []
  const ordered = [...titles.map(ownTitle), ...samples].map((game, at) => ({
    ...game,
    popularity: housePopularity - at,
  }))
  const games = isSportsOn ? [...ordered, sportsbook] : ordered
  const studios = [
    ...ownStudios,
    ...moreStudios(titles),
    ...(isSandboxOn ? [{ ...sampleStudio, runner: sampleRunner }] : []),
    ...(isSportsOn ? [sportsStudio] : []),
  ]
  await begin(db, async (tx) => {
    await putStudios(tx, studios)
    await putGames(tx, games)
    const kept = games.map(({ sysname }) => sysname)
    for (const runner of [ownRunner, sampleRunner, sportsRunner]) await retireGames(tx, runner, kept)
  })
}
