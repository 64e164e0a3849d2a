import type { Call } from '@croupier/contract/contract'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { mostEvents, resultDays } from '@croupier/contract/sports'

type Options = { now: number; hasSimulated: boolean }

const dayMs = 86_400_000
const daysAhead = 7
/** A book that is larger has more of them than searchers ever look at. */
const mostPages = 20

/** Pages of sports, leagues and events of the next days and the last ones. Made-up matches only where that is said. */
export async function listSportsPages(call: Call, { now, hasSimulated }: Options): Promise<string[]> {
  const [{ sports }, coming, past] = await Promise.all([
    call('sports.getTree', {}),
    askComing(call, now),
    askPast(call, now),
  ])
  const leagues = sports.flatMap(({ sysname, categories }) =>
    categories.flatMap(({ tournaments }) =>
      tournaments.map(({ id, slug }) => paths.bettingTournament(sysname, id, slug)),
    ),
  )
  const events = [...coming, ...past].filter(({ is_simulated: isSimulated }) => hasSimulated || !isSimulated)
  if (events.length === 0) return []
  return [
    ...[paths.bettingLive(), paths.bettingToday(), paths.bettingSoon(), paths.bettingResults(), paths.bettingRules()],
    ...sports.flatMap(({ sysname }) => [paths.bettingSport(sysname), paths.bettingSportRules(sysname)]),
    ...leagues,
    ...new Set(events.map(paths.bettingEvent)),
  ]
}

async function askComing(call: Call, now: number): Promise<SportsEventCard[]> {
  const found: SportsEventCard[] = []
  for (let page = 0; page < mostPages; page++) {
    const { items, total } = await call('sports.getEvents', { count: mostEvents, offset: page * mostEvents })
    found.push(...items)
    const last = items.at(-1)
    if (!last || found.length >= total || Date.parse(last.starts_at) > now + daysAhead * dayMs) break
  }
  return found.filter(({ starts_at: startsAt }) => Date.parse(startsAt) <= now + daysAhead * dayMs)
}

/** Day by day: that is how results are kept. */
async function askPast(call: Call, now: number): Promise<SportsEventCard[]> {
  const found: SportsEventCard[] = []
  for (let days = 0; days < resultDays; days++) {
    const day = new Date(now - days * dayMs).toISOString().slice(0, 10)
    found.push(...(await call('sports.getResults', { day, count: mostEvents })).items)
  }
  return found
}
