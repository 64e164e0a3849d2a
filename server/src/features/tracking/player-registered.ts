import type { JobContext } from '../../context.ts'
import type { Happenings } from '../../happenings.ts'
import { readParams, readVisitId } from './rules.ts'
import { addRegistration, tieHits } from './store.ts'

/** Remembers how a player came, and whose the earlier hits of that browser were. */
export const playerRegistered = (
  { begin }: Pick<JobContext, 'begin'>,
  about: Happenings['player.registered'],
): Promise<void> =>
  begin(async (tx) => {
    const playerId = BigInt(about.playerId)
    const visit = readVisitId(about.visit)
    await addRegistration(tx, { playerId, visit, params: readParams(about.params) })
    await tieHits(tx, visit, playerId)
  })
