// Writes server/src/db/types.ts from the migrated database; with --check it only compares.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'

const file = join(import.meta.dirname, '../server/src/db/types.ts')

const typeNames: Record<string, string> = {
  int8: 'bigint',
  int4: 'number',
  int2: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  _text: 'string[]',
  _int4: 'number[]',
  uuid: 'string',
  inet: 'string',
  date: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  json: 'Json',
  jsonb: 'Json',
}

const header = `// Written by \`npm run db:types\` from the migrated database. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

// Kysely's own does not see through a column whose written type differs from the read one.
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

type Timestamp = ColumnType<Date, Date | string, Date | string>

// Written as text, because the driver would turn an array into a PostgreSQL array.
type Json = ColumnType<unknown, string, string>
`

const columnSchema = z.object({
  table_name: z.string(),
  column_name: z.string(),
  udt_name: z.string(),
  is_nullable: z.enum(['YES', 'NO']),
  is_identity: z.enum(['YES', 'NO']),
  has_default: z.boolean(),
  /** The words that a check constraint of this column alone allows. */
  words: z.array(z.string()).nullable(),
})

type Column = z.infer<typeof columnSchema>

const made = write(await withMigratedDatabase(readColumns))
if (!process.argv.includes('--check')) {
  writeFileSync(file, made)
} else if (readFileSync(file, 'utf8') !== made) {
  console.error('server/src/db/types.ts is older than the migrations: run npm run db:types')
  process.exitCode = 1
}

async function withMigratedDatabase<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'croupier-types-'))
  const log = pino({ level: 'silent' })
  const server = await startEmbedded({ dir, log })
  const client = new Client({ connectionString: server.url })
  try {
    await migrate(server.url, log)
    await client.connect()
    return await use(client)
  } finally {
    await client.end()
    await server.stop()
    rmSync(dir, { recursive: true })
  }
}

async function readColumns(client: Client): Promise<Column[]> {
  const { rows } = await client.query(`
    select table_name, column_name, udt_name, is_nullable, is_identity, column_default is not null as has_default,
      (select array(select word[1] from regexp_matches(pg_get_constraintdef(c.oid), '''([A-Za-z_]+)''::text', 'g') as word)
        from pg_constraint as c join pg_attribute as a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
        where c.contype = 'c' and c.conrelid = format('%I.%I', table_schema, table_name)::regclass
          and a.attname = column_name and pg_get_constraintdef(c.oid) ~ '= ANY \\(ARRAY\\['
        limit 1) as words
    from information_schema.columns
    where table_schema = 'public'
      and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
    order by table_name, ordinal_position`)
  return z.array(columnSchema).parse(rows)
}

function write(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table_name)
  const bodies = [...tables].map(([table, own]) => `  ${table}: {\n${own.map(writeColumn).join('')}  }\n`)
  return `${header}\nexport interface DB {\n${bodies.join('')}}\n`
}

function writeColumn(column: Column): string {
  const base = column.words && column.udt_name === 'text' ? wordsOf(column.words) : typeNames[column.udt_name]
  if (!base) throw new Error(`tools/db-types.ts has no type for ${column.udt_name} (${column.column_name})`)
  const type = column.is_nullable === 'YES' ? `${base} | null` : base
  return `    ${column.column_name}: ${generated(column, type)}\n`
}

function wordsOf(words: readonly string[]) {
  return words.map((word) => `'${word}'`).join(' | ')
}

function generated(column: Column, type: string) {
  if (column.is_identity === 'YES') return `GeneratedAlways<${type}>`
  return column.has_default ? `Generated<${type}>` : type
}
