import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Render } from '@croupier/contract/boot'

/** The real web, as `npm test` builds it. */
export async function builtWeb(): Promise<Render> {
  const file = join(import.meta.dirname, '../../../web/build/server/index.js')
  const { render }: { render: Render } = await import(pathToFileURL(file).href)
  return render
}
