import type { Db } from '../db/db.ts'
import { forgetOldSignIns } from '../features/auth/auth.ts'
import { forgetOldBookings, forgetOldWork } from '../features/bets/bets.ts'
import { forgetOldNotices } from '../features/cashier/cashier.ts'
import { forgetOldCodes } from '../features/codes/codes.ts'
import { forgetOldLetters } from '../features/mail/mail.ts'
import { roundsCleanUps } from '../features/rounds/rounds.ts'
import { turnSportsDays } from '../features/sports/sports.ts'
import { forgetOldChats, forgetOldFeedback } from '../features/support/support.ts'
import { forgetOldTracking } from '../features/tracking/tracking.ts'
import { forgetOldKeys } from '../features/wallet/wallet.ts'
import { forgetOldCounts } from '../http/rate-limit.ts'
import { forgetOldBooks } from '../sandbox/clean-up.ts'

/** What is over and of use to no player and no operator any more: each owner of rows takes its own away. */
const cleanUps: readonly ((db: Db) => Promise<unknown>)[] = [
  forgetOldCodes,
  forgetOldSignIns,
  forgetOldLetters,
  forgetOldKeys,
  forgetOldNotices,
  ...roundsCleanUps,
  forgetOldBooks,
  forgetOldCounts,
  turnSportsDays,
  forgetOldWork,
  forgetOldBookings,
  forgetOldFeedback,
  forgetOldChats,
  forgetOldTracking,
]

/** One owner that fails takes no other with it; the first fault is told after all had their turn. */
export async function cleanUpAll(db: Db): Promise<void> {
  const faults: unknown[] = []
  for (const cleanUp of cleanUps) await cleanUp(db).catch((fault: unknown) => faults.push(fault))
  if (faults.length > 0) throw faults[0]
}
