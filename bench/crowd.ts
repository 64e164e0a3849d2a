import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { begin, type Database } from '../server/src/db/db.ts'
import { openGuest } from '../server/src/features/rounds/own/guest.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { signIn } from './account.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import type { Row } from './figures.ts'
import { addGamblers, openWorld } from './wallet-world.ts'

const elsewhere = join(import.meta.dirname, 'elsewhere.ts')
const players = 200
const attackCalls = 590
const flights = 5
const barStakeMs = 1_000
const barOtherMs = 200

const dice = { game: 'twin-dice', choice: '{"side":"over","target":7}' }
const liftoff = { game: 'liftoff', choice: '{"auto":null}' }

type Answer = { ms: number; status: number }

const p99Of = (answers: readonly Answer[]) =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.ceil(answers.length * 0.99) - 1] ?? Number.NaN
const refusedOf = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 200).length
const inMs = (value: number) => `${value.toFixed(0)} ms`

async function timed(ask: () => Promise<Response>): Promise<Answer> {
  const began = performance.now()
  const answer = await ask()
  await answer.arrayBuffer()
  return { ms: performance.now() - began, status: answer.status }
}

/** Two hundred players who stake at one moment on the round that all share, and one guest with very many calls. */
export async function crowdRows({ siteUrl, databaseUrl, dir }: BenchSite): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  try {
    const cookie = await signIn(siteUrl)
    const stake = (token: string, choice: string) =>
      timed(() =>
        fetch(`${siteUrl}/api/rounds.play?v=1&locale=en`, {
          method: 'POST',
          headers: { origin: 'null' },
          body: new URLSearchParams({ token, round: randomUUID(), stake: '1.00', choice }),
        }),
      )
    const balanceUrl = `${siteUrl}/api/account.getBalance?v=1&locale=en`

    /** The work, and what a player elsewhere on the site waits for meanwhile. */
    async function besides(work: () => Promise<Answer[]>) {
      const child = spawn(process.execPath, [elsewhere, balanceUrl, cookie], { stdio: ['pipe', 'pipe', 'inherit'] })
      const said = text(child.stdout)
      // Until it asks.
      await sleep(500)
      const answers = await work()
      child.stdin.end()
      const others: Answer[] = JSON.parse(await said)
      return { answers, others }
    }

    const seats = { dice: await addGamblers(db, players, 'crowd-dice', dice.game), liftoff: await seated(db) }
    const all = { dice: newTally(), liftoff: newTally(), attack: newTally() }
    const quiet = (await besides(() => sleep(3_000, []))).others
    for (const { token } of seats.dice) await stake(token, dice.choice)
    // One more than the crowd: the first stake gives the chain its salt.
    const [first, ...crowd] = seats.liftoff
    await begins(db, () => stake(first?.token ?? '', liftoff.choice))
    for (let flight = 0; flight < flights; flight += 1) {
      add(all.dice, await besides(() => Promise.all(seats.dice.map(({ token }) => stake(token, dice.choice)))))
      await begins(db)
      add(all.liftoff, await besides(() => Promise.all(crowd.map(({ token }) => stake(token, liftoff.choice)))))
      await ends(db)
    }
    const guest = await begin(db, (tx) => openGuest(tx, { game: liftoff.game }))
    for (let flight = 0; flight < flights; flight += 1) {
      await begins(db)
      await Promise.all(crowd.slice(0, 10).map(({ token }) => stake(token, liftoff.choice)))
      await ends(db, async () => {
        add(
          all.attack,
          await besides(() => Promise.all(Array.from({ length: attackCalls }, () => stake(guest, '{"auto":null}')))),
        )
      })
    }
    const { faults } = await verifyLedger(db.sql, { dir })
    if (faults.length > 0) throw new Error(`the ledger is wrong after the crowd: ${JSON.stringify(faults)}`)
    const interrupted = await countInterrupted(db)
    const stakes = { ours: p99Of(all.liftoff.answers), reference: p99Of(all.dice.answers) }
    const refused = refusedOf(all.liftoff.answers)
    const waits = { ours: p99Of(all.liftoff.others), quiet: p99Of(quiet), attack: p99Of(all.attack.others) }
    const lost = refusedOf(all.attack.others) + refusedOf(all.liftoff.others)
    return [
      {
        name: `Liftoff: ${players} stake at one moment, 99 of 100 answers; ${refused} refused`,
        ours: inMs(stakes.ours),
        reference: `the same on Twin Dice ${inMs(stakes.reference)}`,
        ratio: stakes.ours / stakes.reference,
        bar: { text: `≤ ${barStakeMs} ms, none refused`, isMet: stakes.ours <= barStakeMs && refused === 0 },
      },
      {
        name: 'a player elsewhere meanwhile, 99 of 100 answers',
        ours: inMs(waits.ours),
        reference: `in a quiet house ${inMs(waits.quiet)}`,
        ratio: waits.ours / waits.quiet,
        bar: { text: `≤ ${barOtherMs} ms`, isMet: waits.ours <= barOtherMs },
      },
      {
        name: `the same while one guest sends ${attackCalls} calls; ${lost} refused, ${interrupted} flights interrupted`,
        ours: inMs(waits.attack),
        reference: `in a quiet house ${inMs(waits.quiet)}`,
        ratio: waits.attack / waits.quiet,
        bar: { text: 'none refused or interrupted', isMet: lost === 0 && interrupted === 0 },
      },
    ]
  } finally {
    await db.close()
  }
}

type Tally = { answers: Answer[]; others: Answer[] }
const newTally = (): Tally => ({ answers: [], others: [] })
function add(tally: Tally, { answers, others }: Tally) {
  tally.answers.push(...answers)
  tally.others.push(...others)
}

/** At the table, which goes on as if pages looked at it. */
async function seated(db: Database) {
  const gamblers = await addGamblers(db, players + 1, 'crowd-liftoff', liftoff.game)
  await db.pool.query(`insert into rounds_table (game) values ('liftoff') on conflict do nothing`)
  await db.pool.query(`update rounds_table set watched_at = now() + interval '1 hour'`)
  return gamblers
}

const lastPhase = `select phase, extract(epoch from starts_at - clock_timestamp())::float8 as left, starts_at is null as waits
  from rounds_shared where game = 'liftoff' order by id desc limit 1`

/** Until stakes are taken for some seconds more. A table without a salt waits for its first stake. */
async function begins(db: Database, first?: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const { rows } = await db.pool.query(lastPhase)
    const [round] = rows
    if (round?.phase === 'open' && round.waits) await first?.()
    if (round?.phase === 'open' && round.left > 3) return
    await sleep(100)
  }
  throw new Error('Liftoff does not begin')
}

/** Until the flight is over; once it flies, the work is done meanwhile. */
async function ends(db: Database, work?: () => Promise<unknown>): Promise<void> {
  let isDone = !work
  for (let tries = 0; tries < 6_000; tries += 1) {
    const { rows } = await db.pool.query(lastPhase)
    const phase: string = rows[0]?.phase
    if (phase === 'running' && !isDone) {
      isDone = true
      await work?.()
    }
    if (phase === 'over') return
    await sleep(50)
  }
  throw new Error('Liftoff does not end')
}

async function countInterrupted(db: Database): Promise<number> {
  const { rows } = await db.pool.query('select count(*)::int as count from rounds_shared where is_interrupted')
  return rows[0].count
}

if (import.meta.main) await benchAlone(crowdRows)
