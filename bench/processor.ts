import { readdirSync, readFileSync } from 'node:fs'
import { median } from './figures.ts'

/** Whose work is measured: the site and the database, each with the processes that it started. */
export type Workers = { site: number; database: number }

/** Milliseconds of processor since they were started. */
type Spent = { siteMs: number; databaseMs: number }

/** Of Linux, whatever the machine: what it counts in. */
const ticksOfSecond = 100

type Process = { parent: number; ownMs: number; endedMs: number }

/** Behind its name, which may have spaces: state, parent, and from the tenth on its times and those of its ended children. */
function readProcess(pid: number): Process | null {
  try {
    const said = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const words = said.slice(said.lastIndexOf(')') + 2).split(' ')
    const ms = (at: number) => (Number(words[at]) * 1_000) / ticksOfSecond
    return { parent: Number(words[1]), ownMs: ms(11) + ms(12), endedMs: ms(13) + ms(14) }
  } catch {
    return null
  }
}

/** Milliseconds of processor that one process has taken; null on machines that do not tell. */
export const spentBy = (pid: number): number | null => readProcess(pid)?.ownMs ?? null

/** Null on machines that do not tell. */
function readSpent({ site, database }: Workers): Spent | null {
  const [ours, first] = [readProcess(site), readProcess(database)]
  if (!ours || !first) return null
  const others = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : []))
  const beside = (pid: number) =>
    others.filter(({ parent }) => parent === pid).reduce((sum, { ownMs }) => sum + ownMs, 0)
  return { siteMs: ours.ownMs + beside(site), databaseMs: first.ownMs + first.endedMs + beside(database) }
}

/** Of several turns, each measured by itself. */
export function openCosts() {
  const siteMs: number[] = []
  const databaseMs: number[] = []
  return {
    add(cost: Spent) {
      siteMs.push(cost.siteMs)
      databaseMs.push(cost.databaseMs)
    },
    text: () => costText({ siteMs: median(siteMs), databaseMs: median(databaseMs) }),
  }
}

/** What the work costs: steadier than its pace, where the machine is not ours alone. */
export async function costOf<T extends { calls: number }>(workers: Workers | undefined, work: () => Promise<T>) {
  const before = workers && readSpent(workers)
  const done = await work()
  const after = workers && readSpent(workers)
  const each = (ms: (spent: Spent) => number) => (before && after ? (ms(after) - ms(before)) / done.calls : Number.NaN)
  return { ...done, siteMs: each(({ siteMs }) => siteMs), databaseMs: each(({ databaseMs }) => databaseMs) }
}

export const costText = ({ siteMs, databaseMs }: Spent) =>
  Number.isNaN(siteMs) ? '' : `, ${siteMs.toFixed(3)} ms of site and ${databaseMs.toFixed(3)} ms of database each`
