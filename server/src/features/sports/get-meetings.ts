import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { readHeads } from './book-store.ts'
import { cardOf } from './card-rules.ts'
import { findMeetings, readLastScores } from './results-store.ts'
import { letterOf } from './standings-rules.ts'
import { readFromTables } from './table-book.ts'

export const getMeetings: Operation<'sports.getMeetings'> = async ({ sql, book, locale }, { event: id }) => {
  const [event] = await readHeads(sql, [id])
  if (!event) throw wrongField('EVENT_UNKNOWN', 'event', 'There is no such event')
  const { home, away } = event
  const before = new Date(event.startsMs)
  const [meetings, homeScores, awayScores] = [
    await findMeetings(sql, { home: home.id, away: away.id, before }),
    await readLastScores(sql, { side: home.id, before }),
    await readLastScores(sql, { side: away.id, before }),
  ]
  const { producers } = await book.see()
  const events = await readFromTables(sql, meetings, 'main')
  return {
    meetings: events.map((each) => cardOf(each, { locale, row: 'main', producers })),
    home: homeScores.map(letterOf),
    away: awayScores.map(letterOf),
  }
}
