/**
 * How the processes of the sandbox are started. Node lets the young part of a heap grow to 64 MB, which pays where many
 * are served at once; these do a little, all day.
 */
export const childFlags: readonly string[] = ['--max-semi-space-size=2']

/** The one word of the site's environment that they hear: where code is kept that an earlier start has compiled. */
export function childCompiled(): { NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
}
