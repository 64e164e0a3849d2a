// The operator's command line, beside a running site: npm run operator -- who alice@example.com
import { parseConfig } from '../config.ts'
import { isDatabaseGone, openDatabase } from '../db/db.ts'
import { StartError } from '../start-error.ts'
import { readCommand, run, usage } from './commands.ts'
import { findDatabase } from './find-database.ts'

async function main(words: string[]): Promise<number> {
  if (!readCommand(words)) {
    console.error(usage.join('\n'))
    return 2
  }
  const db = openDatabase(findDatabase(parseConfig(process.env)), { warn: () => {} })
  try {
    const { lines, code } = await run(db, words)
    const print = code === 0 ? console.log : console.error
    print(lines.join('\n'))
    return code
  } finally {
    await db.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  // What a person can mend is said in one line; anything else is a fault and shows its stack.
  if (error instanceof StartError) console.error(error.message)
  else if (isDatabaseGone(error)) console.error('The database cannot be reached: is the site running?')
  else console.error(error)
  process.exitCode = 1
}
