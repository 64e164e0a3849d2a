/**
 * How the processes of the sandbox are started. Node lets the young part of a heap grow to 64 MB and the old one to
 * twice what is in it, which pays where many are served at once; these do a little, all day.
 */
export const childFlags: readonly string[] = ['--max-semi-space-size=2', '--optimize-for-size']

/**
 * What they hear of the site's environment is where code is kept that an earlier start has compiled. The C library gives
 * each thread a heap of its own, and Node has a dozen threads: two heaps are enough.
 */
export function childEnvironment(): Record<string, string> {
  const { NODE_COMPILE_CACHE } = process.env
  return { MALLOC_ARENA_MAX: '2', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}
