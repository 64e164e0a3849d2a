import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { toDecimal } from '@croupier/contract/money'
import type { StudioGame } from '@croupier/studio/engine/game'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { studioGames } from '@croupier/studio/games'
import { habitsOf, type Report, reportPath } from '@croupier/studio/simulator/title'
import { begin, type Database } from '../server/src/db/db.ts'
import { openSession } from '../server/src/features/rounds/rounds.ts'
import { move, verifyLedger } from '../server/src/features/wallet/wallet.ts'
import { addPlayers } from '../server/src/test/world.ts'
import type { Figure } from './figures.ts'
import { databaseOf, type House } from './site.ts'

const players = 64
const fundMinor = 10n ** 13n
/** So far from its mean a sum of chance comes once in 16,000 times. */
const mostErrors = 4

type Seat = { playerId: bigint; token: string }

/**
 * Every title with a player of its own habits, through the real API with real money: theory, simulation and play have
 * to agree. Rounds of the common table fly in real time; their return is computed, not played, here.
 */
export async function rtp(house: House, rounds: number): Promise<Figure> {
  const db = databaseOf(house)
  try {
    const told: string[] = []
    const odd: string[] = []
    for (const title of studioGames.filter(({ about }) => !about.isShared)) {
      const { line, isKept } = await proveTitle(db, house, title, rounds)
      console.log(line)
      told.push(line)
      if (!isKept) odd.push(title.about.sysname)
    }
    const { faults } = await verifyLedger(db.sql, { dir: house.dir })
    return {
      name: 'Return to player: theory, simulation and play through the API agree',
      tried: `${rounds} rounds of each of ${told.length} titles, within ${mostErrors} standard errors; the ledger proven after it`,
      found: [
        odd.length === 0 ? 'all agree' : `not: ${odd.join(', ')}`,
        faults.length === 0 ? 'ledger clean' : `${faults.length} faults in the ledger`,
      ].join(', '),
      isKept: odd.length === 0 && faults.length === 0,
    }
  } finally {
    await db.close()
  }
}

const percent = (share: number) => (share * 100).toFixed(2)

async function proveTitle(db: Database, house: House, { about }: StudioGame, rounds: number) {
  const { sysname } = about
  const report = reportOf(sysname)
  // The greatest stake: what is rounded down to a cent weighs least.
  const stakeMinor = stakesOf('EUR', about.mostUnits).max
  const seats = await seatsIn(db, sysname)
  const { mean, error, net } = await playAll({ house, sysname, seats, rounds, stakeMinor })
  const booked = await balancesOf(db, seats)
  // The report knows how wild the title is better than a short sample of it does.
  const deviation = report ? (report.standard_error / 100) * Math.sqrt(report.rounds) : 0
  const standardError = Math.max(error, deviation / Math.sqrt(rounds))
  const theory = report ? report.rtp / 100 : Number(about.rtp) / 100
  const isNear = Math.abs(mean - theory) <= mostErrors * standardError
  const isBooked = booked === net
  const simulated = report
    ? `simulated ${report.simulated_rtp.toFixed(2)} ± ${(1.96 * report.standard_error).toFixed(2)}`
    : 'not simulated'
  const line = `${isNear && isBooked ? 'agrees' : 'DIFFERS'}  ${sysname.padEnd(18)} theory ${percent(theory)}  ${simulated}  played ${percent(mean)} ± ${percent(1.96 * standardError)}${isBooked ? '' : `  LEDGER ${booked} instead of ${net}`}`
  return { line, isKept: isNear && isBooked }
}

function reportOf(sysname: string): Report | null {
  const path = reportPath(sysname)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** Players who can afford any luck, each with the game open. */
async function seatsIn(db: Database, game: string): Promise<Seat[]> {
  const run = randomUUID()
  const ids = await addPlayers(db, players)
  const transfers = ids.map((playerId) => ({
    from: { playerId: null, owner: 'payment:sandbox', kind: 'main', currency: 'EUR' },
    to: { playerId, kind: 'main', currency: 'EUR' } as const,
    amount: fundMinor,
    reason: 'deposit' as const,
    ref: 'proof',
  }))
  return begin(db, async (tx) => {
    await move(tx, { scope: 'proof', key: run, playerId: null, body: {}, transfers, answer: () => null })
    const session = { provider: 'studio', game, mode: 'real', currency: 'EUR', lifeSeconds: 86_400 } as const
    const seats: Seat[] = []
    for (const playerId of ids) seats.push({ playerId, token: await openSession(tx, { ...session, playerId }) })
    return seats
  })
}

/** What all of them won less what they staked, by the ledger. */
async function balancesOf(db: Database, seats: readonly Seat[]): Promise<bigint> {
  const { rows } = await db.pool.query(
    `select sum(balance)::text as sum from wallet_purse where kind = 'main' and player_id = any($1::bigint[])`,
    [seats.map(({ playerId }) => String(playerId))],
  )
  return BigInt(rows[0].sum) - fundMinor * BigInt(seats.length)
}

type Plan = { house: House; sysname: string; seats: readonly Seat[]; rounds: number; stakeMinor: bigint }

async function playAll({ house, sysname, seats, rounds, stakeMinor }: Plan) {
  const { opening, strategy } = await habitsOf(sysname)
  const stake = toDecimal(stakeMinor, 'EUR')
  let left = rounds
  let sum = 0
  let squares = 0
  let net = 0n

  async function sit({ token }: Seat) {
    while (left > 0) {
      left -= 1
      const round = randomUUID()
      let standing = await ask(house, 'rounds.play', { token, round, stake, choice: JSON.stringify(opening) })
      while (!standing.is_over) {
        const choice = JSON.stringify(strategy(standing.view))
        standing = await ask(house, 'rounds.act', { token, round, step: String(standing.step), choice })
      }
      const gained = minor(standing.won.amount) - minor(standing.staked.amount)
      const given = 1 + Number(gained) / Number(stakeMinor)
      sum += given
      squares += given * given
      net += gained + (standing.jackpot ? minor(standing.jackpot.won.amount) : 0n)
    }
  }
  await Promise.all(seats.map(sit))
  const mean = sum / rounds
  return { mean, error: Math.sqrt((squares / rounds - mean * mean) / (rounds - 1)), net }
}

const minor = (amount: string) => BigInt(amount.replace('.', ''))

async function ask({ site }: House, method: string, params: Record<string, string>): Promise<WireStanding> {
  const answer = await fetch(`${site.url.replace('localhost', '127.0.0.1')}/api/${method}`, {
    method: 'POST',
    body: new URLSearchParams(params),
  })
  const { data, error } = JSON.parse(await answer.text())
  if (!answer.ok) throw new Error(`${method} answered ${answer.status} ${JSON.stringify(error)}`)
  return data
}
