import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** How long `work` takes on one core of the machine that the budgets were measured on, while nothing else runs. */
const referenceMs = 300
const lanes = 2

/** A fixed piece of work: scripts and hashes, as most of the suites are. */
function work(): void {
  let text = 'croupier'
  for (let at = 0; at < 30_000; at += 1) {
    text = createHash('sha256').update(text.repeat(8)).digest('hex')
    JSON.parse(JSON.stringify({ text, at, list: text.split('') }))
  }
}

/**
 * How much slower two cores of this machine are now than those of the budgets: 1 when they are as fast and idle, more
 * when the processor is slower or others are at work too. Never below 1: a faster machine has no smaller budget.
 */
export async function pace(): Promise<number> {
  const source = `import { createHash } from 'node:crypto'; (${work})()`
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const began = performance.now()
  await Promise.all(
    Array.from(
      { length: lanes },
      () => new Promise((done, fail) => new Worker(url).once('exit', done).once('error', fail)),
    ),
  )
  return Math.max(1, (performance.now() - began) / referenceMs)
}

type Process = { name: string; parent: number; own: number; ended: number }

/** What proc(5) says of a process, in seconds: its own, and of those that it has started and seen end. */
function readProcess(id: number | 'self'): Process | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    const after = stat.lastIndexOf(')')
    // The first of these is field 3; times are in hundredths of a second.
    const fields = stat.slice(after + 2).split(' ')
    const [, parent, own, system, ended, endedSystem] = [0, 1, 11, 12, 13, 14].map((at) => Number(fields[at]))
    if (parent === undefined || own === undefined || ended === undefined) return null
    const name = stat.slice(stat.indexOf('(') + 1, after)
    return { name, parent, own: (own + (system ?? 0)) / 100, ended: (ended + (endedSystem ?? 0)) / 100 }
  } catch {
    return null
  }
}

/** Processor seconds of every process that this one has started and seen end; null where the system does not say. */
export const processorSeconds = (): number | null => readProcess('self')?.ended ?? null

const isBrowser = (name: string) => /chrom|headless/.test(name)

/** Seconds of each browser below a process, with all processes of its own, by the id of the first of them. */
export function browsersBelow(root: number, processes: ReadonlyMap<number, Process>): Map<number, number> {
  const found = new Map<number, number>()
  for (const [id, { name, own, ended }] of processes) {
    if (!isBrowser(name)) continue
    let [top, above] = [id, processes.get(id)?.parent ?? 0]
    while (above !== root && above > 1) {
      const process = processes.get(above)
      if (process && isBrowser(process.name)) top = above
      above = process?.parent ?? 0
    }
    if (above === root) found.set(top, (found.get(top) ?? 0) + own + ended)
  }
  return found
}

/**
 * A browser ends with its worker, which does not wait for it: its time is looked up while it lives. What it had done in
 * the last second is not in it.
 */
export function watchBrowsers(): () => number {
  const seconds = new Map<number, number>()
  const look = () => {
    const ids = readdirSync('/proc').map(Number).filter(Number.isInteger)
    const all = ids.flatMap((id): [number, Process][] => {
      const read = readProcess(id)
      return read ? [[id, read]] : []
    })
    for (const [id, spent] of browsersBelow(process.pid, new Map(all))) seconds.set(id, spent)
  }
  const timer = processorSeconds() === null ? undefined : setInterval(look, 1_000)
  return () => {
    clearInterval(timer)
    return [...seconds.values()].reduce((sum, each) => sum + each, 0)
  }
}
