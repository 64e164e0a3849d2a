import { openFeedStore } from './feed-store.ts'
import { openFeedLease, openLineFeed, sweepLines } from './line-feed.ts'
import { findPurse, readBriefLines, readLines, readPayouts } from './line-store.ts'
import { mainPurses, readMainPurses, readMoved, sumBetween } from './period-store.ts'
import { linesCsv } from './statement.ts'

export { checkLedgerHourly, ledgerDir } from './check-ledger-hourly.ts'
export { grantFun } from './grant-fun.ts'
export { openGroupCommit } from './group-commit.ts'
export { readGifts } from './line-store.ts'
export { findAnswer, type Movement, move, moveAll, type Outcome } from './move.ts'
export { pursesOf, readPurses, readSums } from './purses-store.ts'
export { currencyIn, type PlayerPurse, type PurseName, playerPurses, type Transfer } from './rules.ts'
export { readStatement, statementCsv } from './statement.ts'
export { balancesOf, balancesOfAll, balancesOfOwner, forgetOldKeys, lockBalance } from './store.ts'
export { describeProof, verifyLedger } from './verify-ledger.ts'

/** Lines of players' purses by the time they are dated, for what is computed from them. */
export const ledgerLines = {
  csv: linesCsv,
  findPurse,
  mainPurses: readMainPurses,
  mainPurseRelation: mainPurses,
  moved: readMoved,
  payoutsOf: readPayouts,
  read: readLines,
  readBrief: readBriefLines,
  sumBetween,
}

/** For features that follow the lines of own purses: one node reads, in commit order, and nothing is lost. */
export const lineFeed = { lease: openFeedLease, open: openLineFeed, store: openFeedStore, sweep: sweepLines }
