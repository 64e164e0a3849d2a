import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseLogger } from 'pino'
import { keepSecret } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import { fewestConnections } from './connections.ts'
import { type DataDirectory, openDataDirectory } from './data-directory.ts'
import { claimOwnership, refuseOtherOwner } from './ownership.ts'
import { embeddedUrl, lastWords, type Postmaster, runPostmaster, stopPostmaster } from './postmaster.ts'

type Log = Pick<BaseLogger, 'info' | 'error'>

export type Embedded = { url: string; stop: () => Promise<void>; pid: () => number }

type Options = {
  dir: string
  log: Log
  /** How many it allows; one that is adopted keeps its own number. */
  connections?: number
  /** Other settings of PostgreSQL than those of a site. */
  settings?: Record<string, string>
}

/**
 * Starts PostgreSQL below `dir`, or adopts the one that a killed parent left behind,
 * makes this process its only owner, and starts it again whenever it dies.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { dir, log, connections = fewestConnections, settings = {} } = options
  const data = await openDataDirectory(dir)
  await refuseOtherOwner(data.dir)
  let postmaster = await runPostmaster(data, { connections, settings })
  const { port } = postmaster
  const url = embeddedUrl(postmaster, keepSecret(data.passwordFile))
  const owner = await own(data, postmaster, url)
  if (postmaster.isAdopted) log.info('adopted the database that an earlier run left behind')

  let isStopping = false
  let revival = Promise.resolve()
  const guard = () =>
    postmaster.onGone(() => {
      revival = revive()
    })
  const revive = async () => {
    for (let pauseMs = 50; !isStopping; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      log.error({ said: lastWords(data) }, 'the database ended unexpectedly; starting it again')
      try {
        postmaster = await runPostmaster(data, { connections, settings, port })
        return guard()
      } catch (error) {
        log.error(error)
        await sleep(pauseMs)
      }
    }
  }
  guard()

  return {
    url,
    pid: () => postmaster.pid,
    async stop() {
      isStopping = true
      await revival
      await owner.release()
      await stopPostmaster(data, postmaster.pid)
    },
  }
}

async function own(data: DataDirectory, postmaster: Postmaster, url: string) {
  try {
    return await claimOwnership(url, data.dir)
  } catch (error) {
    // An adopted server may be at work for its real owner.
    if (!postmaster.isAdopted) await stopPostmaster(data, postmaster.pid)
    if (error instanceof Error && 'code' in error && error.code === '28P01') {
      throw new StartError(`${data.passwordFile} does not hold the password of the database beside it.`)
    }
    throw error
  }
}
