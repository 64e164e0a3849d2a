import type { Operation } from '../../context.ts'
import { wireCompetitor } from './card-rules.ts'
import { readPlayed } from './results-store.ts'
import { standingsOf } from './standings-rules.ts'

export const getStandings: Operation<'sports.getStandings'> = async ({ sql, locale }, { tournament }) => {
  const items = standingsOf(await readPlayed(sql, tournament)).map(({ competitor, ...line }, at) => ({
    ...line,
    place: at + 1,
    competitor: wireCompetitor(competitor, locale),
  }))
  return { items, total: items.length, offset: 0, limit: items.length }
}
