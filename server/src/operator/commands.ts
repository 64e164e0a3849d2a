import { parseConfig } from '../config.ts'
import type { Database } from '../db/db.ts'
import { backupUsage } from './backup.ts'
import { betsCommands } from './bets-commands.ts'
import { bettingCommands } from './betting-commands.ts'
import { bonusCommands } from './bonus-commands.ts'
import { campaignCommands } from './campaign-commands.ts'
import { careCommands } from './care-commands.ts'
import { cashbackCommands } from './cashback-commands.ts'
import { cashierCommands } from './cashier-commands.ts'
import { codeCommands } from './code-commands.ts'
import { type Command, type Result, readCommand, usageOf } from './command.ts'
import { contentCommands } from './content-commands.ts'
import { exposureCommands } from './exposure-commands.ts'
import { feedbackCommands } from './feedback-commands.ts'
import { freespinCommands } from './freespin-commands.ts'
import { gameCommands } from './game-commands.ts'
import { houseCommands } from './house-commands.ts'
import { ledgerCommands } from './ledger-commands.ts'
import { loyaltyCommands } from './loyalty-commands.ts'
import { playerCommands } from './player-commands.ts'
import { restoreUsage } from './restore.ts'
import { settleCommands } from './settle-commands.ts'
import { sportsCommands } from './sports-commands.ts'
import { tournamentCommands } from './tournament-commands.ts'

/** Every command that works on the database of a running site. */
export const commands: readonly Command[] = [
  ...playerCommands,
  ...careCommands,
  ...feedbackCommands,
  ...cashierCommands,
  ...freespinCommands,
  ...bonusCommands,
  ...bettingCommands,
  ...campaignCommands,
  ...cashbackCommands,
  ...tournamentCommands,
  ...codeCommands,
  ...loyaltyCommands,
  ...gameCommands,
  ...contentCommands,
  ...exposureCommands,
  ...sportsCommands,
  ...settleCommands,
  ...betsCommands,
  ...ledgerCommands,
  ...houseCommands,
]

export const usage = [
  ...[...commands, backupUsage, restoreUsage].flatMap(usageOf),
  '',
  'The login is a login, a confirmed e-mail address or a confirmed phone number.',
]

export async function run(
  db: Database,
  args: readonly string[],
  config = parseConfig({}),
  contentDir?: string,
): Promise<Result> {
  const command = readCommand(commands, args)
  if (!command) return { lines: usage, code: 2 }
  return command({ db, config, ...(contentDir !== undefined && { contentDir }) })
}
