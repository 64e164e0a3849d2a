import { type ChildProcess, fork } from 'node:child_process'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild } from '../end-child.ts'
import type { Log } from '../log.ts'
import { type Begin, type Order, reports, type WorkerReport } from './messages.ts'

type Options = {
  /** With the first process, which is worker 1. */
  count: number
  /** The socket of the site's port. All accept from it, so a process that dies takes no connection that waits with it. */
  server: Server
  about: Omit<Begin, 'kind' | 'worker'>
  log: Log
}

const program = join(import.meta.dirname, 'main.ts')
const restMs = 1_000
const measureMs = 2_000
/** Requests under way are finished first. */
const endMs = 8_000

type Measured = Extract<WorkerReport, { kind: 'measured' }>['metrics']

/** The other processes of the house on this machine: each is started again when it dies, and all end with this one. */
export function openWorkers({ count, server, about, log }: Options) {
  const children = new Map<number, ChildProcess>()
  const asked = new Map<number, (metrics: Measured) => void>()
  let isClosing = false
  let simulated: string | undefined
  let lastId = 0

  function start(worker: number) {
    const child = fork(program, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' })
    children.set(worker, child)
    log.info({ started: worker, pid: child.pid }, 'a worker is started')
    child.on('message', (message) => hear(worker, child, reports.parse(message)))
    child.once('error', (error) => log.error({ err: error, started: worker }, 'a worker cannot be started'))
    child.once('exit', (code, signal) => {
      if (isClosing) return
      log.warn({ ended: worker, code, signal }, 'a worker ended and is started again')
      setTimeout(() => !isClosing && start(worker), restMs)
    })
  }

  function hear(worker: number, child: ChildProcess, report: WorkerReport) {
    if (report.kind === 'measured') asked.get(report.id)?.(report.metrics)
    if (report.kind === 'hears') {
      tell(child, { kind: 'begin', worker, ...about })
      tell(child, { kind: 'simulated', address: simulated })
    }
    // From then on connections come to it.
    if (report.kind === 'ready' && !isClosing) tell(child, { kind: 'listen' }, server)
  }

  async function measure(child: ChildProcess): Promise<Measured> {
    lastId += 1
    const id = lastId
    const heard = new Promise<Measured>((resolve) => asked.set(id, resolve))
    tell(child, { kind: 'measure', id })
    const metrics = await Promise.race([heard, sleep(measureMs, [], { ref: false })])
    asked.delete(id)
    return metrics
  }

  for (let worker = 2; worker <= count; worker += 1) start(worker)

  return {
    /** Where the simulator of matches is now. */
    setSimulated(address: string | undefined) {
      simulated = address
      for (const child of children.values()) tell(child, { kind: 'simulated', address })
    },
    /** What each has counted; one that does not answer is left out. */
    measure: () => Promise.all([...children.values()].filter(({ connected }) => connected).map(measure)),
    async close() {
      isClosing = true
      await Promise.all([...children.values()].map((child) => endChild(child, endMs)))
    },
  }
}

/** One that is just ending hears nothing, and its end is heard of. */
function tell(child: ChildProcess, order: Order, handle?: Server): void {
  if (child.connected) child.send(order, handle, () => undefined)
}
