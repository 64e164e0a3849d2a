import { begin, type Database } from '../db/db.ts'
import { putGames, putStudios, removeFilled } from '../features/games/games.ts'
import { filledGames, filledStudios } from './fill-rules.ts'

/** Pictures of titles that are not in the catalogue themselves. */
const pictures = [
  'baccarat-prive bison-thunder clover-and-co crown-room deep-haul ember-tiger gemline-40 golden-rooster',
  'jacks-or-better jade-serpent lantern-street lion-of-brass moon-owl pepper-fiesta pharaohs-ledger pumpkin-jury',
  'reef-runner robot-row roulette-nocturne scarab-vault sugar-quarry unicorn-club volcano-seven wolf-frost fallback',
]
  .join(' ')
  .split(' ')
  .map((name) => `/art/${name}.webp`)

export const mostFilled = 20_000

/** Exactly so many made-up games stand in the hall afterwards, whatever stood there before. */
export const fillCatalogue = (db: Database, count: number): Promise<void> =>
  begin(db, async (tx) => {
    await removeFilled(tx)
    await putStudios(tx, filledStudios)
    await putGames(tx, filledGames(count, pictures))
  })

/** How many there were. */
export const clearCatalogue = (db: Database): Promise<number> => begin(db, removeFilled)
