import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { Client } from 'pg'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import {
  type BackupFile,
  copyFile,
  draftBeside,
  forEachOf,
  isMissing,
  listFolder,
  makePrivate,
  mendable,
  syncFolder,
  writeManifest,
  writeWhole,
} from './backup-files.ts'
import type { Result } from './command.ts'
import { findDatabase } from './find-database.ts'

export const backupUsage = {
  form: 'backup <folder>',
  about: 'copies the embedded database of a running site, with its secrets',
}

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretsDir'>

// What a server makes anew at every start, and what names the process that runs now.
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
const leftOut = /(^|\/)(postmaster\.(pid|opts)|\.s\.PGSQL\.\d+\.lock|pg_internal\.init(\.\d+)?|pgsql_tmp[^/]*)(\/|$)/
const controlFile = 'global/pg_control'
const noLabels = ['backup_label', 'tablespace_map']

/**
 * A table that was dropped, a file that a checkpoint wrote anew under a passing name: whatever goes away while it is
 * copied, the log tells how. But for the log itself, and for where to begin with it.
 */
export const mayGoAway = (path: string) => path !== controlFile && path !== 'PG_VERSION' && !path.startsWith('pg_wal/')

/** Copies the embedded database while the site runs, with what is needed to open it again. */
export async function backup(place: Place, wanted: string): Promise<Result> {
  if (place.databaseUrl) {
    const said = 'DATABASE_URL is set: that PostgreSQL is backed up with its own tools (pg_basebackup, pgBackRest)'
    return { lines: [`${said}; keep SECRETS_DIR and DATA_DIR/ledger beside it.`], code: 2 }
  }
  const folder = resolve(wanted)
  if (existsSync(folder)) throw new StartError(`${folder} exists already: name a folder that does not.`)
  if (`${folder}${sep}`.startsWith(`${place.dataDir}${sep}`))
    throw new StartError(`${folder} is inside DATA_DIR and would be lost with it: name a folder elsewhere.`)
  if (!existsSync(dirname(folder))) throw new StartError(`${dirname(folder)} does not exist.`)
  const client = new Client({ connectionString: findDatabase(place), application_name: 'croupier backup' })
  // Without a listener a lost connection would end the process without a word.
  client.on('error', () => {})
  await client.connect()
  // Only a whole backup gets the name that was asked for.
  const draft = draftBeside(folder, 'unfinished')
  try {
    await makePrivate(draft)
    const files = await copyAll(client, place, draft)
    await rename(draft, folder)
    await syncFolder(dirname(folder))
    const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
    return { lines: [`${folder}: ${files.length} files, ${megabytes.toFixed(1)} MB, with the secrets.`], code: 0 }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw mendable(error)
  } finally {
    await client.end()
  }
}

async function copyAll(client: Client, place: Place, draft: string): Promise<BackupFile[]> {
  const data = join(place.dataDir, 'postgres')
  const target = join(draft, 'postgres')
  // Before the database: an anchor in the file is in the copied table then, never the other way round.
  const files = [...(await copyBeside(place, draft))]
  // Holds back the log from here on, however much is written meanwhile; both end with this connection.
  await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
  await client.query(`select pg_backup_start('croupier', true)`)
  const { files: found, folders } = await listFolder(data)
  if (found.some((path) => path.startsWith('pg_tblspc/'))) throw new StartError('Tablespaces are not supported.')
  const isKept = (path: string) => !emptied.test(path) && !leftOut.test(path) && !noLabels.includes(path)
  for (const path of ['', ...folders.filter(isKept)]) await makePrivate(join(target, path))
  const copied = found.filter(isKept)
  await forEachOf(
    copied.filter((path) => path !== controlFile),
    (path) => keep(path),
  )
  // Last, so that it is at least as new as everything else.
  await keep(controlFile)
  const stopped = await stop(client)
  await keepText('backup_label', stopped.labelfile)
  if (stopped.spcmapfile.trim() !== '') await keepText('tablespace_map', stopped.spcmapfile)
  for (const path of await logBetween(data, stopped)) await keep(path)
  const made = (await listFolder(draft)).folders
  for (const path of made) await syncFolder(join(draft, path))
  const postgres = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  await writeManifest(draft, { version: 1, made_at: stopped.at.toISOString(), postgres, folders: made, files })
  await syncFolder(draft)
  return files

  async function keep(path: string) {
    try {
      files.push({ path: `postgres/${path}`, ...(await copyFile(join(data, path), join(target, path))) })
    } catch (error) {
      if (!isMissing(error) || !mayGoAway(path)) throw error
    }
  }

  async function keepText(path: string, text: string) {
    files.push({ path: `postgres/${path}`, ...(await writeWhole(join(target, path), text)) })
  }
}

const stopRow = z.object({ labelfile: z.string(), spcmapfile: z.string(), last: z.string(), at: z.date() })
type Stopped = z.output<typeof stopRow>

async function stop(client: Client): Promise<Stopped> {
  const { rows } = await client.query(`select labelfile, spcmapfile, pg_walfile_name(lsn) as last, now() as at
    from pg_backup_stop(false)`)
  return stopRow.parse(rows[0])
}

/** From the first byte that the copied files may lack to the end of the backup; one missing piece and it is no backup. */
async function logBetween(data: string, { labelfile, last }: Stopped): Promise<string[]> {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(labelfile)?.[1]
  if (!first) throw new Error('the backup label names no log')
  const { files } = await listFolder(join(data, 'pg_wal'))
  const between = files.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  if (between.length !== segmentOf(last) - segmentOf(first) + 1) throw new Error('a piece of the log is missing')
  return between.map((name) => `pg_wal/${name}`)
}

// A name is timeline, file and segment; a file of 4 GB has 256 segments of 16 MB.
const segmentOf = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16, 24), 16)

/** What lives outside the database and is needed to read it: sealed columns are lost without their key. */
async function copyBeside({ dataDir, secretsDir }: Place, draft: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const take = async (from: string, path: string) => {
    await makePrivate(dirname(join(draft, path)))
    files.push({ path, ...(await copyFile(from, join(draft, path))) })
  }
  await take(join(dataDir, 'postgres.password'), 'postgres.password')
  for (const [dir, folder] of [
    [join(dataDir, 'ledger'), 'ledger'],
    [secretsDir, 'secrets'],
  ] as const) {
    if (!existsSync(dir)) continue
    for (const name of readdirSync(dir)) {
      // A secret may be a link to where it is really kept.
      if (statSync(join(dir, name)).isFile()) await take(join(dir, name), `${folder}/${name}`)
    }
  }
  return files
}
