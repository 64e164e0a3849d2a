import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from '../server/src/db/embedded.ts'
import { openLog } from '../server/src/log.ts'

const most = 25

async function tell(url: string, ...texts: string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}

/** Of the connections that are opened from now on: each statement's own time of the processor goes to the database's log. */
export const tellOfStatements = (url: string, word: 'on' | 'off') =>
  tell(
    url,
    `alter role croupier set log_statement_stats = ${word}`,
    "alter role croupier set log_min_error_statement = 'log'",
  )

const isAsked = process.env.BENCH_STATEMENTS !== undefined

/** With `BENCH_STATEMENTS=1` the database tells what its statements take. That is work of its own, so not by default. */
export async function startDatabase(dir: string): Promise<Embedded> {
  const database = await startEmbedded({ dir, log: openLog('warn') })
  if (isAsked) await tellOfStatements(database.url, 'on')
  return database
}

const textOf = (dir: string) => readFileSync(join(dir, 'postgres.log'), 'utf8')

/** What the database's log has told since, for each of so many calls; waits for locks and for the disk are not in it. */
export function openStatements(dir: string, isOn = isAsked) {
  let from = 0
  return {
    forget() {
      if (isOn) from = textOf(dir).length
    },
    say(name: string, calls: number) {
      if (!isOn) return
      const spent = [...timesIn(textOf(dir).slice(from))].sort(([, a], [, b]) => b.us - a.us)
      const sum = spent.reduce((all, [, { us }]) => all + us, 0)
      console.log(`\n${name}: ${(sum / calls).toFixed(0)} µs of statements for each of ${calls} calls`)
      for (const [text, { times, us }] of spent.slice(0, most))
        console.log(`${(us / calls).toFixed(1).padStart(7)} ${String(times).padStart(6)} × ${text}`)
    },
  }
}

/** Where two connections write at one moment their lines may be mixed: few enough. */
function timesIn(text: string) {
  const spent = new Map<string, { times: number; us: number }>()
  for (const entry of text.split(/^(?=.*LOG: {2}\w+(?: MESSAGE)? STATISTICS)/m)) {
    const [, user, system] = /!\s+([\d.]+) s user, ([\d.]+) s system/.exec(entry) ?? []
    const [, kind = ''] = /LOG: {2}(\w+)/.exec(entry) ?? []
    const [, statement = '?'] = /STATEMENT: {2}([\s\S]*)/.exec(entry) ?? []
    if (user === undefined || system === undefined) continue
    const name = `${kind.toLowerCase().padEnd(8)} ${statement.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}`
    const known = spent.get(name) ?? { times: 0, us: 0 }
    spent.set(name, { times: known.times + 1, us: known.us + (Number(user) + Number(system)) * 1e6 })
  }
  return spent
}
