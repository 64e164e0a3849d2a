import type { Operations } from '../context.ts'
import { accountMethods } from './account/account.ts'
import { authMethods } from './auth/auth.ts'
import { betsMethods } from './bets/bets.ts'
import { bonusesMethods } from './bonuses/bonuses.ts'
import { campaignsMethods } from './campaigns/campaigns.ts'
import { cashbacksMethods } from './cashbacks/cashbacks.ts'
import { cashierMethods } from './cashier/cashier.ts'
import { contentMethods } from './content/content.ts'
import { exportData } from './export-data.ts'
import { freespinsMethods } from './freespins/freespins.ts'
import { gamesMethods } from './games/games.ts'
import { jackpotsMethods } from './jackpots/jackpots.ts'
import { limitsMethods } from './limits/limits.ts'
import { loyaltyMethods } from './loyalty/loyalty.ts'
import { roundsMethods } from './rounds/rounds.ts'
import { sportsMethods } from './sports/sports.ts'
import { supportMethods } from './support/support.ts'
import { tournamentsMethods } from './tournaments/tournaments.ts'
import { verificationMethods } from './verification/verification.ts'
import { winnersMethods } from './winners/winners.ts'

type Merged<Tables extends readonly object[]> = Tables extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Merged<Rest>
  : unknown

/** The method tables of the features as one. A method that two of them declare would be answered by the later one. */
export function mergeMethods<const Tables extends readonly object[]>(...tables: Tables): Merged<Tables> {
  const names = tables.flatMap((table) => Object.keys(table))
  const twice = names.filter((name, place) => names.indexOf(name) !== place)
  if (twice.length > 0) throw new Error(`methods declared by two features: ${twice.join(', ')}`)
  return Object.assign({}, ...tables)
}

/** Every operation of the platform; the type says when one is missing, the start when one is declared twice. */
export const operations: Operations = mergeMethods(
  accountMethods,
  authMethods,
  betsMethods,
  bonusesMethods,
  campaignsMethods,
  cashbacksMethods,
  cashierMethods,
  contentMethods,
  freespinsMethods,
  gamesMethods,
  jackpotsMethods,
  limitsMethods,
  loyaltyMethods,
  roundsMethods,
  sportsMethods,
  supportMethods,
  tournamentsMethods,
  verificationMethods,
  winnersMethods,
  { 'account.exportData': exportData },
)
