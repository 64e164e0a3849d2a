import type { FeedMessage, JointQuestion, ProofQuestion } from '@croupier/sportsbook/feed'
import { type Fixture, leagueFixtures, sprintFixtures } from '@croupier/sportsbook/world/calendar'
import { makeWorld, type World } from '@croupier/sportsbook/world/roster'
import { eventSeedOf, worldChanceOf } from './chance.ts'
import { isSprint, jointAt, type WorldSource } from './course.ts'
import type { HandAct } from './handled.ts'
import {
  courseAt,
  handleMatch,
  historyOf,
  openMatch,
  type PricingPace,
  type ScriptedMatch,
  watchedPace,
} from './match.ts'
import { worldRef } from './refs.ts'
import { keepTold, type ToldMatch } from './told-match.ts'
import { treeMessages } from './tree.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** How long before its start a match is told of. Sprints are many: some hours of them keep the promised thousand. */
const sprintHorizon = 5 * hourMs
const leagueHorizon = 7 * dayMs
/** A match that was put off begins a day later; none of the others lasts so long. */
const longest = { league: dayMs + 8 * hourMs, sprint: hourMs }
const historyDays = 30

const dayOf = (at: number) => Math.floor(at / dayMs)
const horizonOf = (fixture: Fixture) => (isSprint(fixture) ? sprintHorizon : leagueHorizon)

/** A match that was told of, and when there is more to say of it. */
type Entry = { told: ToldMatch; next: number }

/**
 * What the feed says of a whole world, as a function of its secret and the clock. `since`: up to when the house was told
 * by an earlier simulator; what ended after that is told to the end.
 */
export function openProgramme(
  secret: string,
  { now, since, acts = new Map() }: { now: number; since: number | null; acts?: Map<string, HandAct[]> },
) {
  const source: WorldSource = { secret, chance: worldChanceOf(secret) }
  const world = makeWorld(source.chance)
  const entries = new Map<string, Entry>()
  /** Those whose last word was said lately: it may have been lost. */
  const over = new Map<Fixture, number>()
  const waiting = openWaiting(world, { now, since })
  const fixturesAt = openCalendar(world)
  let pricing: PricingPace = watchedPace

  const isUntold = ({ ref }: Fixture) => !entries.has(ref)
  const isOn = ({ told }: Entry) => told.isOn()

  function introduce(fixture: Fixture, at: number): readonly FeedMessage[] {
    const match = openMatch(source, fixture, acts.get(fixture.ref))
    // It was over before the house heard of this world, or of it.
    const isUnknown = since === null || match.begins > since + horizonOf(fixture)
    if (match.whistle <= at && (isUnknown || match.whistle + hourMs < since)) return []
    const words = match.whole(at)
    if (match.isOver()) over.set(fixture, at)
    else {
      const told = keepTold(source, { match, fixture, words, at }, () => acts.get(fixture.ref))
      entries.set(fixture.ref, { told, next: match.nextAt(pricing) })
    }
    return words
  }

  return {
    tree: () => treeMessages(world),
    /** What has happened up to now in all matches that were told of. */
    tell(at: number): FeedMessage[] {
      const words: FeedMessage[] = []
      for (const [ref, entry] of entries) {
        if (entry.next > at) continue
        words.push(...entry.told.tellUntil(at, pricing))
        const match = entry.told.awake()
        if (match.isOver()) {
          entries.delete(ref)
          over.set(match.fixture, at)
        } else entry.next = match.nextAt(pricing)
      }
      return words
    },
    /** What is played now is told of at once. */
    enterLive: (at: number): FeedMessage[] => waiting.takeBegun(at).flatMap((fixture) => introduce(fixture, at)),
    /** The nearest match that was not told of yet; null where all were. */
    enterNext(at: number): readonly FeedMessage[] | null {
      const fixture = waiting.takeNext(at)
      return fixture ? introduce(fixture, at) : null
    },
    /** Everything as it stands, what is played first; and what ended since the house has heard all. */
    snapshot(at: number, heard: number): FeedMessage[] {
      const ended = [...over]
        .filter(([, when]) => when >= heard)
        .flatMap(([fixture]) => openMatch(source, fixture, acts.get(fixture.ref)).whole(at))
      return [...standingWords([...entries.values()], at, pricing), ...ended]
    },
    /** The house has heard all up to a moment: what ended before it, and an hour ago, is told of no more. */
    forgetOver(heard: number, at: number) {
      for (const [fixture, when] of over) if (when < Math.min(heard, at - hourMs)) over.delete(fixture)
    },
    /** How often prices are made; where they are wanted more often than before all are made at once. */
    setPace(pace: PricingPace, at: number): FeedMessage[] {
      const isOftener = pace.usual < pricing.usual
      pricing = pace
      const live = [...entries.values()].filter(isOn)
      const words = isOftener ? live.flatMap(({ told }) => told.awake().priceNow(at)) : []
      for (const entry of live) entry.next = entry.told.awake().nextAt(pricing)
      return words
    },
    history: (day: number, at: number) => historyWords(source, leagueFixtures(world, day).filter(isUntold), at),
    /** A person makes something happen in a match; null where that cannot be. */
    handle(event: string, act: HandAct): FeedMessage[] | null {
      const entry = [...entries.values()].find(({ told }) => told.event === event)
      const done = entry && handleMatch(source, entry.told.awake(), acts.get(entry.told.fixture.ref) ?? [], act)
      if (!done) return null
      acts.set(done.match.fixture.ref, done.acts)
      entry.told.become(done.match)
      entry.next = done.match.nextAt(pricing)
      return done.words
    },
    /** Of one match at a moment, whether or not this simulator is the one that tells of it. */
    joint({ event, parts }: JointQuestion, at: number) {
      const ref = worldRef(event)
      const fixture = entries.get(ref)?.told.fixture ?? waiting.find(ref, at)
      return fixture ? jointAt(courseAt(source, fixture, acts.get(ref) ?? [], at), at, parts) : 'EVENT'
    },
    proof: (question: ProofQuestion, at: number) => proofOf(source, { fixturesAt, question, acts, at }),
    waiting: () => waiting.count(),
    ended: () => over.size,
    live: () => [...entries.values()].filter(isOn).map(({ told }) => told.awake()),
    /** The nearest ones to come. */
    coming: (count: number) => nearestOf(entries.values(), count),
  }
}

/** All of each match, what is played first; of one that waits it is as it was last told. */
function standingWords(entries: readonly Entry[], at: number, pricing: PricingPace): FeedMessage[] {
  const all = entries.toSorted((one, other) => Number(other.told.isLive()) - Number(one.told.isLive()))
  return all.flatMap((entry) => {
    const words = entry.told.whole(at)
    if (entry.told.isLive()) entry.next = entry.told.awake().nextAt(pricing)
    return words
  })
}

type Sought = {
  fixturesAt: (startsAt: number) => readonly Fixture[]
  question: ProofQuestion
  acts: ReadonlyMap<string, unknown>
  at: number
}

/** What a match was drawn from, once it is over; one that a person had a hand in has no proof. */
function proofOf(source: WorldSource, { fixturesAt, question: { event, starts_at }, acts, at }: Sought) {
  const ref = worldRef(event)
  const fixture = fixturesAt(Date.parse(starts_at)).find((one) => one.ref === ref)
  if (!fixture || acts.has(ref)) return 'EVENT'
  if (openMatch(source, fixture).whistle > at) return 'NOT_NOW'
  return { ref, seed: eventSeedOf(source.secret, ref), model: fixture.model }
}

const mostDays = 4

/** All that begin at this moment, or on its day. A day of leagues is drawn from their seasons: the last ones are kept. */
function openCalendar(world: World): Sought['fixturesAt'] {
  const days = new Map<number, readonly Fixture[]>()
  return (startsAt) => {
    const day = dayOf(startsAt)
    const leagues = days.get(day) ?? leagueFixtures(world, day)
    days.delete(day)
    days.set(day, leagues)
    for (const oldest of days.keys()) if (days.size > mostDays) days.delete(oldest)
    return [...leagues, ...sprintFixtures(world, startsAt / 1_000, startsAt / 1_000 + 1)]
  }
}

const nearestOf = (entries: Iterable<Entry>, count: number): ScriptedMatch[] =>
  [...entries]
    .map(({ told }) => told)
    .filter((told) => !told.isLive())
    .sort((one, other) => one.begins - other.begins)
    .slice(0, count)
    .map((told) => told.awake())

/** Finished matches of leagues: kind by kind, so that the house writes them together. */
function historyWords(source: WorldSource, fixtures: readonly Fixture[], at: number): FeedMessage[] {
  const told = fixtures
    .filter((fixture) => openMatch(source, fixture).whistle + hourMs < at)
    .map((fixture) => historyOf(source, fixture))
  return [0, 1, 2, 3].flatMap((place) => told.flatMap((words) => words[place] ?? []))
}

export const historyDaysOf = (at: number): number[] =>
  Array.from({ length: historyDays + 1 }, (_, place) => dayOf(at) - place)

/** Matches that were not told of yet, by their start. What comes into sight as time goes on is added. */
function openWaiting(world: World, { now, since }: { now: number; since: number | null }) {
  const from = Math.min(now, since ?? now)
  // What lies further back than the house can have been told of is history.
  const limit = (longestMs: number, horizon: number) => [from - longestMs, Math.min(now, from + horizon)] as const
  const [leaguesFrom] = limit(longest.league, leagueHorizon)
  const [sprintsFrom, sprintsKnown] = limit(longest.sprint, sprintHorizon)
  let day = dayOf(leaguesFrom)
  let sprints = sprintsFrom / 1_000
  let list: Fixture[] = []

  function addSprints(until: number) {
    list.push(...sprintFixtures(world, sprints, until))
    sprints = Math.max(sprints, until)
  }

  function look(at: number) {
    const count = list.length
    while (day <= dayOf(at + leagueHorizon)) {
      list.push(...leagueFixtures(world, day))
      day += 1
    }
    // Between what was known long ago and what is played now lies nothing that anyone heard of.
    if (sprints * 1_000 < sprintsKnown) addSprints(Math.ceil(sprintsKnown / 1_000))
    sprints = Math.max(sprints, Math.ceil((now - longest.sprint) / 1_000))
    if ((at + sprintHorizon) / 1_000 - sprints >= 1) addSprints(Math.floor((at + sprintHorizon) / 1_000))
    if (list.length > count) list = list.sort((one, other) => one.startsAt - other.startsAt)
  }

  return {
    /** All that may be played now. */
    takeBegun(at: number): Fixture[] {
      look(at)
      const isOn = (fixture: Fixture) => {
        const ago = at - fixture.startsAt * 1_000
        return ago >= 0 && ago < (isSprint(fixture) ? longest.sprint : longest.league)
      }
      const begun = list.filter(isOn)
      list = list.filter((fixture) => !isOn(fixture))
      return begun
    },
    takeNext(at: number): Fixture | null {
      look(at)
      const [first] = list
      if (!first || first.startsAt * 1_000 > at + horizonOf(first)) return null
      list.shift()
      return first
    },
    find(ref: string, at: number): Fixture | undefined {
      look(at)
      return list.find((fixture) => fixture.ref === ref)
    },
    count: () => list.length,
  }
}
