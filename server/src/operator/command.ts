import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'
import { type FoundPlayer, findByLogin } from '../features/account/account.ts'

/** What is printed, and the code the process ends with: 0 done, 1 could not, 2 not understood. */
export type Result = {
  lines: string[]
  /** Follows the lines: what may be too much to hold at once. */
  text?: AsyncIterable<string>
  code: 0 | 1 | 2
}

/** What a command is carried out with. */
type RunningSite = { db: Database; config: Config }

/** A command that was understood. */
export type RunCommand = (house: RunningSite) => Promise<Result>

/** Null when the words are no command of this kind. */
export type ReadCommand = (words: readonly string[]) => RunCommand | null

export async function forPlayer(
  db: Database,
  login: string,
  work: (player: FoundPlayer) => Promise<Result>,
): Promise<Result> {
  const player = await findByLogin(db.sql, login)
  return player ? work(player) : { lines: [`No player is called ${login}.`], code: 1 }
}
