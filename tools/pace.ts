import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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

/** Processor seconds of every process that this one has started and seen end; null where the system does not say. */
export function processorSeconds(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Fields 16 and 17 of proc(5), in hundredths of a second; the first of these is field 3.
    return (Number(fields[13]) + Number(fields[14])) / 100
  } catch {
    return null
  }
}
