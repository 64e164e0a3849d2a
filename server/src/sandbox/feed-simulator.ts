import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, ownAddress } from '../config.ts'
import { endChild } from '../end-child.ts'
import type { Log } from '../log.ts'
import { writableFolder } from '../make-folder.ts'
import { keepSecret } from '../secrets.ts'
import { signCall } from '../signed-call.ts'
import { childEnvironment, childFlags } from './child-flags.ts'

type Options = {
  config: Config
  log: Log
  /** Whenever it says where it answers: with every start it is elsewhere. */
  onAddress?: () => void
  /** For tests: a world whose clock runs faster, or in which only what is played is told. */
  settings?: Record<string, string>
}

const program = join(import.meta.dirname, 'feed/main.ts')
const restMs = 1_000
const askMs = 5_000

export type FeedSimulator = ReturnType<typeof openSimulator>

/** Real money on made-up matches is a game with other rules: in production its name has to be said. */
export const canSimulate = ({ sportsFeeds }: Pick<Config, 'sportsFeeds'>): boolean => sportsFeeds.includes('simulated')

/**
 * The simulator of sports events as a process of its own. It is started again when it dies, and ends when this process
 * does, however that ends. It is asked and told by its port.
 */
export function openSimulator({ config, log, onAddress, settings = {} }: Options) {
  const dir = join(config.dataDir, 'feed-simulator')
  writableFolder('DATA_DIR', dir)
  let child: ChildProcess | undefined
  let isClosing = false
  let port = 0
  const secretFile = join(config.secretsDir, 'feed-simulated-secret')

  function start() {
    const running = spawn(process.execPath, [...childFlags, program], {
      // Nothing of the site's own settings is its business.
      env: {
        HOUSE_URL: ownAddress(config),
        SECRET_FILE: secretFile,
        // Beside the other secrets, so that all nodes of a house have the same world.
        WORLD_FILE: join(config.secretsDir, 'sports-world-secret'),
        MEMORY_DIR: dir,
        ...childEnvironment(),
        ...settings,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child = running
    running.stdin.on('error', () => undefined)
    createInterface({ input: running.stderr }).on('line', (line) => log.warn({ line }, 'the simulated feed says'))
    createInterface({ input: running.stdout }).on('line', (line) => {
      port = Number(/^port (\d+)$/.exec(line)?.[1] ?? port)
      onAddress?.()
    })
    running.once('error', (error) => log.error({ err: error }, 'no simulated feed'))
    running.once('exit', (code) => {
      if (isClosing || child !== running) return
      log.warn({ code }, 'the simulated feed ended and is started again')
      setTimeout(() => !isClosing && start(), restMs)
    })
  }

  return {
    start,
    /** What a person wants of it; null while it does not answer. */
    async ask(path: '/state' | '/act', wish: object): Promise<{ status: number; said: unknown } | null> {
      const [timestamp, body] = [String(Date.now()), JSON.stringify(wish)]
      try {
        const secret = keepSecret(secretFile)
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
          method: 'POST',
          headers: { 'x-timestamp': timestamp, 'x-signature': signCall(secret, { timestamp, body }) },
          body,
          signal: AbortSignal.timeout(askMs),
        })
        return { status: answer.status, said: await answer.json() }
      } catch {
        return null
      }
    },
    /** Where it answers; nothing until it has said so. */
    address: () => (port > 0 ? `http://127.0.0.1:${port}` : undefined),
    pid: () => child?.pid,
    async close() {
      isClosing = true
      await endChild(child)
    },
  }
}
