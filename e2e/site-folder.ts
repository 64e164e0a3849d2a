import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { copyFolder } from './global-setup.ts'

/**
 * A folder for a site of its own, as a first start left it: that start is made once for the whole run, and costs twice
 * what the next one on its folder does.
 */
export async function siteFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'croupier-site-'))
  const begun = inject('begunDir')
  if (begun) await copyFolder(`${begun}/.`, dir)
  return dir
}
