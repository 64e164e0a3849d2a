import { toDecimal } from '@croupier/contract/money'
import { sql } from 'kysely'
import { testApp } from './app.ts'
import { crowd, providerFor, type Reply } from './game-provider.ts'
import { untilServed } from './patience.ts'

/** Bets, wins and rollbacks in any order and number: the house must say and hold what a small model says and holds. */

export type Op = {
  kind: 'bet' | 'win' | 'betwin' | 'rollback'
  id: string
  round: string
  staked: bigint
  won: bigint
  meant: string
}

/** Knows nothing of the house but its rules. */
export class Model {
  balance: bigint
  owed = 0n
  rounds = new Map<string, { bets: number; isClosed: boolean }>()
  done = new Map<string, Op & { isUndone: boolean; said: string }>()

  constructor(balance: bigint) {
    this.balance = balance
  }

  /** `ok balance`, or the reason of the refusal. */
  step(op: Op): string {
    const before = this.done.get(op.id)
    if (before?.said === 'tombstone') return 'ROLLED_BACK'
    if (before) return JSON.stringify(keyOf(before)) === JSON.stringify(keyOf(op)) ? before.said : 'KEY_CONFLICT'
    const reason = this.act(op)
    if (reason) return reason
    const said = `ok ${toDecimal(this.balance, 'EUR')}`
    this.done.set(op.id, { ...op, isUndone: false, said })
    return said
  }

  act(op: Op): string | null {
    const round = this.rounds.get(op.round) ?? { bets: 0, isClosed: false }
    if (op.kind === 'rollback') return this.undo(op, round)
    if (op.kind === 'win') {
      if (round.bets === 0) return 'NO_BET'
      this.balance += op.won
      this.rounds.set(op.round, { ...round, isClosed: round.isClosed || op.won === 0n })
      return null
    }
    if (round.isClosed) return 'ROUND_CLOSED'
    if (op.staked > this.balance) return 'INSUFFICIENT_FUNDS'
    this.balance += op.won - op.staked
    this.rounds.set(op.round, { bets: round.bets + 1, isClosed: op.kind === 'betwin' && op.won === 0n })
    return null
  }

  undo(op: Op, round: { bets: number; isClosed: boolean }): string | null {
    const meant = this.done.get(op.meant)
    if (meant?.kind === 'rollback' && meant.said !== 'tombstone') return 'NOT_ROLLABLE'
    if (!meant) this.done.set(op.meant, { ...op, isUndone: true, said: 'tombstone' })
    if (meant && meant.round !== op.round) return 'ROUND_MISMATCH'
    if (!meant || meant.isUndone) return null
    meant.isUndone = true
    this.balance += meant.staked - meant.won
    if (this.balance < 0n) {
      this.owed -= this.balance
      this.balance = 0n
    }
    if (meant.kind !== 'win') this.rounds.set(op.round, { ...round, bets: round.bets - 1 })
    return null
  }
}

export const keyOf = ({ kind, round, staked, won, meant }: Op) => [kind, round, String(staked), String(won), meant]

type Player = Awaited<ReturnType<typeof crowd>>[number]

/** So many conversations at a time. */
export async function inLanes<T>(list: readonly T[], lanes: number, work: (each: T, at: number) => Promise<void>) {
  const left = list.map((each, at) => ({ each, at }))
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await work(next.each, next.at)
    }),
  )
}

export const start = { text: '12.00', minor: 1200n }

/** A house of two nodes that a provider speaks to, and what it holds. Call it at the top of a test file. */
export async function modelHouse() {
  const here = await testApp()
  const there = await testApp({ beside: here })
  const sample = await providerFor(here, there)
  const load = { calls: 0, refused: 0 }
  const untilAnswered = (say: () => Promise<Reply>): Promise<Reply> => {
    load.calls += 1
    return untilServed(say, () => {
      load.refused += 1
    })
  }

  async function ask({ playerId, token }: Player, op: Op): Promise<string> {
    const common = { transaction: op.id, round: op.round, game: 'dice', player: String(playerId), currency: 'EUR' }
    const [staked, won] = [toDecimal(op.staked, 'EUR'), toDecimal(op.won, 'EUR')]
    const said = {
      bet: { token, amount: staked },
      win: { amount: won },
      betwin: { token, amount: staked, win: won, is_closed: false },
      rollback: { reference: op.meant },
    }[op.kind]
    const { status, data, reason } = await untilAnswered(() => sample.say(op.kind, { ...common, ...said }))
    const balance = data.balance
    if (status !== 200) return reason
    return `ok ${typeof balance === 'object' && balance && 'amount' in balance ? balance.amount : ''}`
  }

  const receivable = async () => {
    const { rows } = await sql<{ sum: string }>`select coalesce(-sum(balance), 0)::text as sum from wallet_purse
      where owner = 'game:sample' and kind = 'receivable'`.execute(here.db.sql)
    return BigInt(rows[0]?.sum ?? 0)
  }

  const balancesNow = async (players: readonly Player[]) => {
    const rows = await here.db.sql
      .selectFrom('wallet_purse')
      .select(['player_id', 'balance'])
      .where('player_id', 'is not', null)
      .execute()
    const found = new Map(rows.map(({ player_id, balance }) => [player_id, balance]))
    return players.map(({ playerId }) => found.get(playerId) ?? 0n)
  }

  return {
    here,
    ask,
    load,
    receivable,
    balancesNow,
    players: (count: number) => crowd(here, count, start.text),
  }
}
