import { randomUUID } from 'node:crypto'
import { type Client, openClient, type Reply, type Said } from './client.ts'

/** A player with money in a launched game. */
export type Seat = { player: string; token: string; game: string; currency: string }

/** Where players come from. What a world cannot do is left out of the checks, and the report says so. */
export type World = {
  /** The same seat for the same currency; null where there is none. At least 50 whole units of money. */
  seat: (currency: string) => Promise<Seat | null>
  /** A seat whose token is over, with the rounds that were opened by `before`. */
  expire?: (before: (seat: Seat) => Promise<void>) => Promise<Seat>
  /** Closes the seat's game while something is done. */
  whileClosed?: (seat: Seat, work: () => Promise<void>) => Promise<void>
  /** A pack of free spins for the seat's game: its name. */
  grantSpins?: (seat: Seat, count: number, isOver: boolean) => Promise<string>
  /** A new player whose only money is an open bonus of 30 units with this rule: stakes of at most 5, this game left out, or a question first. */
  bonusSeat?: (rule: BonusRule) => Promise<Seat>
}

/** What a world has to be able to do for a case that is left out, in words for who runs the kit. */
const wants: Record<Exclude<keyof World, 'seat'>, string> = {
  expire: 'a player who can be signed out: leave --token out, against a site whose sandbox is on',
  whileClosed: 'the operator, to close a game: --operator, on the machine of the site, without --token',
  grantSpins: 'the operator, to grant free spins: --operator, on the machine of the site, without --token',
  bonusSeat:
    'a player whose only money is an open bonus of 30 units with one rule (stakes of at most 5, this game left out, or a question first): such terms have to be published as templates of the site, which the kit does not do; the suite of the repository runs this case',
}

export type BonusRule = 'max_bet' | 'excluded' | 'asks_first'

export type Case = {
  name: string
  needs?: (keyof typeof wants)[]
  currency?: string
  run: (table: Table) => Promise<void>
}

export type Result = { name: string; state: 'passed' | 'failed' | 'skipped'; why: string; ms: number }

class Failure extends Error {}

export type Table = ReturnType<typeof tableOf> & {
  /** The same for another seat. */
  at: (other: Seat | undefined) => Table
}

const decimals: Readonly<Record<string, number>> = { EUR: 2, USD: 2, BRL: 2, UAH: 2, JPY: 0, USDT: 6, FUN: 2 }

export function check(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Failure(what)
}

export const same = (got: unknown, wanted: unknown, what: string) =>
  check(
    JSON.stringify(got) === JSON.stringify(wanted),
    `${what}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`,
  )

/** What a case works with: the wallet, a seat, and money as whole minor units. */
function openTable(client: Client, world: World, seat: Seat): Table {
  const at = (other: Seat | undefined) => {
    check(other !== undefined, 'no seat')
    return openTable(client, world, other)
  }
  return { ...tableOf(client, world, seat), at }
}

function tableOf(client: Client, world: World, seat: Seat) {
  const places = decimals[seat.currency] ?? 2
  const text = (minor: bigint) => {
    const digits = (minor < 0n ? -minor : minor).toString().padStart(places + 1, '0')
    const sign = minor < 0n ? '-' : ''
    return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
  }
  const minorOf = (value: unknown): bigint => {
    const amount =
      typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value ? value.amount : ''
    const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? []
    check(whole !== '' && fraction.length === places, `an amount of ${seat.currency}: ${JSON.stringify(value)}`)
    return BigInt(`${sign}${whole}${fraction}`)
  }
  const common = { game: seat.game, player: seat.player, currency: seat.currency }
  const named = <T extends Said>(said: T) => ({ transaction: String(randomUUID()), ...common, ...said })
  const unit = 10n ** BigInt(places)

  return {
    ...{ client, world, seat, text, minorOf, common, named, unit },
    id: () => randomUUID(),
    say: client.say,
    bet: (round: string, minor: bigint, said: Said = {}) =>
      client.say('bet', named({ token: seat.token, round, amount: text(minor), ...said })),
    win: (round: string, minor: bigint, said: Said = {}) =>
      client.say('win', named({ round, amount: text(minor), ...said })),
    betwin: (round: string, minor: bigint, win: bigint, said: Said = {}) =>
      client.say('betwin', named({ token: seat.token, round, amount: text(minor), win: text(win), ...said })),
    rollback: (round: string, reference: string, said: Said = {}) =>
      client.say('rollback', named({ round, reference, ...said })),
    freespin: (pack: string, win: bigint, said: Said = {}) =>
      client.say('freespin', named({ token: seat.token, round: randomUUID(), pack, amount: text(win), ...said })),
    async balance(): Promise<bigint> {
      const reply = await client.say('balance', { token: seat.token })
      yes(reply, 'balance')
      return minorOf(reply.data.balance)
    },
    /** A yes that says which balance is left. */
    left(reply: Reply, wanted: bigint, what: string) {
      yes(reply, what)
      same(text(minorOf(reply.data.balance)), text(wanted), `${what}: the balance`)
    },
  }
}

export function yes(reply: Reply, what: string) {
  check(reply.status === 200, `${what}: got ${reply.status} ${reply.reason}, wanted 200`)
}

export function no(reply: Reply, reason: string, what: string, status = 422) {
  same([reply.status, reply.reason], [status, reason], what)
}

type Options = {
  url: string
  provider: string
  secret: string
  world: World
  cases: readonly Case[]
  /** Only cases whose name has it. */
  only?: string | undefined
  onResult?: (result: Result) => void
}

/** Runs the cases one after another: they share the balance. */
export async function runCases({
  url,
  provider,
  secret,
  world,
  cases,
  only = '',
  onResult,
}: Options): Promise<Result[]> {
  const client = openClient({ url, provider, secret })
  const results: Result[] = []
  for (const each of cases.filter(({ name }) => name.includes(only))) {
    const start = performance.now()
    const { state, why } = await runCase(each, client, world)
    const result = { name: each.name, state, why, ms: Math.round(performance.now() - start) }
    results.push(result)
    onResult?.(result)
  }
  return results
}

async function runCase({ needs = [], currency = 'EUR', run }: Case, client: Client, world: World) {
  try {
    const missing = needs.find((need) => !world[need])
    if (missing) return { state: 'skipped' as const, why: `needs ${wants[missing]}` }
    const seat = await world.seat(currency)
    if (!seat) return { state: 'skipped' as const, why: `needs a player with ${currency}` }
    await run(openTable(client, world, seat))
    return { state: 'passed' as const, why: '' }
  } catch (error) {
    return { state: 'failed' as const, why: error instanceof Error ? error.message : String(error) }
  }
}

export function report(results: readonly Result[]) {
  const count = (state: Result['state']) => results.filter((result) => result.state === state).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), results }
}
