// The operator's command line, beside a running site: npm run operator -- who alice@example.com
import { constants, setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { parseConfig } from '../config.ts'
import { isDatabaseGone, openDatabase } from '../db/db.ts'
import { StartError } from '../start-error.ts'
import { backup, backupUsage } from './backup.ts'
import { type Result, readCommand, readForm } from './command.ts'
import { findDatabase } from './find-database.ts'
import { restoreBackup, restoreUsage } from './restore.ts'

async function answer(args: string[]): Promise<number> {
  const [from] = readForm(backupUsage.form, args)?.words ?? []
  if (from !== undefined) {
    // Players go first.
    setPriority(constants.priority.PRIORITY_LOW)
    return print(await backup(parseConfig(process.env), from))
  }
  const [folder, dir] = readForm(restoreUsage.form, args)?.words ?? []
  if (folder !== undefined && dir !== undefined) return print(await restoreBackup(folder, dir))
  // Only now: what backups need is little, and they run beside a busy site.
  const { commands, usage } = await import('./commands.ts')
  const run = readCommand(commands, args)
  if (!run) return print({ lines: usage, code: 2 })
  const config = parseConfig(process.env)
  const db = openDatabase(findDatabase(config), { warn: () => {} })
  try {
    return await print(await run({ db, config }))
  } finally {
    await db.close()
  }
}

async function print({ lines, text, code }: Result): Promise<number> {
  const say = code === 0 ? console.log : console.error
  if (lines.length > 0) say(lines.join('\n'))
  // At the pace of the reader.
  if (text) await pipeline(text, process.stdout, { end: false })
  return code
}

try {
  process.exitCode = await answer(process.argv.slice(2))
} catch (error) {
  // What a person can mend is said in one line; anything else is a fault and shows its stack.
  if (error instanceof StartError) console.error(error.message)
  else if (isDatabaseGone(error)) console.error('The database cannot be reached: is the site running?')
  else console.error(error)
  process.exitCode = 1
}
