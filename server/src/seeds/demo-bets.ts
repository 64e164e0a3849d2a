import { setTimeout as sleep } from 'node:timers/promises'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import { lost, type Result, voided, won } from '@croupier/sportsbook/result'
import { isSport, outcomesOf } from '@croupier/sportsbook/sports'
import type { Context, Db } from '../context.ts'
import { begin, type Database } from '../db/db.ts'
import { findByLogin } from '../features/account/account.ts'
import { isDemo } from '../features/auth/auth.ts'
import { betsHouse, settlingHouse } from '../features/bets/bets.ts'
import type { BookEvent, BookMarket, EventHead } from '../ports/sports-book.ts'

type Parts = Pick<Context, 'bets' | 'book' | 'producers' | 'announce' | 'keys' | 'config' | 'log'> & { db: Database }

const login = 'alice@example.com'
/** Matches of the demo are told within a minute of the first start. */
const mostLooks = 60
const pauseMs = 2_000

type Offer = { event: BookEvent; market: BookMarket }
type Found = { coming: Offer[]; sprint: Offer | null }

/**
 * Bets of the demo player on simulated matches, by what every player and operator does: taken at the prices of now,
 * decided by results, rulings and a cash-out. Each is made once, and one that was left in the middle is gone on with.
 */
export async function addDemoBets(parts: Parts, isClosing: () => boolean): Promise<void> {
  const { db, log } = parts
  const playerId = (await findByLogin(db.sql, login))?.playerId
  if (playerId === undefined || !(await isDemo(db.sql, playerId)) || (await isComplete(db.sql, playerId))) return
  for (let looks = 0; looks < mostLooks && !isClosing(); looks++) {
    const found = await findOffers(parts)
    if (found) return await makeAll({ ...parts, playerId }, found)
    await sleep(pauseMs, undefined, { ref: false })
  }
  log.warn('there was no match for the bets of the demo')
}

const keyOf = (name: string) => `demo-bet-${name}`
const ruled = ['void', 'corrected', 'cashed'] as const

/** Nothing of it is left to be done. */
async function isComplete(db: Db, playerId: bigint): Promise<boolean> {
  const bets = await Promise.all(ruled.map((name) => betsHouse.readByKey(db, playerId, keyOf(name))))
  return bets.every((bet) => bet !== undefined && bet.state !== 'open')
}

const mostRead = 40
/** They can still be opened, and still be cashed out, for a while. */
const leastAheadMs = 3_600_000
const wanted = 5
const isSprint = ({ format }: EventHead) => Number(format.pace ?? 1) > 1

/** Null while too little is told. */
async function findOffers({ book }: Pick<Parts, 'book'>): Promise<Found | null> {
  book.noteWatched()
  const { listed, read, nowMs } = await book.see()
  const open = listed.filter(({ state }) => state === 'open')
  const late = open.filter(({ startsMs }) => startsMs - nowMs > leastAheadMs)
  const matches = [...late.filter((event) => !isSprint(event)), ...late.filter(isSprint)]
  const soon = open.filter(
    (event) => isSprint(event) && event.startsMs - nowMs > 30_000 && event.tournament.sport.sysname === 'football',
  )
  const offersOf = async (heads: readonly EventHead[], types: readonly string[]) =>
    (await read(heads.slice(0, mostRead).map(({ id }) => id))).flatMap((event) => offerOf(event, types) ?? [])
  const coming = await offersOf(matches, ['result', 'winner'])
  const [sprint = null] = await offersOf(soon, ['total'])
  return coming.length < wanted ? null : { coming, sprint }
}

/** The first market of these types that is for sale with all that it asks; of lines one that leaves no stake over. */
function offerOf(event: BookEvent, types: readonly string[]): Offer | null {
  const market = event.markets.find(
    ({ type, state, line, prices }) =>
      types.includes(type) &&
      state === 'open' &&
      (line === null || line.endsWith('.5')) &&
      prices.every((price) => price > 1_000),
  )
  return market ? { event, market } : null
}

/** An outcome by its place in its market. */
function pickOf({ event, market: { type, period, line, prices, version } }: Offer, at: number) {
  const { sysname } = event.tournament.sport
  const outcome = (isSport(sysname) ? outcomesOf(sysname, { type, period, line }) : null)?.[at] ?? ''
  return { pick: [event.id, type, period, line ?? '-', outcome].join('/'), price: prices[at] ?? 0, version }
}

const betOf = (name: string, stake: string, picks: AskedBet['picks']): AskedBet => ({
  ...{ key: keyOf(name), kind: picks.length === 1 ? 'single' : 'multiple', sizes: [picks.length], bankers: [] },
  ...{ stake, currency: 'EUR', mode: 'real', policy: 'any', picks },
})

type Desk = Parts & { playerId: bigint }

async function makeAll(desk: Desk, { coming, sprint }: Found): Promise<void> {
  const home = (at: number) => coming.slice(at, at + 1).map((offer) => pickOf(offer, 0))
  await made(desk, betOf('open', '10.00', home(0)))
  await made(desk, betOf('treble', '5.00', [0, 1, 2].flatMap(home)))
  // Of two sides one wins and one loses, within a quarter of an hour.
  if (sprint) {
    await made(desk, betOf('over', '4.00', [pickOf(sprint, 0)]))
    await made(desk, betOf('under', '4.00', [pickOf(sprint, 1)]))
  }
  const revoked = await made(desk, betOf('void', '6.00', home(3)))
  if (revoked?.state === 'open')
    await rule(desk, revoked.id, voided, 'Shown in the demo: taken at a price that was plainly wrong')
  await makeCorrected(desk, betOf('corrected', '5.00', home(4)))
  const cashed = await made(desk, betOf('cashed', '8.00', home(1)))
  if (cashed?.state === 'open')
    await betsHouse.cashOutNow(
      { ...house(desk), producers: desk.producers },
      { id: cashed.id, playerId: desk.playerId },
    )
}

/** Lost by a mistake, and put right. */
async function makeCorrected(desk: Desk, bet: AskedBet): Promise<void> {
  const before = await made(desk, bet)
  if (before?.state === 'open') await rule(desk, before.id, lost, 'Shown in the demo: decided by hand, wrongly')
  const after = await made(desk, bet)
  if (after?.state === 'settled' && after.returned === 0n)
    await rule(desk, after.id, won, 'Shown in the demo: put right by hand')
}

const house = ({ db, announce, config, keys }: Desk) => ({
  ...{ sql: db.sql, announce, config, keys },
  begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work),
})

/** As it stands, taken now where it was not before; nothing where the house says no. */
async function made({ db, bets, playerId, log }: Desk, bet: AskedBet) {
  const known = await betsHouse.readByKey(db.sql, playerId, bet.key)
  if (known) return known
  try {
    await bets.place({ playerId, sessionId: 0n, bet })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.debug({ reason: error.reason }, 'a bet of the demo was not taken')
  }
  return betsHouse.readByKey(db.sql, playerId, bet.key)
}

const rule = (desk: Desk, betId: bigint, result: Result, reason: string) =>
  settlingHouse.rule(house(desk), { betId, place: 0, part: 0, result, reason, actor: 'operator' })
