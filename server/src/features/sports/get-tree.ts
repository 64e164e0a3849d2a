import type { Operation } from '../../context.ts'
import type { EventHead, Names } from '../../ports/sports-book.ts'
import { isLive, nameOf, wireTournament } from './card-rules.ts'
import { isInView } from './list-rules.ts'

export const getTree: Operation<'sports.getTree'> = async ({ book, locale }) => {
  const { seq, nowMs, listed } = await book.see()
  const sports = grouped(listed, ({ tournament }) => tournament.sport.sysname).map((ofSport) => ({
    ...{ head: ofSport[0].tournament.sport, ...counted(ofSport) },
    categories: grouped(ofSport, ({ tournament }) => tournament.category.id).map((ofCategory) => ({
      head: ofCategory[0].tournament.category,
      tournaments: grouped(ofCategory, ({ tournament }) => tournament.id).map((own) => ({
        ...{ head: own[0].tournament, ...counted(own) },
      })),
    })),
  }))
  const ordered = <Row extends { head: { names: Names; position: number } }>(rows: readonly Row[]) =>
    rows.toSorted(
      ({ head: one }, { head: other }) =>
        one.position - other.position || nameOf(one.names, locale).localeCompare(nameOf(other.names, locale), locale),
    )
  return {
    seq,
    live: listed.filter(isLive).length,
    today: listed.filter((event) => isInView(event, 'today', nowMs)).length,
    sports: ordered(sports).map(({ head, live, coming, categories }) => ({
      ...{ sysname: head.sysname, name: nameOf(head.names, locale), live, coming },
      categories: ordered(categories).map((category) => ({
        ...{ id: category.head.id, name: nameOf(category.head.names, locale) },
        tournaments: ordered(category.tournaments).map((each) => ({
          ...wireTournament(each.head, locale),
          ...{ live: each.live, coming: each.coming },
        })),
      })),
    })),
  }
}

type Some = readonly [EventHead, ...EventHead[]]

const grouped = (events: readonly EventHead[], key: (event: EventHead) => unknown): Some[] =>
  [...Map.groupBy(events, key).values()].flatMap(([first, ...rest]): Some[] => (first ? [[first, ...rest]] : []))

function counted(events: readonly EventHead[]) {
  const live = events.filter(isLive).length
  return { live, coming: events.length - live }
}
