import type { Context, JobContext } from '../../context.ts'
import type { NewsSource } from '../../ports/public-source.ts'
import { readWinsPlace } from '../rounds/rounds.ts'
import { newWinners } from './get-winners.ts'

const mostWinners = 10

type NewsContext = Pick<JobContext, 'sql' | 'content' | 'config' | 'i18n'> & Pick<Context, 'catalogue'>

/** Wins since the last look: each is told once, also one whose transaction takes its time. */
export function winnerNews({ sql, content, catalogue, config, i18n }: NewsContext): NewsSource {
  let after: Date | string = new Date()
  /** Told since that place, and still to be found after it. */
  let told = new Set<string>()
  return {
    topic: 'winners',
    async read() {
      const { defaultLocale: locale, locales } = await i18n.locales()
      const asking = { sql, content, catalogue, config, locale, locales: locales.map(({ code }) => code) }
      // Read before the wins: what is committed in between is found twice and told once.
      const place = await readWinsPlace(sql)
      const most = mostWinners + told.size
      const found = await newWinners(asking, after, most)
      const items = found.filter(({ id }) => !told.has(id)).slice(0, mostWinners)
      if (found.length < most) {
        after = place
        told = new Set(found.map(({ id }) => id))
      } else for (const { id } of items) told.add(id)
      return items.length > 0 ? { items } : null
    },
    skip: () => {
      after = new Date()
      told = new Set()
    },
  }
}
