import { sql } from 'kysely'
import { begin, type Database, isDatabaseGone } from '../db/db.ts'
import { type Movement, move, moveAll, type Outcome, openGroupCommit } from '../features/wallet/wallet.ts'
import { chanceFrom, mainOf, oneMove, ownPurse, payIn } from './purses.ts'
import { addPlayers } from './world.ts'

/** The proofs of the wallet by their size: tests run them short, `npm run prove` runs them long. */

const take = <T>(list: readonly T[], at: number): T => {
  const found = list[at % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}

/** A crowd is larger than the pool: who got no connection asks again with the same key, as any caller does. */
async function insist(node: Database, movement: Movement): Promise<Outcome> {
  for (;;) {
    try {
      return await begin(node, (tx) => move(tx, movement))
    } catch (error) {
      if (!isDatabaseGone(error)) throw error
    }
  }
}

/** Every key is raced by many over all nodes; says how often each moved and how many different answers there were. */
export async function keyStorm(nodes: readonly Database[], { keys, racers }: { keys: number; racers: number }) {
  const players = await addPlayers(take(nodes, 0), 8)
  const found = []
  for (let at = 0; at < keys; at++) {
    const to = mainOf(take(players, at))
    const movement = oneMove({
      from: ownPurse('game:studio'),
      to,
      amount: BigInt(at + 1),
      key: `storm:${at}`,
      about: to,
    })
    const outcomes = await Promise.all(
      Array.from({ length: racers }, (_, racer) => insist(take(nodes, racer), movement)),
    )
    const answers = new Set(outcomes.map((outcome) => ('answer' in outcome ? outcome.answer : outcome.kind)))
    found.push({ moved: outcomes.filter(({ kind }) => kind === 'moved').length, answers: answers.size })
  }
  return found
}

/** Many spend from one purse at once; says how many were let through, and what is left. */
export async function drain(nodes: readonly Database[], { stakes, balance }: { stakes: number; balance: bigint }) {
  const [player = 0n] = await addPlayers(take(nodes, 0), 1)
  await payIn(take(nodes, 0), player, balance)
  const outcomes = await Promise.all(
    Array.from({ length: stakes }, (_, at) => {
      const movement = oneMove({
        from: mainOf(player),
        to: ownPurse('game:studio'),
        amount: 1n,
        key: `d:${player}:${at}`,
      })
      return insist(take(nodes, at), movement)
    }),
  )
  const { rows } = await sql<{ balance: bigint }>`
    select balance from wallet_purse where player_id = ${player} and kind = 'main'`.execute(take(nodes, 0).sql)
  return { kinds: Object.groupBy(outcomes, ({ kind }) => kind), left: rows[0]?.balance }
}

const mixedCurrencies = ['EUR', 'JPY', 'USDT'] as const

/** Money in, out, between purses, held, released and repeated, over all nodes at once, each with its own group commit. */
export async function mixedLoad(nodes: readonly Database[], { count, seed }: { count: number; seed: number }) {
  const chance = chanceFrom(seed)
  const players = await addPlayers(take(nodes, 0), 24)
  const groupCommits = nodes.map((node) =>
    openGroupCommit<Movement, Outcome>({ begin: (work) => begin(node, work), run: moveAll }),
  )
  const ends: Record<string, number> = {}
  let made = 0
  const past: Movement[] = []
  const makeOne = (): Movement => {
    made++
    // Some calls come again, and some keys with another body.
    const old = past.length > 0 && chance(10) === 0 ? take(past, chance(past.length)) : null
    if (old && chance(2) === 0) return old
    const movement = { ...makeNew(), ...(old && { key: old.key }) }
    past.push(movement)
    return movement
  }
  const makeNew = (): Movement => {
    const currency = take(mixedCurrencies, chance(3))
    const player = take(players, chance(players.length))
    const [main, hold] = [mainOf(player, currency), { playerId: player, kind: 'withdrawal_hold', currency } as const]
    const outside = ownPurse(take(['payment:sandbox', 'game:studio', 'house'], chance(3)), currency)
    const key = `mix:${seed}:${made}`
    const amount = BigInt(1 + chance(500))
    const wanted = [
      { from: outside, to: main },
      { from: main, to: outside },
      { from: main, to: hold },
      { from: hold, to: main },
      { from: main, to: mainOf(take(players, chance(players.length)), currency) },
    ].filter(({ from, to }) => from.playerId !== to.playerId || from.kind !== to.kind)
    return oneMove({ ...take(wanted, chance(wanted.length)), amount, key })
  }
  const worker = async (lane: number) => {
    for (let movement = made < count ? makeOne() : null; movement; movement = made < count ? makeOne() : null) {
      const { kind } = await take(groupCommits, lane).submit(movement)
      ends[kind] = (ends[kind] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, lane) => worker(lane)))
  for (const groupCommit of groupCommits) await groupCommit.close()
  return ends
}

export type PoisonKind = 'good' | 'short' | 'conflict' | 'unknown currency' | 'thrown'

type Heard = { kind: string; key?: string; balance?: string }

/** Batches of 128 of which three in ten are poisoned; says whether every caller heard its own answer. */
export async function poison(node: Database, { batches, seed }: { batches: number; seed: number }) {
  const chance = chanceFrom(seed)
  const size = 128
  const players = await addPlayers(node, size)
  const groupCommit = openGroupCommit<Movement, Outcome>({
    begin: (work) => begin(node, work),
    run: moveAll,
    most: size,
  })
  const studio = ownPurse('game:studio')
  const balances = new Map<bigint, bigint>(players.map((player) => [player, 0n]))
  // What the conflicts of all others are with.
  await groupCommit.submit(oneMove({ from: studio, to: mainOf(take(players, 0)), amount: 999n, key: 'taken' }))
  balances.set(take(players, 0), 999n)

  const wrong: string[] = []
  const counts: Record<PoisonKind, number> = { good: 0, short: 0, conflict: 0, 'unknown currency': 0, thrown: 0 }
  for (let batch = 0; batch < batches; batch++) {
    // A fault makes its whole batch run one by one, so most batches have only poison that is refused without one.
    const kinds: PoisonKind[] =
      batch % 4 === 0 ? ['short', 'conflict', 'unknown currency', 'thrown'] : ['short', 'conflict']
    await Promise.all(
      players.map(async (player, at) => {
        const kind = chance(10) < 3 ? take(kinds, chance(kinds.length)) : 'good'
        counts[kind]++
        const own = mainOf(player)
        const amount = BigInt(at + 1)
        const key = `p:${seed}:${batch}:${at}`
        const before = balances.get(player) ?? 0n
        if (kind === 'good') balances.set(player, before + amount)
        const good = oneMove({ from: studio, to: own, amount, key, about: own })
        const movement: Movement = {
          good,
          short: oneMove({ from: own, to: studio, amount: 10n ** 12n, key }),
          conflict: { ...good, key: 'taken' },
          'unknown currency': oneMove({ from: ownPurse('game:studio', 'XXX'), to: mainOf(player, 'XXX'), amount, key }),
          thrown: { ...good, answer: () => fail(key) },
        }[kind]
        const heard = await groupCommit.submit(movement).then(
          (outcome): Heard => ({ kind: outcome.kind, ...('answer' in outcome && JSON.parse(outcome.answer)) }),
          (error: unknown): Heard => ({ kind: error instanceof Error ? error.message : 'unknown' }),
        )
        const expected: Heard = {
          good: { kind: 'moved', key, balance: String(before + amount) },
          short: { kind: 'short' },
          conflict: { kind: 'conflict' },
          'unknown currency': { kind: 'an unknown currency' },
          thrown: { kind: `thrown by ${key}` },
        }[kind]
        if (JSON.stringify(heard) !== JSON.stringify(expected)) wrong.push(`${kind}: ${JSON.stringify(heard)}`)
      }),
    )
  }
  await groupCommit.close()
  return { wrong, counts, balances }
}

function fail(key: string): never {
  throw new Error(`thrown by ${key}`)
}
