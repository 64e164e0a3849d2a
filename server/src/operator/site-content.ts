import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { openContent } from '../features/content/content.ts'
import type { Content } from '../ports/content.ts'
import type { RunningSite } from './command.ts'

export const ownContentDir = resolve(import.meta.dirname, '../../../content')

/** The content as the site reads it, for one command. */
export async function withContent<T>(
  { config, contentDir = ownContentDir }: Pick<RunningSite, 'config' | 'contentDir'>,
  work: (content: Content) => Promise<T>,
): Promise<T> {
  const content = await openContent({
    dir: contentDir,
    url: config.contentUrl,
    token: config.contentToken,
    cacheDir: join(config.dataDir, 'cache', 'content'),
    host: new URL(config.origin).host,
    log: pino({ level: 'silent' }),
  })
  try {
    return await work(content)
  } finally {
    await content.close()
  }
}
