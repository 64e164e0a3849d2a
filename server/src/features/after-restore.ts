import type { JobContext } from '../context.ts'
import { leaveGaps, noteWhereabouts, readWhereabouts } from '../db/after-restore.ts'
import { endEverySignIn } from './auth/auth.ts'
import { dropCodes } from './codes/codes.ts'
import { houseChance } from './rounds/rounds.ts'

type House = Pick<JobContext, 'sql' | 'begin' | 'config' | 'keys' | 'announce' | 'log'>

/**
 * What a house does that was put back to an earlier day, before it goes on: by our own restore, by another that the
 * database shows or the operator told, or because a copy of the database took over. Every step can be done twice, and
 * the last one notes that all were done: a process that is killed in between does them again.
 */
export async function afterRestore(house: House): Promise<void> {
  const { sql, config, log } = house
  const whereabouts = await readWhereabouts(sql, config.dataDir)
  if (whereabouts === 'as noted') return
  if (whereabouts === 'restored') {
    log.warn('this database was restored: numbers leave a gap, seeds and chains are replaced, every sign-in ends')
    await leaveGaps(sql)
    const { players, rounds } = await houseChance.retire(house)
    await dropCodes(sql)
    await endEverySignIn(house)
    log.warn({ players, rounds }, 'after a restore: players have new seeds, open rounds went back')
  }
  await noteWhereabouts(sql, config.dataDir)
}
