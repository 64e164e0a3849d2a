import { setTimeout as sleep } from 'node:timers/promises'
import { toDecimal } from '@croupier/contract/money'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { effort } from '../../../test/effort.ts'
import { crowd, gameProvider, type Reply } from '../../../test/game-provider.ts'
import { freePort } from '../../../test/http-browser.ts'

/** Bets, wins and rollbacks in every order and number: the house must say and hold what a small model says and holds. */

const here = await testApp()
const there = await testApp({ beside: here })
const ports = [await freePort(), await freePort()]
await here.app.listen({ port: ports[0] ?? 0, host: '127.0.0.1' })
await there.app.listen({ port: ports[1] ?? 0, host: '127.0.0.1' })
const sample = gameProvider(
  here,
  ports.map((port) => `http://127.0.0.1:${port}`),
)

type Op = {
  kind: 'bet' | 'win' | 'betwin' | 'rollback'
  id: string
  round: string
  staked: bigint
  won: bigint
  meant: string
}

/** Knows nothing of the house but its rules. */
class Model {
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
    if (before) return JSON.stringify(key(before)) === JSON.stringify(key(op)) ? before.said : 'KEY_CONFLICT'
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

const key = ({ kind, round, staked, won, meant }: Op) => [kind, round, String(staked), String(won), meant]

type Player = Awaited<ReturnType<typeof crowd>>[number]

/** A house under load may say that it cannot answer now. A provider asks again with the same id, and soon has its answer. */
const load = { calls: 0, refused: 0 }
async function untilAnswered(say: () => Promise<Reply>): Promise<Reply> {
  load.calls += 1
  for (let tries = 1; ; tries += 1) {
    const reply = await say()
    if (reply.status !== 503 || tries === 20) return reply
    load.refused += 1
    await sleep(250)
  }
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

/** Each rollback means the last bet or win that none before it meant; else the next that comes. */
function opsOf(word: string, name: string): Op[] {
  const ops: Op[] = []
  const acts = [...word].map((letter, at) => ({ letter, id: `${name}.${at}` }))
  const meantBefore = new Set<string>()
  for (const [at, { letter, id }] of acts.entries()) {
    const isAct = (each: { letter: string; id: string }) => each.letter !== 'R' && !meantBefore.has(each.id)
    const meant = acts.slice(0, at).findLast(isAct) ?? acts.slice(at + 1).find(isAct)
    if (letter === 'R' && meant) meantBefore.add(meant.id)
    ops.push({
      kind: letter === 'B' ? 'bet' : letter === 'W' ? 'win' : 'rollback',
      id,
      round: name,
      staked: letter === 'B' ? BigInt(500 + at) : 0n,
      won: letter === 'W' ? BigInt(300 + at) : 0n,
      meant: letter === 'R' ? (meant?.id ?? `${name}.ghost`) : '',
    })
  }
  return ops
}

const words = (length: number): string[] =>
  length === 0 ? [''] : words(length - 1).flatMap((word) => ['B', 'W', 'R'].map((letter) => word + letter))
const upTo = (length: number) => Array.from({ length }, (_, at) => words(at + 1)).flat()
const { orderLength, racedLength } = effort
const [all, raced] = [upTo(orderLength), upTo(racedLength)]

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

/** So many conversations at a time. */
async function inLanes<T>(list: readonly T[], lanes: number, work: (each: T, at: number) => Promise<void>) {
  const left = list.map((each, at) => ({ each, at }))
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let next = left.shift(); next; next = left.shift()) await work(next.each, next.at)
    }),
  )
}

const start = '12.00'
const startMinor = 1200n

describe('all orders of bets, wins and rollbacks', () => {
  test(`up to ${orderLength}, one after the other`, { timeout: 180_000 }, async () => {
    expect(new Set(all).size).toBe((3 ** (orderLength + 1) - 3) / 2)
    const owedBefore = await receivable()
    const players = await crowd(here, all.length, start)
    const models = all.map(() => new Model(startMinor))
    const wrong: string[] = []
    await inLanes(all, 64, async (word, at) => {
      const [player, model] = [players[at], models[at]]
      if (!player || !model) throw new Error('no player')
      for (const op of opsOf(word, `s-${word}`)) {
        const [wanted, said] = [model.step(op), await ask(player, op)]
        if (wanted !== said) wrong.push(`${word} ${op.id}: ${wanted}, but ${said}`)
      }
    })
    expect(wrong).toEqual([])
    expect(await balancesNow(players)).toEqual(models.map(({ balance }) => balance))
    expect((await receivable()) - owedBefore).toBe(models.reduce((sum, { owed }) => sum + owed, 0n))
  })

  test(`up to ${racedLength}, all at once: as in some order`, { timeout: 180_000 }, async () => {
    const players = await crowd(here, raced.length, start)
    const answers: string[][] = []
    await inLanes(raced, 16, async (word, at) => {
      const player = players[at]
      if (!player) throw new Error('no player')
      answers[at] = await Promise.all(opsOf(word, `p-${word}`).map((op) => ask(player, op)))
    })
    const balances = await balancesNow(players)
    const wrong = raced.flatMap((word, at) => {
      const ops = opsOf(word, `p-${word}`)
      const said = `${answers[at]?.join()} ${balances[at]}`
      return orders(ops).some((order) => outcome(order, ops) === said) ? [] : [`${word}: ${said}`]
    })
    expect(wrong).toEqual([])
  })

  const outcome = (order: readonly Op[], ops: readonly Op[]) => {
    const model = new Model(startMinor)
    const said = new Map(order.map((op) => [op.id, model.step(op)]))
    return `${ops.map(({ id }) => said.get(id)).join()} ${model.balance}`
  }

  const orders = (ops: readonly Op[]): Op[][] =>
    ops.length === 0
      ? [[]]
      : ops.flatMap((op) => orders(ops.filter((each) => each !== op)).map((rest) => [op, ...rest]))
})

describe('longer ones', () => {
  /** The same numbers in every run (mulberry32). */
  function numbers(seed: number) {
    let state = seed
    return (below: number) => {
      state = (state + 0x6d2b79f5) | 0
      let t = Math.imul(state ^ (state >>> 15), 1 | state)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return ((t ^ (t >>> 14)) >>> 0) % below
    }
  }

  const trials = effort.modelStories

  test(`${trials} of up to forty calls, some of them repeated, changed or early`, {
    timeout: 180_000 * effort.timeoutFactor,
  }, async () => {
    const owedBefore = await receivable()
    const players = await crowd(here, trials, start)
    const models = players.map(() => new Model(startMinor))
    const wrong: string[] = []
    await inLanes(players, 64, async (player, trial) => {
      const next = numbers(trial + 1)
      const model = models[trial]
      if (!model) throw new Error('no model')
      for (let at = 0, length = 5 + next(36); at < length; at += 1) {
        const kind = (['bet', 'bet', 'win', 'betwin', 'rollback', 'rollback'] as const)[next(6)] ?? 'bet'
        const id = (number: number) => `l${trial}.${number}`
        const op: Op = {
          kind,
          // Now and then an id that was used, or one that will be.
          id: id(next(8) === 0 ? next(at + 2) : at),
          round: `l${trial}-${next(3)}`,
          staked: kind === 'bet' || kind === 'betwin' ? BigInt(next(7) === 0 ? 0 : next(600)) : 0n,
          won: kind === 'win' || kind === 'betwin' ? BigInt(next(9) === 0 ? 0 : next(900)) : 0n,
          meant: kind === 'rollback' ? id(next(at + 3)) : '',
        }
        if (op.meant === op.id) continue
        for (let times = next(10) === 0 ? 2 : 1; times > 0; times -= 1) {
          const [wanted, said] = [model.step(op), await ask(player, op)]
          if (wanted !== said) wrong.push(`${JSON.stringify(key(op))} ${op.id}: ${wanted}, but ${said}`)
        }
      }
    })
    expect(wrong).toEqual([])
    expect(await balancesNow(players)).toEqual(models.map(({ balance }) => balance))
    const owed = models.reduce((sum, model) => sum + model.owed, 0n)
    expect(owed).toBeGreaterThan(0n)
    expect((await receivable()) - owedBefore).toBe(owed)
  })

  test('and nothing was made or lost, and hardly one call had to be sent again', async () => {
    const { rows } = await sql<{ sum: string; below: number }>`select sum(balance)::text as sum,
      count(*) filter (where player_id is not null and balance < 0)::int as below from wallet_purse`.execute(
      here.db.sql,
    )
    expect(rows).toEqual([{ sum: '0', below: 0 }])
    // To be too busy is the exception.
    expect(load.refused).toBeLessThan(load.calls / 100)
  })
})
