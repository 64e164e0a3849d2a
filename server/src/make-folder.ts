import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from './start-error.ts'

/** The folder of a setting, made when it is missing; its real path. */
export function writableFolder(setting: 'DATA_DIR' | 'SECRETS_DIR', dir: string): string {
  try {
    makeFolder(dir)
    accessSync(dir, constants.W_OK | constants.X_OK)
    return realpathSync(dir)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new StartError(`${setting} ${dir} cannot be written (${code}): name a folder that this user may write to.`)
  }
}

/** Step by step: Node's own recursive form never returns where a folder cannot be made at all, as below /proc. */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another process that starts at the same time may have made it.
    if (!existsSync(dir)) throw error
  }
}
