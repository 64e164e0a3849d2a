import type { JobContext } from '../../context.ts'
import type { NewsSource } from '../../ports/public-source.ts'
import { newWinners } from './get-winners.ts'

const mostWinners = 10

/** Wins since the last look. */
export function winnerNews({ sql, content, i18n }: Pick<JobContext, 'sql' | 'content' | 'i18n'>): NewsSource {
  let since = new Date()
  return {
    topic: 'winners',
    async read() {
      const { defaultLocale: locale } = await i18n.locales()
      const items = await newWinners({ sql, content, locale }, since, mostWinners)
      const last = items.at(-1)
      if (!last) return null
      since = new Date(last.at)
      return { items }
    },
    skip: () => {
      since = new Date()
    },
  }
}
