import type { SportsEventCard } from '@croupier/contract/methods/sports'

export type League = { id: number; events: SportsEventCard[] }

/** Events under their leagues, both in the order in which they came. */
export function leaguesOf(events: readonly SportsEventCard[]): League[] {
  const leagues = new Map<number, League>()
  for (const event of events) {
    const { id } = event.tournament
    const league = leagues.get(id) ?? { id, events: [] }
    league.events.push(event)
    leagues.set(id, league)
  }
  return [...leagues.values()]
}

/**
 * What was loaded anew, in the order that is shown: nothing moves under a pointer. New events come in before the
 * others of their league; what is not there any more leaves.
 */
export function inShownOrder(
  shown: readonly SportsEventCard[],
  fresh: readonly SportsEventCard[],
): readonly SportsEventCard[] {
  const byId = new Map(fresh.map((event) => [event.id, event]))
  const known = new Set(shown.map(({ id }) => id))
  const kept = shown.flatMap(({ id }) => byId.get(id) ?? [])
  const added = fresh.filter(({ id }) => !known.has(id))
  const order = [...new Set([...kept, ...added].map(({ tournament }) => tournament.id))]
  const place = (event: SportsEventCard) => order.indexOf(event.tournament.id)
  return [...added, ...kept].sort((one, other) => place(one) - place(other))
}

/** Whether both are the same day of the calendar, or the next one; null when it is further. */
export function nearDay(moment: Date, now: Date): 'today' | 'tomorrow' | null {
  const midnight = (date: Date, plus = 0) =>
    new Date(date.getFullYear(), date.getMonth(), date.getDate() + plus).getTime()
  const day = midnight(moment)
  if (day === midnight(now)) return 'today'
  return day === midnight(now, 1) ? 'tomorrow' : null
}

/** Whether play has begun and not ended: its row shows score and clock. */
export const isInPlay = ({ state }: Pick<SportsEventCard, 'state'>): boolean =>
  state === 'live' || state === 'interrupted'

export const hasEnded = ({ state }: Pick<SportsEventCard, 'state'>): boolean =>
  state === 'ended' || state === 'closed' || state === 'abandoned' || state === 'cancelled'

/** `1`, `X`, `2` above the columns of a list; other outcomes have their names. */
export const shortOutcomes: Readonly<Record<string, string>> = { '1': '1', x: 'X', '2': '2' }

/** The number at the beginning of `17-premier-division`. */
export function idOf(word: string | undefined): number | null {
  const [, id] = /^([1-9]\d{0,14})(?:-|$)/.exec(word ?? '') ?? []
  return id ? Number(id) : null
}
