import { pino } from 'pino'
import type { JobContext } from '../context.ts'
import { begin } from '../db/db.ts'
import { openI18n } from '../features/i18n/i18n.ts'
import type { RunningSite } from './command.ts'
import { ownContentDir, withContent } from './site-content.ts'
import { withAnnounce } from './with-announce.ts'

type LetterContext = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'i18n' | 'content' | 'config'>

/** What a command needs beside the database to write to a player: a queue to tell the site, and the texts of letters. */
export const withTexts = <T>(site: RunningSite, work: (ctx: LetterContext) => Promise<T>): Promise<T> =>
  withContent(site, async (content) => {
    const { db, config, contentDir = ownContentDir } = site
    const i18n = await openI18n({ dir: contentDir, content, log: pino({ level: 'silent' }) })
    try {
      return await withAnnounce(db, (announce) =>
        work({ sql: db.sql, begin: (inside) => begin(db, inside), announce, i18n, content, config }),
      )
    } finally {
      await i18n.close()
    }
  })
