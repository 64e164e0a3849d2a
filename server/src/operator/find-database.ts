import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'

/** The operator's database, or the embedded one of a site that runs on this data folder. */
export function findDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl) return databaseUrl
  const [, , , port = '', , , , status = ''] = readLines(join(dataDir, 'postgres/postmaster.pid'))
  const [password = ''] = readLines(join(dataDir, 'postgres.password'))
  if (!/^\d+$/.test(port) || password === '' || status.trim() !== 'ready') {
    throw new StartError(`No site runs on ${dataDir}: start it, or set DATA_DIR or DATABASE_URL as the site has them.`)
  }
  return `postgres://croupier:${password}@127.0.0.1:${port}/postgres`
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new StartError(`Cannot read ${path}: run this as the user who runs the site.`)
  }
}
