// Game providers at work: its own process, so that it never competes with what it measures for one event loop.
import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { bodyLength } from './load.ts'
import type { Gambler } from './wallet-world.ts'

export type Order = {
  port: number
  secret: string
  connections: number
  seconds: number
  /** Calls per second that are sent whatever the answers; absent: each connection asks again at once. */
  pace?: number
  gamblers: Gambler[]
  /** As players of our own games: whole rounds through the API. Absent: as a game provider at the wallet. */
  isOwn?: boolean
  /** As players who are signed in: this call, with a form in which KEY is new each time. Their tokens are their cookies. */
  form?: { method: string; body: string }
  /** Part of every id, so that two runs never share a round. */
  run: string
}
export type Load = {
  calls: number
  /** A bet with its win in one call is two movements. */
  movements: number
  seconds: number
  p50Ms: number
  p99Ms: number
  /** By player: what is staked less what is won, in minor units. */
  spent: Record<string, string>
}

const [, , file] = process.argv
const order: Order = JSON.parse(readFileSync(file ?? '', 'utf8'))
const stakeMinor = 100n
const prizeMinor = 95n

let made = 0
const spent = new Map<string, bigint>()

/** A player at one connection: the round whose bet waits for its win. */
type Seat = Gambler & { open: string }

/** As slots play: of ten calls eight are a bet together with its win, the others a bet and then its win. */
function nextCall(seat: Seat) {
  const { playerId, token, open } = seat
  made += 1
  const id = `${order.run}-${made}`
  const about = `"game":"dice","player":"${playerId}","currency":"EUR"`
  if (open) {
    seat.open = ''
    const body = `{"transaction":"${id}","round":"${open}",${about},"amount":"0.95","is_closed":true}`
    return { kind: 'win', body, movements: 1, cost: -prizeMinor, playerId }
  }
  if (made % 10 !== 0) {
    const body = `{"token":"${token}","transaction":"${id}","round":"${id}",${about},"amount":"1.00","win":"0.95"}`
    return { kind: 'betwin', body, movements: 2, cost: stakeMinor - prizeMinor, playerId }
  }
  seat.open = id
  const body = `{"token":"${token}","transaction":"${id}","round":"${id}",${about},"amount":"1.00"}`
  return { kind: 'bet', body, movements: 1, cost: stakeMinor, playerId }
}

/** A throw of two dice: stake, outcome and win in one call. What it costs is for chance to say. */
function nextRound({ playerId, token }: Seat) {
  const choice = encodeURIComponent('{"side":"over","target":7}')
  const body = `token=${token}&round=${randomUUID()}&stake=1.00&choice=${choice}`
  const text =
    `POST /api/rounds.play?v=1&locale=en HTTP/1.1\r\nhost: 127.0.0.1:${order.port}\r\norigin: null\r\n` +
    `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  return { movements: 1, cost: 0n, playerId, text }
}

/** What a signed-in player sends from a page. */
function nextForm({ playerId, token }: Seat, { method, body: form }: NonNullable<Order['form']>) {
  const body = form.replaceAll('KEY', randomUUID())
  const text =
    `POST /api/${method}?v=1&locale=en HTTP/1.1\r\nhost: 127.0.0.1:${order.port}\r\ncookie: ${token}\r\n` +
    // Each player has a home: what an address may ask is counted.
    `x-forwarded-for: 10.0.${Number(playerId) % 250}.${Math.floor(Number(playerId) / 250) % 250}\r\n` +
    `sec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  return { movements: 1, cost: 0n, playerId, text }
}

function requestOf({ kind, body }: { kind: string; body: string }): string {
  const timestamp = String(Date.now())
  const signature = createHmac('sha256', order.secret).update(`${timestamp}.${body}`).digest('hex')
  return (
    `POST /wallet/v1/${kind} HTTP/1.1\r\nhost: 127.0.0.1:${order.port}\r\ncontent-type: application/json\r\n` +
    `x-provider: sample\r\nx-timestamp: ${timestamp}\r\nx-signature: ${signature}\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}

let calls = 0
let movements = 0
const waits: number[] = []

const aheadPerSecond = 100

type Line = { ask: (dueAt: number) => void }

/** One connection. Players are dealt out to them, so that a round's win never overtakes its bet. */
function openLine(index: number, whenFree: (line: Line) => void): Line {
  const { gamblers, connections } = order
  const dealt = gamblers.length === 1 ? gamblers : gamblers.filter((_, at) => at % connections === index)
  const seats: Seat[] = dealt.map((gambler) => ({ ...gambler, open: '' }))
  let turn = 0
  const nextRequest = () => {
    const seat = seats[turn % seats.length]
    if (!seat) throw new Error('a connection without players')
    turn += 1
    if (order.form) return nextForm(seat, order.form)
    if (order.isOwn) return nextRound(seat)
    const call = nextCall(seat)
    return { ...call, text: requestOf(call) }
  }
  // Signed beforehand, as far as they last: the providers' own work is not what is measured.
  const ready = Array.from({ length: order.seconds * aheadPerSecond }, nextRequest).reverse()
  let head = ''
  let asked = { movements: 0, cost: 0n, playerId: '' }
  let dueAt = 0
  const socket = connect({ host: '127.0.0.1', port: order.port, noDelay: true })
  const line: Line = {
    ask(due) {
      const call = ready.pop() ?? nextRequest()
      asked = call
      dueAt = due
      socket.write(call.text)
    },
  }
  socket.on('data', (bytes) => {
    head += bytes.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = bodyLength(head.slice(0, end), 200)
    if (length === null) throw new Error(`answered ${head}`)
    if (head.length < end + 4 + length) return
    head = ''
    calls += 1
    movements += asked.movements
    waits.push(performance.now() - dueAt)
    spent.set(asked.playerId, (spent.get(asked.playerId) ?? 0n) + asked.cost)
    whenFree(line)
  })
  return line
}

let start = 0
let endsAt = 0
const free: Line[] = []
const due: number[] = []
let busy = 0

await new Promise<void>((resolve) => {
  const settle = (line: Line) => {
    busy -= 1
    const isOver = performance.now() >= endsAt
    const next = order.pace === undefined ? performance.now() : due.shift()
    if (isOver || next === undefined) free.push(line)
    else give(line, next)
    if (isOver && busy === 0) resolve()
  }
  const give = (line: Line, at: number) => {
    busy += 1
    line.ask(at)
  }
  const lines = Array.from({ length: order.connections }, (_, index) => openLine(index, settle))
  start = performance.now()
  endsAt = start + order.seconds * 1000
  if (order.pace === undefined) for (const line of lines) give(line, performance.now())
  else pace(lines)

  /** Times are kept whatever the answers, so that a stall counts for all callers who would have come meanwhile. */
  function pace(all: Line[]) {
    free.push(...all)
    let sent = 0
    const timer = setInterval(() => {
      const now = performance.now()
      for (; sent < ((now - start) / 1000) * (order.pace ?? 1) && now < endsAt; sent += 1) {
        due.push(start + (sent * 1000) / (order.pace ?? 1))
      }
      while (due.length > 0) {
        const line = free.shift()
        const at = due[0]
        if (!line || at === undefined) break
        due.shift()
        give(line, at)
      }
      if (now >= endsAt) {
        clearInterval(timer)
        if (busy === 0) resolve()
      }
    }, 1)
  }
})

const seconds = (performance.now() - start) / 1000
const sorted = waits.toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const load: Load = {
  calls,
  movements,
  seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  spent: Object.fromEntries([...spent].map(([id, minor]) => [id, String(minor)])),
}
process.stdout.write(JSON.stringify(load), () => process.exit(0))
