import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromDecimal, toDecimal } from '@croupier/contract/money'
import { begin } from '../server/src/db/db.ts'
import { openSession } from '../server/src/features/rounds/rounds.ts'
import { balancesOf, move } from '../server/src/features/wallet/wallet.ts'
import { signCall } from '../server/src/signed-call.ts'
import { addPerson } from '../server/src/test/world.ts'
import { databaseOf, type House } from './site.ts'

/**
 * A game provider that writes down what it was told. Each of its players does one thing after the other and knows what
 * the balance must be afterwards, so a movement that was lost or done twice shows in the very next answer.
 */

type Call = { name: 'bet' | 'win' | 'betwin' | 'rollback'; body: string; after: bigint }
type Told = { call: Call; answer: string }
type Seat = { playerId: bigint; token: string; balance: bigint; told: Told[]; open: { call: Call; staked: bigint }[] }

export type Ledger = {
  seats: Seat[]
  counts: { acknowledged: number; unknown: number; dropped: number }
  faults: string[]
}

const game = 'nemesis'
const start = 1_000_000n
const patienceMs = 5_000

export async function openLedger(house: House, players: number): Promise<Ledger> {
  const db = databaseOf(house)
  try {
    const seats: Seat[] = []
    for (let at = 0; at < players; at += 1) {
      const name = `seat-${at}-${randomInt(1e9)}`
      const playerId = await addPerson(db.sql, { login: name })
      const token = await begin(db, async (tx) => {
        await move(tx, {
          scope: 'prove',
          key: name,
          playerId,
          body: {},
          transfers: [
            {
              from: { playerId: null, owner: 'house', kind: 'corrections', currency: 'EUR' },
              to: { playerId, kind: 'main', currency: 'EUR' },
              amount: start,
              reason: 'correction',
              ref: name,
            },
          ],
          answer: () => null,
        })
        return openSession(tx, {
          playerId,
          provider: 'sample',
          game,
          mode: 'real',
          currency: 'EUR',
          lifeSeconds: 86_400,
        })
      })
      seats.push({ playerId, token, balance: start, told: [], open: [] })
    }
    return { seats, counts: { acknowledged: 0, unknown: 0, dropped: 0 }, faults: [] }
  } finally {
    await db.close()
  }
}

/** What the player does next, and what it must come to. */
function nextCall(seat: Seat): Call {
  const { playerId, token, balance, open, told } = seat
  const id = `${playerId}-${told.length}`
  const common = { transaction: id, game, player: String(playerId), currency: 'EUR' }
  const die = randomInt(10)
  const [oldest] = open
  if (oldest && die < 3) {
    const won = BigInt(randomInt(0, 900))
    const body = { ...common, round: roundOf(oldest.call), amount: toDecimal(won, 'EUR'), is_closed: true }
    return { name: 'win', body: JSON.stringify(body), after: balance + won }
  }
  if (oldest && die < 4) {
    const body = { ...common, round: roundOf(oldest.call), reference: transactionOf(oldest.call) }
    return { name: 'rollback', body: JSON.stringify(body), after: balance + oldest.staked }
  }
  const stake = BigInt(randomInt(1, 400))
  if (die < 7) {
    const body = { ...common, token, round: id, amount: toDecimal(stake, 'EUR') }
    return { name: 'bet', body: JSON.stringify(body), after: balance - stake }
  }
  const won = BigInt(randomInt(0, 800))
  const body = { ...common, token, round: id, amount: toDecimal(stake, 'EUR'), win: toDecimal(won, 'EUR') }
  return { name: 'betwin', body: JSON.stringify(body), after: balance - stake + won }
}

const roundOf = ({ body }: Call): string => String(JSON.parse(body).round)
const transactionOf = ({ body }: Call): string => String(JSON.parse(body).transaction)

/** Plays until told to stop. A call without an answer is repeated, the same bytes, until there is one. */
export async function play(house: House, ledger: Ledger, seat: Seat, stop: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    while (!stop.aborted) {
      const call = nextCall(seat)
      const answer = await insist(house, ledger, agent, call)
      if (answer === null) return
      note(ledger, seat, call, answer)
    }
  } finally {
    agent.destroy()
  }
}

function note(ledger: Ledger, seat: Seat, call: Call, answer: string) {
  ledger.counts.acknowledged += 1
  const said = balanceIn(answer)
  if (said !== call.after) ledger.faults.push(`${call.name} of ${seat.playerId}: balance ${said}, not ${call.after}`)
  seat.balance = call.after
  seat.told.push({ call, answer })
  if (call.name === 'bet') seat.open.push({ call, staked: stakeOf(call) })
  if (call.name === 'win' || call.name === 'rollback') seat.open.shift()
}

const stakeOf = ({ body }: Call): bigint => fromDecimal(String(JSON.parse(body).amount), 'EUR') ?? 0n

const balanceIn = (answer: string): bigint | null =>
  fromDecimal(String(JSON.parse(answer).data?.balance?.amount), 'EUR')

/** Null when the house is down for good. */
async function insist(house: House, ledger: Ledger, agent: Agent, call: Call): Promise<string | null> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    const answer = await send(house, agent, call, ledger)
    if (answer.kind === 'told') return answer.text
    if (answer.kind === 'refused') {
      ledger.faults.push(`${call.name} was refused: ${answer.text.slice(0, 200)}`)
      return null
    }
    ledger.counts.unknown += 1
    // A house that is down is not asked a thousand times a second: its own start needs the machine.
    await sleep(randomInt(50, 150))
  }
  ledger.faults.push(`${call.name} got no answer for two minutes`)
  return null
}

type Heard = { kind: 'told' | 'refused'; text: string } | { kind: 'unknown' }

/** Now and then the line is cut after the question was sent: the answer is lost, whatever became of the call. */
function send(house: House, agent: Agent, call: Call, ledger: Ledger): Promise<Heard> {
  const timestamp = String(Date.now())
  const { hostname, port } = new URL(house.site.url)
  const signature = signCall(secretOf(house), { timestamp, body: call.body })
  return new Promise((resolve) => {
    const asked = request(
      {
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        path: `/wallet/v1/${call.name}`,
        method: 'POST',
        agent,
        timeout: patienceMs,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(call.body),
          'x-provider': 'sample',
          'x-timestamp': timestamp,
          'x-signature': signature,
        },
      },
      (answer) => {
        text(answer).then(
          (said) => {
            const status = answer.statusCode ?? 0
            if (status === 200) resolve({ kind: 'told', text: said })
            else resolve(status >= 500 ? { kind: 'unknown' } : { kind: 'refused', text: said })
          },
          () => resolve({ kind: 'unknown' }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.on('error', () => resolve({ kind: 'unknown' }))
    asked.end(call.body)
    if (randomInt(50) === 0) {
      ledger.counts.dropped += 1
      setTimeout(() => asked.destroy(), randomInt(0, 12)).unref()
    }
  })
}

const secrets = new Map<string, string>()

function secretOf({ dir, settings }: House): string {
  const path = join(settings.SECRETS_DIR ?? join(dir, 'secrets'), 'game-sample-secret')
  const known = secrets.get(path) ?? readFileSync(path, 'utf8').trim()
  secrets.set(path, known)
  return known
}

/** The same bytes again, long afterwards: the same answer, byte for byte, and nothing moves. */
export async function askAgain(house: House, ledger: Ledger, most: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const told = ledger.seats.flatMap((seat) => seat.told)
  const step = Math.max(1, Math.floor(told.length / most))
  const chosen = told.filter((_, at) => at % step === 0)
  let equal = 0
  try {
    for (let at = 0; at < chosen.length; at += 16) {
      await Promise.all(
        chosen.slice(at, at + 16).map(async ({ call, answer }) => {
          const again = await insist(house, ledger, agent, call)
          if (again === answer) equal += 1
          else ledger.faults.push(`${call.name}: another answer for the same key`)
        }),
      )
    }
  } finally {
    agent.destroy()
  }
  return equal
}

/** What is in the database against what the players were told. */
export async function compare(house: House, ledger: Ledger): Promise<void> {
  const db = databaseOf(house)
  try {
    for (const { playerId, balance, told } of ledger.seats) {
      const purse = (await balancesOf(db.sql, playerId)).find(({ kind }) => kind === 'main')
      if (purse?.balance !== balance) ledger.faults.push(`${playerId} has ${purse?.balance}, not ${balance}`)
      const { rows } = await db.pool.query(
        "select count(*) as count from wallet_movement where player_id = $1 and scope <> 'prove'",
        [playerId],
      )
      // Every movement was acknowledged in the end, because every call was repeated until it was.
      const [found] = rows
      if (Number(found?.count) !== told.length)
        ledger.faults.push(`${playerId} has ${found?.count} movements, was told of ${told.length}`)
    }
  } finally {
    await db.close()
  }
}
