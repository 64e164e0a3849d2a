import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { embeddedUrl, readPids } from '../db/postmaster.ts'
import { StartError } from '../start-error.ts'

/** The operator's database, or the embedded one of a site that runs on this data folder. */
export function findDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (databaseUrl) return databaseUrl
  const server = readPids(textOf(join(dataDir, 'postgres/postmaster.pid')))
  const [password = ''] = textOf(join(dataDir, 'postgres.password')).split('\n')
  if (!server?.isReady || password === '') {
    throw new StartError(`No site runs on ${dataDir}: start it, or set DATA_DIR or DATABASE_URL as the site has them.`)
  }
  return embeddedUrl(server, password)
}

/** Empty where there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw new StartError(`Cannot read ${path}: run this as the user who runs the site.`)
  }
}
