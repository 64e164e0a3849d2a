import { areJointChances } from '../../sportsbook/src/builder.ts'
import { type JointQuestion, jointAnswer } from '../../sportsbook/src/feed.ts'
import { isSport, mayBuild, outcomesOf } from '../../sportsbook/src/sports.ts'
import type { House } from './house.ts'
import { signed } from './reference.ts'
import type { ScenarioResult } from './run.ts'

/** What a producer said to `POST {url}/joint`, and how long it took. */
export type JointHeard = { status: number; text: string; ms: number }
/** Null where no answer came. */
export type JointAsk = (question: JointQuestion, secret: string) => Promise<JointHeard | null>

const mostMs = 300
/**
 * So far apart the chance of a part and that of its market may be, as a share and in ppb. While a match is played both
 * move with its clock, in a sprint ten times as fast, and a price is told only when it moves by a step.
 */
const leeways = { before: { share: 0.03, least: 2_000_000 }, live: { share: 0.25, least: 40_000_000 } } as const
/** So many matches are asked about, those that are played first. */
const mostMatches = 12
const mostParts = 3

export const askOver =
  (url: string, producer: string): JointAsk =>
  async (question, secret) => {
    const body = Buffer.from(JSON.stringify(question))
    const begun = performance.now()
    try {
      const answer = await fetch(`${url}/joint`, {
        method: 'POST',
        headers: signed(producer, secret, Date.now(), body),
        body,
        signal: AbortSignal.timeout(10 * mostMs),
      })
      return { status: answer.status, text: await answer.text(), ms: performance.now() - begun }
    } catch {
      return null
    }
  }

type Asked = { question: JointQuestion; wins: readonly number[]; facts: number; isLive: boolean }

/** Parts of each match that has some for sale, an outcome of different markets each. */
function questionsOf({ book }: House): Asked[] {
  const asked = [...book.events.values()].flatMap((told): Asked[] => {
    const { sport, ref, state, facts } = told
    if (!isSport(sport) || !told.isSelling) return []
    const parts = [...told.open.values()].flatMap((market) => {
      const { type, period, line, prices, wins } = market
      const at = prices.findIndex((price) => price > 0)
      const outcome = outcomesOf(sport, market)?.[at]
      return outcome && mayBuild(sport, market) ? [{ part: { type, period, line, outcome }, win: wins[at] ?? 0 }] : []
    })
    const chosen = parts.slice(0, mostParts)
    if (chosen.length < 2) return []
    const question = { event: ref, parts: chosen.map(({ part }) => part) }
    const wins = chosen.map(({ win }) => win)
    return [{ question, wins, facts: Math.max(0, ...facts.keys()), isLive: state === 'live' }]
  })
  return asked.sort((one, other) => Number(other.isLive) - Number(one.isLive)).slice(0, mostMatches)
}

/** What is wrong with an answer; null where it says no by the rules. */
function judge({ question, wins, facts, isLive }: Asked, { status, text, ms }: JointHeard): string[] | null {
  if (status === 409 || status === 422) return null
  if (status !== 200) return [`${question.event}: ${status}`]
  const why: string[] = []
  if (ms > mostMs) why.push(`${question.event}: ${Math.round(ms)} ms`)
  const said = jointAnswer.safeParse(parsed(text))
  if (!said.success)
    return [...why, `${question.event}: ${said.error.issues[0]?.message ?? 'no answer of the protocol'}`]
  if (!areJointChances(said.data.chances, question.parts.length))
    return [
      ...why,
      `${question.event}: chances that cannot be: a set is likelier than a part of it, or some are missing`,
    ]
  if (said.data.facts < facts) why.push(`${question.event}: counts with fact ${said.data.facts}, ${facts} was told`)
  if (said.data.facts !== facts) return why
  const leeway = leeways[isLive ? 'live' : 'before']
  const apart = wins.findIndex((win, place) => {
    const chance = said.data.chances[1 << place] ?? 0
    return Math.abs(chance - win) > Math.max(leeway.least, win * leeway.share)
  })
  if (apart >= 0) why.push(`${question.event}: ${question.parts[apart]?.type} has another chance than its market`)
  return why
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const result = (name: string, why: readonly string[] | null, skipped: string): ScenarioResult =>
  why === null
    ? { name, state: 'skipped', why: [skipped] }
    : { name, state: why.length > 0 ? 'failed' : 'passed', why: [...why] }

/** Builders, for a producer that offers them: asked as the house asks, after all scenarios. */
export async function checkJoint(house: House, ask: JointAsk): Promise<ScenarioResult[]> {
  const why: string[] = []
  let priced = 0
  for (const asked of questionsOf(house)) {
    const heard = await ask(asked.question, house.secret)
    const found = heard ? judge(asked, heard) : [`${asked.question.event}: no answer`]
    if (found !== null) priced += 1
    why.push(...(found ?? []))
  }
  const [any] = questionsOf(house)
  const none = 'nothing is for sale that could be a builder'
  const stranger = any && (await ask({ ...any.question, event: 'no-such-event' }, house.secret))
  const forged = any && (await ask(any.question, `${house.secret}-of-another`))
  const isStatus = (heard: JointHeard | null, wanted: readonly number[]) =>
    wanted.includes(heard?.status ?? 0) ? [] : [`${wanted.join(' or ')} was wanted, ${heard?.status ?? 'nothing'} came`]
  return [
    result('a builder: the chance of every set of parts, in time', priced > 0 ? why : null, none),
    result('a builder: an event that was never told', stranger === undefined ? null : isStatus(stranger, [404]), none),
    result('a builder: the signature is wrong', forged === undefined ? null : isStatus(forged, [401, 403]), none),
  ]
}
