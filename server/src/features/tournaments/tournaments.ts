import type { JobContext, Operations } from '../../context.ts'
import { eachForItself } from '../../faults.ts'
import { addTicket, ticketedDefinitions, writeHidden } from './club-store.ts'
import { returnCosts } from './entry-cost.ts'
import { finishDue, recomputeResult } from './finish.ts'
import { prizesOf } from './finish-store.ts'
import { getTournamentRounds } from './get-rounds.ts'
import { getTournamentStandings } from './get-standings.ts'
import { getTournaments } from './get-tournaments.ts'
import { cancelComing, cancelShipped, hideExcluded, hideShut, makeInstances } from './instances.ts'
import { joinTournament, leaveTournament } from './join.ts'
import { lateLines } from './late.ts'
import { type PrizeGivers, payPrizes } from './pay-prizes.ts'
import { cancelTournament, endEntry, listTournaments, lockTournament, readTournament } from './store.ts'

export { exportTournaments } from './export.ts'
export { openClubLease, openFeed } from './feed.ts'
export { tournamentNews } from './news.ts'
export { openCups } from './open-cups.ts'
export { pastCups } from './past-entries.ts'
export { resultFile } from './result-file.ts'

/** Every minute: instances are made ahead, what is over is settled and paid, what a cancelled one cost comes back. */
export function keepTournaments(ctx: JobContext, givers: PrizeGivers = {}): Promise<void> {
  const finish = () => finishDue(ctx, { givers })
  return eachForItself(ctx, [makeInstances, hideOnBoards, returnCosts, finish])
}

const hideOnBoards = (ctx: JobContext) => hideShut(ctx)

/** What is heard of elsewhere. */
export const tournamentListeners = { hideExcluded }

/** What the club gives and hides. */
export const cupsForClub = { addTicket, hide: writeHidden, ticketed: ticketedDefinitions }

/** What the operator asks and does. */
export const tournamentHouse = {
  cancel: cancelTournament,
  cancelComing,
  cancelShipped,
  late: lateLines,
  list: listTournaments,
  lock: lockTournament,
  make: makeInstances,
  pay: payPrizes,
  prizes: prizesOf,
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
