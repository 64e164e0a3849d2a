import type { JobContext } from '../../context.ts'
import type { NewsSource } from '../../ports/public-source.ts'
import { boardVersions } from './board-store.ts'

/** Which boards are another one since the last look, for pages that show them: they ask for what they show. */
export function tournamentNews({ sql }: Pick<JobContext, 'sql'>): NewsSource {
  let known: ReadonlyMap<string, number> | null = null
  return {
    topic: 'tournament',
    async read() {
      const before = known
      const versions = await boardVersions(sql)
      known = versions
      if (!before) return null
      const items = [...versions].flatMap(([id, version]) => (before.get(id) === version ? [] : [{ id, version }]))
      return items.length > 0 ? { items } : null
    },
    skip: () => {
      known = null
    },
  }
}
