import { setTimeout as sleep } from 'node:timers/promises'
import { printPick } from '@croupier/sportsbook/pick'
import { parseConfig } from '../server/src/config.ts'
import type { Database } from '../server/src/db/db.ts'
import { createSession, sessionLife } from '../server/src/features/auth/auth.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { loadSecrets } from '../server/src/secrets.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { everything, stopOf } from './book-world.ts'
import { median, type Row } from './figures.ts'
import { findPgbench, openPgbench } from './pgbench.ts'
import { costOf, costText, openCosts, type Workers } from './processor.ts'
import { openProducer, type Producer } from './producer.ts'
import { openStatements } from './statements.ts'
import { type Ask, openLoad } from './wallet.ts'
import { addGamblers, type Gambler, openWorld } from './wallet-world.ts'

const players = 4_000
const turns = 3
const turnSeconds = 5
const stops = 20
const legsOfQuote = 8
const bars = { ratio: 1, p99Ms: 150, quotes: 3_000, stopMs: 50 }

const perSecond = (value: number) => `${Math.round(value)}/s`
/** By hand: the load replaces the key in the text that it was given. */
const formOf = (bet: object) => `bets=${encodeURIComponent(JSON.stringify([{ key: 'KEY', ...bet }]))}`

/** Bets of players who are signed in, through the API, against PostgreSQL's own yardstick on the same server. */
export async function betRows(site: BenchSite): Promise<Row[]> {
  const { siteUrl, databaseUrl, dir, workers } = site
  const db = openWorld(databaseUrl)
  const { producer, gamblers, markets, stop } = await openBetting(site, db, players)
  try {
    const load = openLoad(siteUrl, dir)
    const rows = [
      ...(await speed(load, { db, gamblers, databaseUrl, dir, markets, workers })),
      await quoteRow(load, { gamblers, markets, workers }),
      await stopRow(load, { db, gamblers, markets, producer }),
    ]
    const { faults } = await verifyLedger(db.sql, { dir })
    if (faults.length > 0) throw new Error(`the ledger is wrong after the load: ${JSON.stringify(faults)}`)
    return rows
  } finally {
    stop()
    await db.close()
  }
}

/** A book that is for sale, and players who are signed in. */
export async function openBetting({ siteUrl, databaseUrl, dir }: BenchSite, db: Database, many: number) {
  const producer = openProducer({ siteUrl, databaseUrl, dir }, 3)
  await producer.tell(everything())
  const beating = setInterval(() => producer.tell([{ kind: 'alive' }]).catch(() => undefined), 2_000)
  const gamblers = await addSignedIn(db, dir, many)
  await db.pool.query('vacuum analyze account_player, wallet_purse, auth_session')
  const markets = await readMarkets(db)
  const [market] = markets
  if (!market) throw new Error('nothing is for sale')
  const [single, quote] = [singleOn(market), quoteOn(markets)]
  return { producer, gamblers, markets, single, quote, stop: () => clearInterval(beating) }
}

/** Their cookies stand where the tokens of launched games would. */
export async function addSignedIn(db: Database, dir: string, many: number): Promise<Gambler[]> {
  const config = parseConfig({ DATA_DIR: dir })
  const { sessionPepper } = loadSecrets(config.secretsDir, config)
  const opening = { lifeSeconds: sessionLife.short, userAgent: 'bench', address: '127.0.0.1' }
  const signedIn: Gambler[] = []
  for (const { playerId } of await addGamblers(db, many, 'better')) {
    const token = await createSession(db.sql, sessionPepper, { playerId: BigInt(playerId), ...opening })
    signedIn.push({ playerId, token: `sid=${token}` })
  }
  return signedIn
}

type ForSale = { id: bigint; pick: { pick: string; price: number; version: number }; ref: string }

/** The result of every match that has not begun. */
async function readMarkets(db: Database): Promise<ForSale[]> {
  const { rows } = await db.pool.query(
    `select market.id, market.event_id::text as event, market.prices[1] as price, market.version, event.ref
    from sports_market as market join sports_event as event on event.id = market.event_id
    where market.type = 'result' and market.period = 'ft' and event.state = 'open' and event.starts_at > now()
    order by market.id`,
  )
  return rows.map(({ id, event, price, version, ref }) => ({
    ...{ id, ref },
    pick: { pick: printPick({ event, type: 'result', period: 'ft', line: null, outcome: '1' }), price, version },
  }))
}

const singleOn = ({ pick }: ForSale) => ({
  method: 'bets.place',
  body: formOf({ kind: 'single', sizes: [1], stake: '0.50', currency: 'EUR', policy: 'any', picks: [pick] }),
})

const quoteOn = (markets: readonly ForSale[]) => {
  const picks = markets.slice(0, legsOfQuote).map(({ pick }) => pick)
  return {
    method: 'bets.quote',
    body: formOf({ kind: 'system', sizes: [2, 3], stake: '10.00', currency: 'EUR', picks }),
  }
}

type Asked = { gamblers: Gambler[]; markets: readonly ForSale[]; workers?: Workers }
type Held = Asked & { db: Database; databaseUrl: string; dir: string }

async function speed(load: Ask, { db, gamblers, databaseUrl, dir, markets, workers }: Held): Promise<Row[]> {
  const [market] = markets
  if (!market) throw new Error('nothing is for sale')
  const form = singleOn(market)
  // Until every player has bet once: first purses are another story.
  await load({ gamblers, seconds: 8, form })
  const path = await findPgbench()
  const pgbench = path ? await openPgbench(path, databaseUrl) : null
  const found: { ours: number[]; reference: number[] } = { ours: [], reference: [] }
  const costs = openCosts()
  let taken = 0
  const statements = openStatements(dir)
  statements.forget()
  // In turns, so that a busy moment of the machine meets both.
  for (let turn = 0; turn < turns; turn += 1) {
    if (pgbench) found.reference.push(await pgbench.measure(turnSeconds))
    const { calls, seconds, ...cost } = await costOf(workers, () => load({ gamblers, seconds: turnSeconds, form }))
    found.ours.push(calls / seconds)
    costs.add(cost)
    taken += calls
  }
  statements.say('single bets', taken)
  const [ours, reference] = [median(found.ours), median(found.reference)]
  const { rows } = await db.pool.query("select count(*)::int as many from bets_bet where state = 'open'")
  // An answer may also be a no.
  if (rows[0].many < taken) throw new Error(`${rows[0].many} bets were taken, and ${taken} calls answered`)
  const half = await load({ gamblers, seconds: turnSeconds, form, pace: ours / 2 })
  return [
    {
      name: 'single bets through the API, 64 players at once',
      ours: perSecond(ours) + costs.text(),
      reference: pgbench ? `${pgbench.name} ${perSecond(reference)}` : 'pgbench not found',
      ratio: ours / reference,
      bar: { text: `≥ ${bars.ratio.toFixed(2)}`, isMet: ours / reference >= bars.ratio },
    },
    {
      name: `bets: 99 of 100 answers at half that load, ${perSecond(half.calls / half.seconds)}`,
      ours: `${half.p99Ms.toFixed(1)} ms`,
      reference: `${bars.p99Ms} ms`,
      ratio: half.p99Ms / bars.p99Ms,
      bar: { text: '≤ 1.00', isMet: half.p99Ms <= bars.p99Ms },
    },
  ]
}

async function quoteRow(load: Ask, { gamblers, markets, workers }: Asked): Promise<Row> {
  const form = quoteOn(markets)
  const { calls, seconds, p99Ms, ...cost } = await costOf(workers, () => load({ gamblers, seconds: turnSeconds, form }))
  const rate = calls / seconds
  return {
    name: `quotes of a system of ${legsOfQuote} legs, 99 of 100 within ${p99Ms.toFixed(0)} ms`,
    ours: perSecond(rate) + costText(cost),
    reference: perSecond(bars.quotes),
    ratio: rate / bars.quotes,
    bar: { text: '≥ 1.00', isMet: rate >= bars.quotes },
  }
}

type Stopped = { db: Database; gamblers: Gambler[]; markets: readonly ForSale[]; producer: Producer }

/** Bets rain on a market when its feed stops it: how long after that word was sent was the last of them taken? */
async function stopRow(load: Ask, { db, gamblers, markets, producer }: Stopped): Promise<Row> {
  const lates: number[] = []
  for (const market of markets.slice(legsOfQuote, legsOfQuote + stops)) {
    const raining = load({ gamblers, seconds: 2, form: singleOn(market), pace: 100 })
    await rains(db, market)
    const { rows: before } = await db.pool.query('select clock_timestamp() as now')
    await producer.tell([stopOf(market.ref)])
    await raining
    const { rows } = await db.pool.query(
      `select count(*)::int as many, extract(epoch from max(bet.accepted_at) - $2)::float8 * 1000 as late
      from bets_leg as leg join bets_bet as bet on bet.id = leg.bet_id where leg.market_id = $1`,
      [market.id, before[0].now],
    )
    lates.push(Math.max(0, rows[0].late))
  }
  const worst = Math.max(...lates)
  return {
    name: `a market is stopped while bets are placed: the last one taken, worst of ${lates.length}`,
    ours: `${worst.toFixed(0)} ms after the word, ${median(lates).toFixed(0)} ms as a rule`,
    reference: `${bars.stopMs} ms`,
    ratio: worst / bars.stopMs,
    bar: { text: '≤ 1.00', isMet: worst <= bars.stopMs },
  }
}

/** The load is a process of its own: on a busy machine it takes its time to begin. */
async function rains(db: Database, { id }: ForSale): Promise<void> {
  const isBegun = async () => {
    const { rows } = await db.pool.query('select from bets_leg where market_id = $1 limit 1', [id])
    return rows.length > 0
  }
  const patience = AbortSignal.timeout(30_000)
  while (!(await isBegun())) {
    if (patience.aborted) throw new Error('no bet was taken before the stop')
    await sleep(50)
  }
  await sleep(500)
}

if (import.meta.main) await benchAlone(betRows)
