import type { Operations } from '../../context.ts'
import { getStatement } from './get-statement.ts'

export { openGatherer } from './gatherer.ts'
export { grantFun } from './grant-fun.ts'
export { readGifts } from './line-store.ts'
export { ledgerDir, lookAfterLedger } from './look-after-ledger.ts'
export { findAnswer, type Movement, move, moveAll, type Outcome } from './move.ts'
export { prove, sayProof } from './prove.ts'
export { pursesOf, readPurses } from './purses-store.ts'
export { type PlayerPurse, type PurseName, playerPurses, type Transfer } from './rules.ts'
export { readStatement, statementCsv } from './statement.ts'
export { balancesOf, balancesOfAll, balancesOfOwner, forgetOldKeys, lockBalance } from './store.ts'
export { readSums } from './sums-store.ts'

export const walletMethods = {
  'cashier.getstatement': getStatement,
} satisfies Partial<Operations>
