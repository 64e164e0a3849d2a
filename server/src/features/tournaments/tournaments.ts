import type { JobContext, Operations } from '../../context.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { getTournamentRounds } from './get-rounds.ts'
import { getTournamentStandings } from './get-standings.ts'
import { getTournaments } from './get-tournaments.ts'
import { cancelShipped, hideExcluded, hideShut, makeInstances } from './instances.ts'
import { joinTournament, leaveTournament } from './join.ts'
import { lateLines } from './late.ts'
import { payPrizes } from './pay-prizes.ts'
import { cancelTournament, endEntry, listTournaments, lockTournament, readTournament } from './store.ts'

export { exportTournaments } from './export.ts'
export { openFeed } from './feed.ts'
export { tournamentNews } from './news.ts'
export { addPastEntries } from './past-entries.ts'
export { resultFile } from './result-file.ts'

/** Every minute: instances are made ahead, what is over is settled and paid. */
export async function keepTournaments(ctx: JobContext): Promise<void> {
  await makeInstances(ctx)
  await hideShut(ctx)
  await finishDue(ctx)
}

/** What is heard of elsewhere. */
export const tournamentListeners = { hideExcluded }

/** What the operator asks and does. */
export const tournamentHouse = {
  cancel: cancelTournament,
  cancelShipped,
  late: lateLines,
  list: listTournaments,
  lock: lockTournament,
  make: makeInstances,
  pay: payPrizes,
  read: readTournament,
  recompute: recomputeResult,
  takeOut: endEntry,
}

export const tournamentsMethods = {
  'tournaments.get': getTournaments,
  'tournaments.participate': joinTournament,
  'tournaments.leave': leaveTournament,
  'tournaments.getStandings': getTournamentStandings,
  'tournaments.getRounds': getTournamentRounds,
} satisfies Partial<Operations>
