import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Figure } from './figures.ts'

const root = resolve(import.meta.dirname, '..')

/** The tests of the money once more, with the counts of a release: they read how often from PROVE_ROUNDS. */
export async function suites(rounds: number, paths: readonly string[]): Promise<Figure> {
  const child = spawn(
    join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', 'server', '--testTimeout', '900000', ...paths],
    { cwd: root, env: { ...process.env, PROVE_ROUNDS: String(rounds) }, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const code = await new Promise<number | null>((ended) => child.once('exit', ended))
  return {
    name: 'M1, M2, M4, M5, M7 to M9, M11, M13 to M15: tests with the counts of a release',
    tried: `PROVE_ROUNDS=${rounds}, ${paths.join(' ')}`,
    found: code === 0 ? 'all passed' : `ended with ${code}`,
    isKept: code === 0,
  }
}
