import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '../config.ts'
import { ownAddress } from '../config.ts'
import { endChild } from '../end-child.ts'
import type { LaunchAddress } from '../http/game-frame.ts'
import type { Log } from '../log.ts'
import { isLoopback } from '../loopback.ts'
import { writableFolder } from '../make-folder.ts'
import { childEnvironment, childFlags } from './child-flags.ts'

type Options = { config: Config; homes: readonly string[]; log: Log; patienceMs?: number }

const program = join(import.meta.dirname, 'sample/main.ts')
const startMs = 20_000
const restMs = 500

export type SampleProvider = {
  address: LaunchAddress
  origin: () => string
  pid: () => number | undefined
  close: () => Promise<void>
}

/** Its pages are on this machine's own address: a browser elsewhere could not reach them. */
export const canRunSample = ({ isSandboxOn, origin, host }: Pick<Config, 'isSandboxOn' | 'origin' | 'host'>) =>
  isSandboxOn && isLoopback(new URL(origin).hostname) && isLoopback(host)

/**
 * The sample provider as a process of its own. It is started again when it dies, on the port it had, and ends when this
 * process does, however that ends.
 */
export async function startSample({ config, homes, log, patienceMs = 30_000 }: Options): Promise<SampleProvider> {
  const dir = join(config.dataDir, 'sample-provider')
  writableFolder('DATA_DIR', dir)
  const portFile = join(dir, 'port')
  let port = readPort(portFile)
  let child: ChildProcess | undefined
  let isClosing = false

  async function start() {
    const running = spawn(process.execPath, [...childFlags, program], {
      // Nothing of the site's own settings is its business.
      env: {
        WALLET_URL: ownAddress(config),
        SECRET_FILE: join(config.secretsDir, 'game-sample-secret'),
        BOOKS_DIR: dir,
        HOMES: homes.join(' '),
        PORT: String(port),
        PATIENCE_MS: String(patienceMs),
        ...childEnvironment(),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = running
    running.stdin.on('error', () => undefined)
    createInterface({ input: running.stderr }).on('line', (line) => log.warn({ line }, 'the sample provider says'))
    const heard = Promise.withResolvers<number>()
    createInterface({ input: running.stdout }).on('line', (line) => {
      const found = /^port (\d+)$/.exec(line)?.[1]
      if (found) heard.resolve(Number(found))
    })
    running.once('error', heard.reject)
    running.once('exit', (code) => {
      heard.reject(new Error(`the sample provider ended with ${code}`))
      if (isClosing || child !== running) return
      log.warn({ code }, 'the sample provider ended and is started again')
      setTimeout(() => !isClosing && start().catch((error) => log.error({ err: error }, 'no sample provider')), restMs)
    })
    const timer = setTimeout(() => heard.reject(new Error('the sample provider does not start')), startMs)
    port = await heard.promise.finally(() => clearTimeout(timer))
    writeFileSync(portFile, `${port}\n`)
  }

  await start()

  // Cookies know no ports: under the other name of this machine it never gets those of the site.
  const name = new URL(config.origin).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const origin = () => `http://${name}:${port}`
  return {
    origin,
    pid: () => child?.pid,
    address: launchAt(origin),
    async close() {
      isClosing = true
      await endChild(child)
    },
  }
}

/** Where its games are opened. */
export const launchAt =
  (origin: () => string): LaunchAddress =>
  (launch) =>
    `${origin()}/launch?${new URLSearchParams(launch)}`

function readPort(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').trim()) || 0
  } catch {
    return 0
  }
}
