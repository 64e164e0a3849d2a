import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { BaseLogger } from 'pino'
import { z } from 'zod'
import { StartError } from '../start-error.ts'

type Migration = { name: string; text: string; checksum: string }

// Any fixed number does; nodes that start together take turns by it.
const turnKey = 7_031_955

/** Brings the database to this version: plain SQL, forward only, each file in its own transaction. */
export async function migrate(
  url: string,
  log: Pick<BaseLogger, 'info'>,
  folder = join(import.meta.dirname, 'migrations'),
): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'croupier migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    // The lock ends with the session, also when this process is killed.
    await client.query('select pg_advisory_lock($1)', [turnKey])
    for (const migration of await findPending(client, readMigrations(folder))) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'migrated')
    }
  } finally {
    await client.end()
  }
}

async function findPending(client: Client, known: Migration[]): Promise<Migration[]> {
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const { rows } = await client.query('select name, checksum from schema_migration order by name')
  const applied = z.array(z.object({ name: z.string(), checksum: z.string() })).parse(rows)
  for (const { name, checksum } of applied) {
    const file = known.find((migration) => migration.name === name)
    if (!file) throw new StartError(`The database has the migration ${name}, which this version of Croupier lacks.`)
    if (file.checksum !== checksum) {
      throw new StartError(`The migration ${name} was changed after it had been applied: write a new one instead.`)
    }
  }
  return known.filter(({ name }) => !applied.some((row) => row.name === name))
}

async function apply(client: Client, { name, text, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new StartError(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`)
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  return names.sort().map((name) => {
    // Git may have changed the line ends on this machine.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}
