import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AskedBet, editedBet } from '@croupier/contract/methods/bets'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { begin, isTooBusy } from '../../../db/db.ts'
import { testApp } from '../../../test/app.ts'
import { sayResult, settleAll } from '../../../test/bets.ts'
import { betsDesk, heldOtherwise, single } from '../../../test/bets-desk.ts'
import { cashHouse } from '../../../test/cash-outs.ts'
import { expectZero, houseOf } from '../../../test/cashier.ts'
import { effort } from '../../../test/effort.ts'
import { balancesOf, ledgerDir, verifyLedger } from '../../wallet/wallet.ts'
import { marketsResulted, settleDue } from '../settler.ts'
import { tryTarget } from './auto.ts'
import { readRunning } from './cash-out-store.ts'
import { offerNow } from './decide-rules.ts'
import { lookAt } from './look.ts'
import { askCashOut } from './run-cash-out.ts'
import { askEdit } from './run-edit.ts'

/** All that may end a bet, two at a time on two nodes: it ends once, and every cent of it is where it belongs. */

const here = await testApp({ env: { SPORTS_FEED: 'acme' } })
const there = await testApp({ beside: here, env: { SPORTS_FEED: 'acme' } })
const nodes = [here, there] as const
const { db } = here
const desk = await betsDesk(here)
const { pickOf } = desk
beforeEach(async () => {
  await sql`update sports_producer set alive_at = clock_timestamp()`.execute(db.sql)
  await desk.alive()
})

type Node = (typeof nodes)[number]
type Raced = { id: bigint; playerId: bigint; market: bigint; into: string; before: bigint }

const home = { '1': [1, 0, 1], x: [0, 0, 1], '2': [0, 0, 1] } as const

async function say(node: Node, { market }: Raced, word: Parameters<typeof sayResult>[2]): Promise<void> {
  // Two words at the same moment want the same number: one of them has the next.
  await sayResult(db, market, word).catch(() => sayResult(db, market, word))
  await marketsResulted(houseOf(node), { markets: [String(market)] })
  await settleDue(houseOf(node))
}

/** On a busy machine a lock may not be given in time; what was taken back whole is tried again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isTooBusy(error)) throw error
    }
  }
}

/** By a word of the house that was just said. */
async function cash(node: Node, { id, playerId }: Raced, part: bigint | null): Promise<void> {
  const house = cashHouse(node)
  const { nowMs, looked } = await lookAt(house, await readRunning(db.sql, [id]))
  const worth = looked[0]?.worth
  if (!worth || !('value' in worth)) return
  const offer = offerNow({ steps: looked[0]?.row.steps ?? 0 }, worth)
  const hash = Buffer.from(`${node === here}-${part}-${Math.random()}`)
  const ask = { playerId, betId: id, offer, expiresMs: nowMs + 15_000, part, hash }
  await patiently(() => askCashOut(house, ask)).catch(late)
}

/** What came second is refused, and nothing else happens to it. */
const late = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}

/** Into another match of its own, by a word that was just said. */
async function edit(node: Node, { id, playerId, into }: Raced): Promise<void> {
  const house = cashHouse(node)
  const { nowMs, looked } = await lookAt(house, await readRunning(db.sql, [id]))
  const worth = looked[0]?.worth
  if (!worth || !('value' in worth)) return
  const picks = [{ pick: pickOf(into), price: 2180, version: 1 }]
  const asked = { kind: 'single', sizes: [1], bankers: [], stake: '5.00', policy: 'better', picks } as const
  const ask = {
    ...{ playerId, betId: id, expiresMs: nowMs + 15_000 },
    offer: offerNow({ steps: looked[0]?.row.steps ?? 0 }, worth),
    into: { key: randomUUID(), hash: randomBytes(32), sessionId: 1n, asked: editedBet.parse(asked) },
  }
  await patiently(() => askEdit(house, ask)).catch(late)
}

const acts: Record<string, (node: Node, raced: Raced) => Promise<void>> = {
  settle: (node, raced) => say(node, raced, home),
  void: (node, raced) => say(node, raced, 'void'),
  cash: (node, raced) => cash(node, raced, null),
  part: (node, raced) => cash(node, raced, 400n),
  edit,
  auto: (node, { id, playerId }) => patiently(() => tryTarget(cashHouse(node), { id, playerId })).catch(late),
}

const names = Object.keys(acts)
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))

let made = 0
/** A bet on a match of its own for each of so many players, and one more match that bets may be changed into. */
async function newRaces(count: number): Promise<Raced[]> {
  made += 1
  const into = `into-${made}`
  const events = Array.from({ length: count }, (_, at) => `race-${made}-${at}`)
  await sql`update sports_producer set alive_at = clock_timestamp()`.execute(db.sql)
  await desk.matches([into, ...events])
  return Promise.all(events.map((event) => newRace(event, into)))
}

async function newRace(event: string, into: string): Promise<Raced> {
  const playerId = await desk.bettor()
  const bet = { bankers: [], mode: 'real', policy: 'better', ...single(pickOf(event)) } as unknown as AskedBet
  const id = await here.parts.bets.place({ playerId, sessionId: 1n, bet })
  // It is reached already: what is seen is who comes first.
  await sql`update bets_bet set auto_target = 900 where id = ${id}`.execute(db.sql)
  const { rows } = await sql<{ market: bigint }>`select market_id as market from bets_leg where bet_id = ${id}`.execute(
    db.sql,
  )
  return { id, playerId, market: rows[0]?.market ?? 0n, into, before: await purseOf(playerId, 'main') }
}

const purseOf = async (playerId: bigint, kind: string) =>
  (await balancesOf(db.sql, playerId)).find((purse) => purse.kind === kind)?.balance ?? 0n

/** What runs on in bets that it was changed into: one at most. */
async function intoOf(id: bigint): Promise<bigint> {
  const { rows } = await sql<{ stake: bigint }>`select stake_open as stake from bets_bet where edited_from = ${id}
    and id = (select edited_into from bets_bet where id = ${id})`.execute(db.sql)
  const all = await sql`select id from bets_bet where edited_from = ${id}`.execute(db.sql)
  expect(all.rows.length).toBe(rows.length)
  return rows[0]?.stake ?? 0n
}

/** One end: every part of the stake ended in one step, what the steps gave is what the player has, nothing is held. */
async function expectEnded({ id, playerId, market, before }: Raced): Promise<string> {
  const { rows } = await sql<{
    state: string
    steps: number
    gave: bigint
    kinds: string[]
    parts: bigint
    said: bigint
  }>`select
      state, steps, returned + cashed as gave, array_agg(step.kind order by n) as kinds,
      (sum(step.part) filter (where step.kind in ('cashed', 'settled')))::bigint as parts,
      sum(step.returned_after - step.returned_before)::bigint as said
    from bets_bet as bet join bets_step as step on step.bet_id = bet.id where bet.id = ${id}
    group by bet.id`.execute(db.sql)
  const [row] = rows
  expect(row).toMatchObject({ steps: row?.kinds.length, parts: 1_000n, said: row?.gave })
  expect(['settled', 'cashed']).toContain(row?.state)
  expect(row?.kinds.filter((kind) => kind === 'settled').length).toBe(row?.state === 'settled' ? 1 : 0)
  const into = await intoOf(id)
  expect(await purseOf(playerId, 'main')).toBe(before + (row?.gave ?? 0n) - into)
  expect(await purseOf(playerId, 'slip_hold')).toBe(into)
  const { rows: risk } = await sql<{ left: bigint }>`select coalesce(sum(profit), 0)::bigint as left from bets_exposure
    where market_id = ${market}`.execute(db.sql)
  expect(risk).toEqual([{ left: 0n }])
  return row?.kinds.join(' ') ?? ''
}

/** Races of a pair that are run beside each other. */
const wave = 8
const rounds = Math.max(2, effort.raceRounds)

describe.each(pairs)('%s and %s at once', (one, other) => {
  test('end a bet once', { timeout: 20_000 * effort.timeoutFactor }, async () => {
    for (let done = 0; done < rounds; done += wave) {
      const races = await newRaces(Math.min(wave, rounds - done))
      await Promise.all(
        races.map(async (raced, at) => {
          const [first, second] = at % 2 === 0 ? nodes : nodes.toReversed()
          await Promise.all([
            acts[one]?.(first as Node, raced),
            sleep((done + at) % 3).then(() => acts[other]?.(second as Node, raced)),
          ])
          if (![one, other].some((name) => name === 'settle' || name === 'void')) await say(here, raced, home)
        }),
      )
      await settleAll(db, houseOf(here))
      for (const raced of races) await expectEnded(raced)
    }
  })
})

test('a cash-out waits for whoever holds the bet, and sees what became of it', async () => {
  const [raced] = await newRaces(1)
  if (!raced) throw new Error('no race')
  const { nowMs, looked } = await lookAt(cashHouse(here), await readRunning(db.sql, [raced.id]))
  const worth = looked[0]?.worth
  if (!worth || !('value' in worth)) throw new Error('no worth')
  const held = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const settling = begin(db, async (tx) => {
    await sql`update bets_bet set state = 'settled', steps = 2 where id = ${raced.id}`.execute(tx)
    held.resolve()
    await ended.promise
  })
  await held.promise
  const offer = offerNow({ steps: 1 }, worth)
  const said = askCashOut(cashHouse(there), {
    ...{
      playerId: raced.playerId,
      betId: raced.id,
      offer,
      expiresMs: nowMs + 60_000,
      part: null,
      hash: randomBytes(32),
    },
  }).catch((error: unknown) => error)
  await sleep(300)
  ended.resolve()
  await settling
  expect(await said).toMatchObject({ reason: 'BET_CLOSED' })
  await sql`update bets_bet set state = 'open', steps = 1 where id = ${raced.id}`.execute(db.sql)
})

test('thirty-two cash-outs by the same word are one, and by different parts never more than the stake', {
  timeout: 20_000 * effort.timeoutFactor,
}, async () => {
  for (let round = 0; round < Math.ceil(effort.repeats / 2); round += 1) {
    const [raced] = await newRaces(1)
    if (!raced) throw new Error('no race')
    const { playerId, before } = raced
    const { nowMs, looked } = await lookAt(cashHouse(here), await readRunning(db.sql, [raced.id]))
    const worth = looked[0]?.worth
    if (!worth || !('value' in worth)) throw new Error('no worth')
    const ask = {
      playerId,
      betId: raced.id,
      offer: offerNow({ steps: 1 }, worth),
      expiresMs: nowMs + 60_000,
    }
    const hash = Buffer.from('same')
    const said = await Promise.all(
      Array.from({ length: 32 }, (_, at) =>
        patiently(() => askCashOut(cashHouse(at % 2 === 0 ? here : there), { ...ask, part: 250n, hash })),
      ),
    )
    expect(new Set(said.map((each) => JSON.stringify(each, (_, value) => String(value)))).size).toBe(1)
    expect(await purseOf(playerId, 'main')).toBe(before + 234n)
    await Promise.all(Array.from({ length: 32 }, (_, at) => cash(at % 2 === 0 ? here : there, raced, BigInt(100 + at))))
    await say(here, raced, home)
    await settleAll(db, houseOf(here))
    await expectEnded(raced)
  }
})

test('nothing was made or lost, and what is held is what runs', async () => {
  await expectZero(db)
  expect((await verifyLedger(db.sql, { dir: ledgerDir(here.config) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
