import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const readLine = (path: string, line = 0) => readFileSync(path, 'utf8').split('\n')[line]?.trim() ?? ''

/** The embedded database of a site that runs on this data folder. */
export function databaseUrl(dir: string): string {
  const port = readLine(join(dir, 'postgres/postmaster.pid'), 3)
  return `postgres://croupier:${readLine(join(dir, 'postgres.password'))}@127.0.0.1:${port}/postgres`
}
