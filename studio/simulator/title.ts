import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const games = join(import.meta.dirname, '../games')

/**
 * What the simulator asks of a title besides its maths. `math.ts` (or `strategy.ts` beside it) may export:
 * - `exactRtp()`: what comes back of one unit staked, by enumeration, as a fraction: 0.973;
 * - `opening`: the choice that opens a round; `{}` where there is none;
 * - `strategy(view)`: the next choice while a round waits for one.
 */
export type Habits = {
  exactRtp: (() => number) | null
  opening: unknown
  strategy: (view: unknown) => unknown
}

export async function habitsOf(sysname: string): Promise<Habits> {
  const given: Record<string, unknown> = {}
  for (const file of ['math.ts', 'strategy.ts']) {
    const path = join(games, sysname, file)
    if (existsSync(path)) Object.assign(given, await import(/* @vite-ignore */ pathToFileURL(path).href))
  }
  const { exactRtp, opening, strategy } = given
  return {
    exactRtp: typeof exactRtp === 'function' ? () => Number(exactRtp()) : null,
    opening: opening ?? {},
    strategy: (view) => {
      if (typeof strategy !== 'function') throw new Error(`${sysname} waits for a choice and exports no strategy`)
      return strategy(view)
    },
  }
}

/** The rules of a title: its maths and every file that they take values from. Types and comments decide nothing. */
function rulesOf(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen
  seen.add(path)
  const imports = readFileSync(path, 'utf8').matchAll(/^(?:import|export) (?!type\b)[^'";]*from '(\.[^']+\.ts)'/gm)
  for (const [, target = ''] of imports) rulesOf(join(dirname(path), target), seen)
  return seen
}

export function mathsHash(sysname: string): string {
  const files = [...rulesOf(join(games, sysname, 'math.ts'))].sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    hash.update(code.replaceAll(/\s+/g, ' '))
  }
  return hash.digest('hex')
}

export type Report = {
  version: string
  method: 'exact' | 'simulation'
  /** Percent of what is staked that comes back, exact where the method is. */
  rtp: number
  /** What the simulation gave, over so many rounds, with its standard error; in percent. */
  simulated_rtp: number
  rounds: number
  standard_error: number
  /** Percent of rounds that pay anything. */
  hit_rate: number
  /** The most that one of these rounds paid, in opening stakes. */
  max_multiple: number
  maths_hash: string
}

export const reportPath = (sysname: string) => join(games, sysname, 'rtp.json')
