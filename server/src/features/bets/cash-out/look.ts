import type { CashOutCause } from '@croupier/contract/bets'
import { parsePick } from '@croupier/sportsbook/pick'
import type { Match } from '@croupier/sportsbook/sports'
import type { Context, Db } from '../../../context.ts'
import type { JointSaid } from '../../../ports/sports-producers.ts'
import { addressKey, type MarketSight, sportsForBets } from '../../sports/sports.ts'
import { type AskedPart, partOf } from '../asked-rules.ts'
import { addressOfPart, playedEvents, sightAt } from '../desk.ts'
import { readWords, type SaidLeg } from '../settle-view.ts'
import { takeNumbers } from '../store.ts'
import { findWaitingCashOuts, type RunningRow } from './cash-out-store.ts'
import { type Joint, needsJoint, partNow, type RunningLeg, type Worth, worthNow } from './worth-rules.ts'

/** The book as rows tell it, locked or not. */
export type Sight = {
  offeredAt: (part: AskedPart) => MarketSight | undefined
  matchOf: (eventId: bigint) => Match | undefined
}

export type Joints = ReadonlyMap<number, Joint>

/** Every leg of a bet with what is said of it and how its market stands. */
export function legsNow({ legs }: RunningRow, said: readonly SaidLeg[], { offeredAt, matchOf }: Sight): RunningLeg[] {
  return legs.map(({ parts, builder }, place) => {
    const own = said.filter(({ leg }) => leg.place === place)
    return {
      price: own[0]?.leg.price ?? 0,
      prices: builder ? (own.find(({ leg }) => leg.subsetPrices !== null)?.leg.subsetPrices ?? []) : null,
      parts: own.map(({ leg, word, state }) => {
        const offered = offeredAt(partOf(parts[Math.max(0, leg.part - 1)]?.pick ?? ''))
        const match = offered && matchOf(offered.eventId)
        return {
          ...{ part: leg.part, marketId: leg.marketId, result: word.result, revision: word.revision },
          now: partNow(offered, leg.outcome, { match, state }),
        }
      }),
    }
  })
}

/** Where a bet waits for something, its worth is no matter. */
export function worthOfRow(
  row: RunningRow,
  legs: readonly RunningLeg[],
  { joints, isWaiting }: { joints: Joints; isWaiting: boolean },
): Worth {
  if (row.state === 'pending' || isWaiting) return { cause: 'PENDING' }
  return worthNow(row, legs, joints)
}

const partsOfRow = ({ legs }: RunningRow) => legs.flatMap(({ parts }) => parts.map(({ pick }) => partOf(pick)))

export type Looked = { row: RunningRow; legs: RunningLeg[]; worth: Worth }
type Asking = { sql: Db } & Pick<Context, 'producers'>

/** Without a lock and with a fixed number of questions, however many bets: for showing, and to find what is worth a try. */
export async function lookAt({ sql, producers }: Asking, rows: readonly RunningRow[]) {
  const addresses = new Map(
    rows
      .flatMap(partsOfRow)
      .flatMap((part) => addressOfPart(part) ?? [])
      .map((each) => [addressKey(each), each]),
  )
  const [{ nowMs }, said, waiting, sights] = await Promise.all([
    takeNumbers(sql, 0),
    readWords(sql, rows),
    findWaitingCashOuts(
      sql,
      rows.map(({ id }) => id),
    ),
    sportsForBets.seeMarkets(sql, [...addresses.values()]),
  ])
  const matches = await sportsForBets.matchesOf(sql, playedEvents(sights))
  const sight = { offeredAt: sightAt(sights), matchOf: (eventId: bigint) => matches.get(eventId) }
  const looked = await Promise.all(
    rows.map(async (row): Promise<Looked> => {
      const legs = legsNow(row, said.get(row.id) ?? [], sight)
      const joints = await askJoints({ sql, producers }, row, legs)
      return { row, legs, worth: worthOfRow(row, legs, { joints, isWaiting: waiting.has(row.id) }) }
    }),
  )
  return { nowMs, looked }
}

/** Before a transaction: a producer is never waited for with locks in hand. What was told is held against the book there. */
export async function jointsFor(asking: Asking, row: RunningRow): Promise<Joints> {
  if (!row.legs.some(({ builder }) => builder)) return new Map()
  const { sql } = asking
  const said = (await readWords(sql, [row])).get(row.id) ?? []
  return askJoints(asking, row, legsNow(row, said, { offeredAt: () => undefined, matchOf: () => undefined }))
}

const silent: Record<Extract<JointSaid, string>, CashOutCause> = {
  NOT_NOW: 'SUSPENDED',
  PART: 'MARKET_CLOSED',
  NO_ANSWER: 'FEED_STALE',
}

async function askJoints({ sql, producers }: Asking, row: RunningRow, legs: readonly RunningLeg[]): Promise<Joints> {
  const joints = new Map<number, Joint>()
  const wanted = legs.flatMap((leg, place) => (needsJoint(leg) ? [{ leg, place }] : []))
  for (const { leg, place } of wanted) {
    const open = (row.legs[place]?.parts ?? []).filter((_, at) => leg.parts[at]?.result === null)
    const addresses = open.flatMap(({ pick }) => parsePick(pick) ?? [])
    const [source] = await sportsForBets.sourcesOf(sql, [BigInt(addresses[0]?.event ?? 0)])
    if (!source) continue
    const parts = addresses.map(({ type, period, line, outcome }) => ({ type, period, line, outcome }))
    const told = await producers.joint(source.producer, { event: source.ref, parts })
    const answer =
      typeof told === 'string' ? { cause: silent[told] } : { chance: told.chances.at(-1) ?? 0, facts: told.facts }
    joints.set(place, answer)
  }
  return joints
}
