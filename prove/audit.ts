import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inherited } from '../e2e/global-setup.ts'
import type { House } from './site.ts'

const operator = join(import.meta.dirname, '../server/src/operator/main.ts')

/** The operator's own proof of the ledger, as a person would ask for it. Empty when it is clean. */
export async function audit({ dir, settings }: House): Promise<string[]> {
  const child = spawn(process.execPath, [operator, 'ledger', 'verify', '--full'], {
    env: { ...inherited(), DATA_DIR: dir, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  return (await ended) === 0 ? [] : [`the ledger's proof failed: ${said.trim()} ${complained.trim()}`]
}
