import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The command line of a living process; undefined when it is gone, or dead and not yet buried. */
export function commandOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'args=')
  return read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') || undefined
}

/** When a living process began. Together with its number it names one process for ever. */
export function birthOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'lstart=')
  // The name in brackets may hold anything; the state is the first field after it, the start the twentieth.
  const fields = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function ps(pid: number, format: string) {
  try {
    return execFileSync('ps', ['-o', format, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
