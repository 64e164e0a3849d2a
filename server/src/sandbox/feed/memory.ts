import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type HandAct, handAct } from './handled.ts'

const days = z.object({ days: z.array(z.int()) })
const handled = z.record(z.string(), z.array(handAct))
/** Matches that were handled longer ago are over, and told of no more. */
const keptMs = 3 * 86_400_000

export type Memory = ReturnType<typeof openSimulatorMemory>

/** The little that a simulator keeps in files: all else follows from the secret of its world and the clock. */
export function openSimulatorMemory(dir: string) {
  mkdirSync(dir, { recursive: true })
  const read = (name: string): string | null => {
    try {
      return readFileSync(join(dir, name), 'utf8')
    } catch {
      return null
    }
  }
  /** A file is there whole or as it was before, whenever the process ends. */
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, `${name}.new`), text, { flush: true })
    renameSync(join(dir, `${name}.new`), join(dir, name))
  }
  const numberIn = (name: string) => {
    const number = Number(read(name) ?? Number.NaN)
    return Number.isSafeInteger(number) && number > 0 ? number : null
  }
  const historyIn = () => {
    try {
      return new Set(days.parse(JSON.parse(read('history') ?? '')).days)
    } catch {
      return new Set<number>()
    }
  }
  const actsIn = (): Map<string, HandAct[]> => {
    try {
      return new Map(Object.entries(handled.parse(JSON.parse(read('handled') ?? ''))))
    } catch {
      return new Map()
    }
  }
  const history = historyIn()
  return {
    /** Written before it is used: a number is never told twice with another content. */
    nextEpoch(): number {
      const next = Math.max((numberIn('epoch') ?? 0) + 1, Date.now())
      write('epoch', String(next))
      return next
    },
    toldUntil: () => numberIn('told-until'),
    keepToldUntil: (at: number) => write('told-until', String(Math.floor(at))),
    /** What people made happen, by the ref of the match. */
    acts: actsIn,
    keepActs(acts: ReadonlyMap<string, readonly HandAct[]>) {
      const last = Math.max(...[...acts.values()].flat().map(({ at }) => at))
      const young = [...acts].filter(([, list]) => list.some(({ at }) => at > last - keptMs))
      write('handled', JSON.stringify(Object.fromEntries(young)))
    },
    hasHistory: (day: number) => history.has(day),
    keepHistory(day: number) {
      history.add(day)
      write('history', JSON.stringify({ days: [...history].sort((one, other) => one - other).slice(-60) }))
    },
  }
}
