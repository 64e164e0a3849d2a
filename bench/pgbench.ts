import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)
const cache = resolve(import.meta.dirname, '../node_modules/.cache/pgbench')
const scale = 20
const clients = 16

const canRun = async (path: string) =>
  run(path, ['--version']).then(
    () => true,
    () => false,
  )

/** The yardstick comes with PostgreSQL's client programs: named, installed, or fetched beside our modules. */
export async function findPgbench(): Promise<string | null> {
  const named = process.env.PGBENCH ? [process.env.PGBENCH] : []
  const onPath = (process.env.PATH ?? '').split(delimiter).map((dir) => join(dir, 'pgbench'))
  const installed = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse()
  for (const path of [...named, ...onPath.filter((each) => existsSync(each)), ...installed]) {
    if (await canRun(path)) return path
  }
  return fetched()
}

/** On Debian the package can be unpacked without being installed. */
async function fetched(): Promise<string | null> {
  const kept = () => globSync(join(cache, 'usr/lib/postgresql/*/bin/pgbench'))[0] ?? null
  if (kept()) return kept()
  try {
    mkdirSync(cache, { recursive: true })
    const { stdout } = await run('apt-cache', ['depends', '--installed', 'postgresql']).catch(() => ({ stdout: '' }))
    const name = /postgresql-\d+/.exec(stdout)?.[0] ?? 'postgresql-15'
    await run('apt-get', ['download', name], { cwd: cache, timeout: 60_000 })
    for (const file of globSync(join(cache, '*.deb'))) await run('dpkg', ['-x', file, cache])
    const path = kept()
    return path && (await canRun(path)) ? path : null
  } catch {
    return null
  }
}

/** A database of its own on the same server; TPC-B, prepared. */
export async function openPgbench(path: string, serverUrl: string) {
  const name = 'bench_pgbench'
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${name}`)
  await client.query(`create database ${name}`)
  await client.end()
  const { hostname, port, username, password, searchParams } = new URL(serverUrl)
  // Through the same file as the site, where there is one.
  const at = ['-h', searchParams.get('host') ?? hostname, '-p', port, '-U', username]
  const env = { PATH: process.env.PATH, PGPASSWORD: decodeURIComponent(password) }
  await run(path, [...at, '-i', '-q', '-s', String(scale), name], { env })
  return {
    name: `pgbench TPC-B, scale ${scale}, ${clients} clients`,
    /** Transactions per second. */
    async measure(seconds: number): Promise<number> {
      const how = ['-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)]
      const { stdout } = await run(path, [...at, ...how, name], { env })
      const tps = /tps = ([\d.]+)/.exec(stdout)?.[1]
      if (!tps) throw new Error(`pgbench said ${stdout}`)
      return Number(tps)
    },
  }
}
