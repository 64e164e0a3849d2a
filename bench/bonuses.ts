import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '../server/src/db/db.ts'
import { verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { giveBonus } from '../server/src/test/bonuses.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { median, type Row } from './figures.ts'
import { type Ask, openLoad } from './wallet.ts'
import { addGamblers, type Gambler, openWorld } from './wallet-world.ts'

const players = 2_000
const dueAtOnce = 10_000
const turns = 3
const turnSeconds = 5
const barEnded = 60

const perSecond = (value: number) => `${Math.round(value)}/s`

/** What bonuses cost those who have one, and what many of them that end at one moment cost all others. */
export async function bonusRows({ siteUrl, databaseUrl, dir }: BenchSite): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  try {
    const load = openLoad(siteUrl, dir)
    const rows = [
      ...(await payingRows(db, load, { what: 'wallet calls', isOwn: false })),
      ...(await payingRows(db, load, { what: 'own rounds', isOwn: true })),
      ...(await endingRows(db, load)),
    ]
    const { faults } = await verifyLedger(db.sql, { dir })
    if (faults.length > 0) throw new Error(`the ledger is wrong after the load: ${JSON.stringify(faults)}`)
    return rows
  } finally {
    await db.close()
  }
}

/** Bonuses that outlast the load, in the three modes by turns; own money is no part of a stake where bonus money pays. */
async function giveAll(db: Database, gamblers: readonly Gambler[]) {
  const modes = ['sticky', 'isolated', 'non_sticky']
  const left = gamblers.map(({ playerId }, at) => ({ playerId: BigInt(playerId), mode: modes[at % modes.length] }))
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const { playerId, mode } = next
        const terms = { mode, counts: 'all', wagering: { basis: 'bonus', times: 200 } }
        await giveBonus(db, { playerId, amount: 1_000_000_00n, terms })
      }
    }),
  )
}

async function payingRows(db: Database, load: Ask, { what, isOwn }: { what: string; isOwn: boolean }): Promise<Row[]> {
  const game = isOwn ? 'twin-dice' : undefined
  const mark = what.replace(' ', '-')
  const without = await addGamblers(db, players, `without-${mark}`, game)
  const all = await addGamblers(db, players, `all-${mark}`, game)
  await giveAll(db, all)
  const some = without.map((gambler, at) => (at % 10 === 0 ? (all[at] ?? gambler) : gambler))
  await db.pool.query('vacuum analyze')
  // Until every player has played.
  for (const gamblers of [without, all]) await load({ gamblers, seconds: 8, isOwn })
  const rates: Record<'without' | 'some' | 'all', number[]> = { without: [], some: [], all: [] }
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, gamblers] of Object.entries({ without, some, all })) {
      const { calls, seconds } = await load({ gamblers, seconds: turnSeconds, isOwn })
      if (name === 'without' || name === 'some' || name === 'all') rates[name].push(calls / seconds)
    }
  }
  const reference = median(rates.without)
  const row = (name: string, found: readonly number[], bar: number): Row => ({
    name: `${what}: ${name}`,
    ours: perSecond(median(found)),
    reference: `no bonus ${perSecond(reference)}`,
    ratio: median(found) / reference,
    bar: { text: `≥ ${bar.toFixed(2)}`, isMet: median(found) / reference >= bar },
  })
  return [row('one player in ten has a bonus', rates.some, 0.93), row('every player has a bonus', rates.all, 0.7)]
}

const mostMs = 300_000
/** What is said where they have not ended when the patience of the bench is over. */
const missedRow = {
  name: `${dueAtOnce} bonuses that are over at one moment have ended`,
  reference: `${barEnded} s`,
  ratio: mostMs / 1000 / barEnded,
  bar: { text: '≤ 1.00', isMet: false },
}

const counted = z.array(z.object({ left: z.string() })).length(1)

/** Many bonuses are over at one moment, while others play at half of what the house can do. */
async function endingRows(db: Database, load: Ask): Promise<Row[]> {
  const gamblers = await addGamblers(db, players, 'beside')
  const full = await load({ gamblers, seconds: turnSeconds })
  const pace = full.calls / full.seconds / 2
  const due = await addGamblers(db, dueAtOnce, 'due')
  await giveAll(db, due)
  const before = await load({ gamblers, seconds: 2 * turnSeconds, pace })
  const ids = due.map(({ playerId }) => playerId)
  await db.pool.query('update bonuses_bonus set expires_at = now() where player_id = any($1::bigint[])', [ids])
  const began = performance.now()
  const meanwhile: number[] = []
  const left = async () => {
    const { rows } = await db.pool.query(
      'select count(*)::text as left from bonuses_bonus where player_id = any($1::bigint[]) and ended_at is null',
      [ids],
    )
    return Number(counted.parse(rows)[0]?.left)
  }
  // The job comes once a minute: what is measured is how long it takes from its first end to its last.
  let firstEnd = began
  for (let many = await left(); many > 0; many = await left()) {
    if (many === dueAtOnce) {
      firstEnd = performance.now()
      await sleep(200)
    } else meanwhile.push((await load({ gamblers, seconds: turnSeconds, pace })).p99Ms)
    if (performance.now() - began > mostMs) return [{ ...missedRow, ours: `${many} are open after ${mostMs / 1000} s` }]
  }
  const seconds = (performance.now() - firstEnd) / 1000
  const wait = median(meanwhile)
  return [
    {
      ...missedRow,
      ours: `${seconds.toFixed(0)} s`,
      ratio: seconds / barEnded,
      bar: { text: '≤ 1.00', isMet: seconds <= barEnded },
    },
    {
      name: `99 of 100 stakes meanwhile, at ${perSecond(pace)}`,
      ours: `${wait.toFixed(1)} ms`,
      reference: `before ${before.p99Ms.toFixed(1)} ms`,
      ratio: wait / before.p99Ms,
      bar: { text: '≤ 1.50', isMet: wait / before.p99Ms <= 1.5 },
    },
  ]
}

if (import.meta.main) await benchAlone(bonusRows)
