import { setTimeout as sleep } from 'node:timers/promises'
import { cashbackFormula } from '@croupier/contract/cashback'
import { amountIn, type CashbackTerms, cashbackTerms } from '@croupier/contract/promotion-terms'
import type { Db, JobContext, Tx } from '../../context.ts'
import { tellPlayers } from '../../db/announce.ts'
import { lockPlayers } from '../account/account.ts'
import { live, playerFacts } from '../campaigns/campaigns.ts'
import { ledgerLines, moveAll } from '../wallet/wallet.ts'
import { payBonus, paymentOf } from './pay.ts'
import {
  addPeriod,
  type Period,
  periodAround,
  readCursor,
  readDuePeriods,
  readReach,
  writeClosed,
  writeCursor,
} from './period-store.ts'
import { hasPlayed, reckon, ruleFor, stateAfterClosing, sumsOf } from './rules.ts'
import { addCashbacks, type NewCashback, readClosedOf } from './store.ts'
import { tellClosed } from './tell.ts'

/** Locked together: their stakes wait for as long as this takes. */
const atOnce = 50
/** The clock calls once a minute. */
const mostMs = 40_000
/** No transaction lasts so long: a line that is dated within a period is there after it. */
const grace = 60

export type CloseContext = Pick<JobContext, 'sql' | 'begin'>

/**
 * Every scheme in force has a period that runs, with the terms as they are now: what is published later is for the next
 * one, and a scheme that is stopped still keeps its word about the one that runs.
 */
export async function openCashbackPeriods({ sql: db, begin }: CloseContext): Promise<void> {
  const [schemes, { now, ends }] = await Promise.all([live.cashbacks.all(db), readReach(db)])
  for (const { sysname, hash, body, terms, stoppedAt, publishedAt } of schemes) {
    if (stoppedAt) continue
    // Also those that passed while no process ran; not those that passed while it was stopped.
    for (let end = ends.get(sysname); end === undefined || end <= now; ) {
      const around = await periodAround(db, terms, { at: end, from: end })
      const period = { scheme: sysname, ...around, version: hash, terms: body }
      if (around.endAt > publishedAt) await begin((tx) => addPeriod(tx, period))
      end = around.endAt
    }
  }
}

type Options = { graceSeconds?: number; isUnbound?: boolean }

/**
 * Closes what is over, a page of players at a time. Answers how many players have a row of it. Each scheme has its share
 * of the minute: one that cannot be closed keeps no other from it, and is told by the fault when all others are done.
 */
export async function closeCashbackPeriods(
  ctx: CloseContext,
  { graceSeconds = grace, isUnbound = false }: Options = {},
): Promise<number> {
  await openCashbackPeriods(ctx)
  const due = Map.groupBy(await readDuePeriods(ctx.sql, graceSeconds), ({ scheme }) => scheme)
  const faults: unknown[] = []
  let closed = 0
  for (const periods of due.values()) {
    const until = isUnbound ? Number.POSITIVE_INFINITY : performance.now() + mostMs / due.size
    for (const period of periods) {
      const pass = await closePeriod(ctx, period, until)
      closed += pass.closed
      faults.push(...pass.faults)
    }
  }
  if (faults.length > 0) throw faults[0]
  return closed
}

type Closed = { closed: number; faults: unknown[] }

/**
 * Where a pass that had left out players ran out of time, by the period; the cursor stays before the first of them. It
 * is only to reach those behind them: a process that forgets it begins there again.
 */
const brokenOff = new Map<bigint, bigint>()

async function closePeriod(ctx: CloseContext, period: Period, until: number): Promise<Closed> {
  const all: Closed = { closed: 0, faults: [] }
  let reached = brokenOff.get(period.id) ?? 0n
  for (let isDone = false; !isDone; ) {
    if (performance.now() > until) {
      brokenOff.set(period.id, reached)
      return all
    }
    const since = performance.now()
    const page = await closePage(ctx, period, reached).catch((fault: unknown) => ({ ...failed(fault), reached: null }))
    all.closed += page.closed
    all.faults.push(...page.faults)
    isDone = page.reached === null
    reached = page.reached ?? reached
    // Stakes go first: it rests for twice as long as it worked.
    if (!isDone) await sleep(2 * (performance.now() - since))
  }
  brokenOff.delete(period.id)
  return all
}

const failed = (fault: unknown): Closed => ({ closed: 0, faults: [fault] })

/** `reached`: where the next page begins, or null where the pass is over. */
async function closePage(
  ctx: CloseContext,
  period: Period,
  from: bigint,
): Promise<Closed & { reached: bigint | null }> {
  const { cursor, isClosed } = await readCursor(ctx.sql, period.id)
  // The cursor follows as long as all before it are closed; so does the end.
  const isWhole = from <= cursor
  const after = isWhole ? cursor : from
  const page = isClosed ? [] : await ledgerLines.moved(ctx.sql, { since: period.startAt, after, count: atOnce })
  const last = page.at(-1)
  if (!last) {
    if (isWhole) await ctx.begin((tx) => writeClosed(tx, period.id))
    return { closed: 0, faults: [], reached: null }
  }
  const done = await closePurses(ctx, period, page, isWhole)
  // Where it fails for each of them it is not about players.
  return { ...done, reached: done.faults.length === page.length ? null : last.purse }
}

/** Together, or one by one where that fails. */
async function closePurses(
  { begin }: Pick<CloseContext, 'begin'>,
  period: Period,
  purses: readonly Purse[],
  isWhole: boolean,
): Promise<Closed> {
  const cursor = isWhole ? (purses.at(-1)?.purse ?? 0n) : 0n
  try {
    return { closed: await begin((tx) => closePlayers(tx, period, purses, cursor)), faults: [] }
  } catch (fault) {
    if (purses.length === 1) return failed(fault)
    const all: Closed = { closed: 0, faults: [] }
    for (const purse of purses) {
      const one = await closePurses({ begin }, period, [purse], isWhole && all.faults.length === 0)
      all.closed += one.closed
      all.faults.push(...one.faults)
    }
    return all
  }
}

type Purse = Awaited<ReturnType<typeof ledgerLines.moved>>[number]

/**
 * One transaction: players, rows, purses. It is all there or nothing is, so a process that is killed leaves no period
 * that is closed and not paid; the next run goes on at the cursor. Two nodes that close the same page take turns.
 */
export async function closePlayers(tx: Tx, period: Period, purses: readonly Purse[], cursor: bigint): Promise<number> {
  const players = new Map(
    (await lockPlayers(tx, [...new Set(purses.map(({ playerId }) => playerId))])).map((one) => [one.playerId, one]),
  )
  const own = purses.filter(({ playerId, currency }) => {
    const player = players.get(playerId)
    return player && !player.isDeleted && player.currency === currency
  })
  const known = await readClosedOf(
    tx,
    period,
    own.map(({ playerId }) => playerId),
  )
  const terms = cashbackTerms.parse(period.terms)
  const fresh = own.filter(({ playerId }) => !known.known.has(playerId))
  const found = await reckonAll(tx, { period, terms, purses: fresh, reach: known.reach, isPlayedOnly: true })
  const bonus = terms.pays === 'main' ? null : await readTemplate(tx, terms.pays.template)
  const made = found.map((one): NewCashback => {
    const isExcluded = players.get(one.playerId)?.isExcluded ?? false
    const isBonus = bonus !== null && !isExcluded && amountIn(bonus.terms.min_balance, one.currency) !== null
    return {
      ...one,
      ...{ periodId: period.id, scheme: period.scheme, startAt: period.startAt, endAt: period.endAt },
      formula: cashbackFormula,
      state: stateAfterClosing(one.amount, terms, isExcluded),
      claimHours: terms.claim_hours,
      pays: isBonus ? 'bonus' : 'main',
      template: isBonus ? bonus.sysname : null,
      bonusTerms: isBonus ? bonus.body : null,
      bonusVersion: isBonus ? bonus.hash : null,
    }
  })
  const ids = await addCashbacks(tx, made)
  await writeCursor(tx, period.id, cursor)
  await payByItself(tx, made, ids)
  const told = made.filter(({ playerId }) => !players.get(playerId)?.isExcluded).map(({ playerId }) => playerId)
  await tellPlayers(tx, told, 'bonuses')
  for (const one of made) if (one.state !== 'none') await tellClosed(tx, one)
  return ids.size
}

/** Stopped since: what a period promised is kept. Gone altogether: it is paid as cash. */
const readTemplate = (db: Db, template: string) => live['bonus-templates'].read(db, template)

async function payByItself(tx: Tx, made: readonly NewCashback[], ids: ReadonlyMap<bigint, bigint>): Promise<void> {
  const owed = made.flatMap((one) => {
    const id = one.state === 'paid_out' ? ids.get(one.playerId) : undefined
    return id === undefined ? [] : [{ ...one, id }]
  })
  for (const one of owed) if (one.pays === 'bonus') await payBonus(tx, one)
  const outcomes = await moveAll(tx, owed.filter(({ pays }) => pays === 'main').map(paymentOf))
  for (const { kind } of outcomes) if (kind !== 'moved') throw new Error(`a cashback was not paid: ${kind}`)
}

type Reckoning = {
  period: Pick<Period, 'startAt' | 'endAt'>
  terms: CashbackTerms
  purses: readonly Purse[]
  /** A line of each purse that is before the period. */
  reach: ReadonlyMap<bigint, bigint>
  /** Who did not play in it gets no line in the history. */
  isPlayedOnly?: boolean
}

/** Who of these is meant by the scheme, and what comes of the period. */
export async function reckonAll(db: Db, { period, terms, purses, reach, isPlayedOnly = false }: Reckoning) {
  if (purses.length === 0) return []
  const levels = await playerFacts.levels(
    db,
    purses.map(({ playerId }) => playerId),
  )
  const stretches = await ledgerLines.sumBetween(
    db,
    purses.map(({ purse }) => ({ purse, after: reach.get(purse) ?? 0n, start: period.startAt, end: period.endAt })),
  )
  const byPurse = new Map(stretches.map((stretch) => [stretch.purse, stretch]))
  const reckoned = purses.flatMap((purse) => {
    const stretch = byPurse.get(purse.purse)
    const level = levels.get(purse.playerId) ?? 1
    const rule = ruleFor(terms, { level, currency: purse.currency })
    if (!stretch || !rule) return []
    const { sums: lines, ...place } = stretch
    const { sums, counts } = sumsOf(lines, cashbackFormula)
    return [{ ...purse, ...place, sums, counts, level, ...reckon(sums, rule) }]
  })
  const played = reckoned.filter(({ sums }) => !isPlayedOnly || hasPlayed(sums))
  return Object.keys(terms.conditions).length === 0 ? played : filterMeant(db, played, terms)
}

async function filterMeant<T extends { playerId: bigint }>(
  db: Db,
  all: readonly T[],
  { conditions }: Pick<CashbackTerms, 'conditions'>,
): Promise<T[]> {
  const meant: T[] = []
  for (const one of all) {
    const { facts } = await playerFacts.read(db, one.playerId)
    if (playerFacts.meets(conditions, facts)) meant.push(one)
  }
  return meant
}
