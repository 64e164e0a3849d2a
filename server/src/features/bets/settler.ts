import { randomInt } from 'node:crypto'
import type { JobContext, Tx } from '../../context.ts'
import { isDatabaseGone, isTooBusy } from '../../db/db.ts'
import type { Listener } from '../../db/listener.ts'
import type { Happenings } from '../../happenings.ts'
import { lookAgain } from '../../look-again.ts'
import { lockPlayers } from '../account/account.ts'
import { sportsForBets } from '../sports/sports.ts'
import { settleCrowd } from './settle-bets.ts'
import { settleBonusBet } from './settle-bonus.ts'
import { findBetHead } from './settle-store.ts'
import {
  addStuck,
  addWork,
  bySettler,
  dropStuck,
  type Lane,
  lanesWithWork,
  listStuck,
  moveWork,
  type NextBet,
  nextBets,
  settleChannel,
  settleLanes,
  takeWork,
  type Work,
  type WorkBy,
} from './work-store.ts'
import type { SettlingContext } from './write-settled.ts'

/** Bets of one transaction. */
const most = 1_000
const pauseMs = 1_000
/** Where nothing is left of what was told. A notice ends it: only one that is lost is found so late. */
const quietMs = 10_000

export type SettlerContext = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'log'>

const settlingBy = ({ announce }: Pick<JobContext, 'announce'>, { actor, reason }: WorkBy): SettlingContext => ({
  ...{ announce, actor, reason },
})

/** Something was said of these markets: their bets are looked at, by whichever node comes first. */
export const marketsResulted = (
  { begin }: Pick<JobContext, 'begin'>,
  { markets, by = bySettler }: Happenings['market.resulted'],
): Promise<void> => begin((tx) => wantSettled(tx, markets.map(BigInt), by))

/** Also where all of it was done before. */
export async function wantSettled(tx: Tx, marketIds: readonly bigint[], by: WorkBy): Promise<void> {
  const results = await sportsForBets.resultsOf(tx, marketIds)
  await addWork(
    tx,
    [...new Set(marketIds)].map((marketId) => ({ marketId, revision: results.get(marketId)?.revision ?? 0 })),
    by,
  )
}

/** All that waits in one lane; another node may be at the same. */
async function settleLane(ctx: SettlerContext, lane: Lane): Promise<void> {
  while (await takeTurn(ctx, lane));
}

/** All that waits. */
export const settleDue = async (ctx: SettlerContext): Promise<void> => {
  await Promise.all(settleLanes.map((lane) => settleLane(ctx, lane)))
}

type Turn = { work: Work; ids: readonly bigint[]; next: readonly NextBet[]; to: bigint; isDone: boolean }

async function openTurn(tx: Tx, lane: Lane): Promise<Turn | null> {
  const work = await takeWork(tx, lane)
  if (!work) return null
  const next = await nextBets(tx, work, most)
  const ids = [...new Set(next.map(({ id }) => id))]
  return { work, next, ids, to: ids.at(-1) ?? work.lastBet, isDone: next.length < most }
}

/**
 * One batch of one market; false where nothing waits. A process that dies in the middle leaves nothing behind, and
 * bets that are looked at twice are settled once.
 */
async function takeTurn(ctx: SettlerContext, lane: Lane): Promise<boolean> {
  const seen: { turn: Turn | null } = { turn: null }
  const left = await ctx
    .begin(async (tx) => {
      const turn = await openTurn(tx, lane)
      seen.turn = turn
      if (!turn) return []
      const locked = await lockConcerned(tx, turn)
      const rest = await settleCrowd(tx, turn.ids, { ...settlingBy(ctx, turn.work), locked })
      if (rest.length === 0) await moveWork(tx, turn.work, turn)
      return rest
    })
    .catch((error: unknown) => {
      // What cannot be settled together is settled one by one, so that a fault stays with the bet it belongs to.
      if (!seen.turn || isDatabaseGone(error) || isTooBusy(error)) throw error
      return seen.turn.ids
    })
  const { turn } = seen
  if (!turn) return false
  for (const id of left) await settleAlone(ctx, id, turn.work)
  if (left.length > 0) await ctx.begin((tx) => moveWork(tx, turn.work, turn))
  return true
}

/**
 * Players from whom money may be taken back, or whose limits may have to count less: before anything else is locked.
 * A first result that gives no stake back needs none of them; what needs its player all the same is settled alone.
 */
async function lockConcerned(tx: Tx, { work: { marketId }, next }: Turn): Promise<Set<bigint>> {
  const word = (await sportsForBets.resultsOf(tx, [marketId])).get(marketId)
  const isPlain =
    word?.state === 'resulted' &&
    word.revision === 1 &&
    word.windows.length === 0 &&
    word.outcomes.every(([, , back]) => back === 0)
  if (isPlain) return new Set()
  const players = new Set(next.map(({ playerId }) => playerId))
  if (players.size > 0) await lockPlayers(tx, [...players])
  return players
}

/** One bet with its player locked, inside the caller's transaction. */
export async function settleOne(tx: Tx, id: bigint, ctx: SettlingContext): Promise<void> {
  const head = await findBetHead(tx, id)
  if (!head) return
  await lockPlayers(tx, [head.playerId])
  if (head.bonusId !== null) await settleBonusBet(tx, id, ctx)
  else await settleCrowd(tx, [id], { ...ctx, locked: new Set([head.playerId]) })
}

/** A bet that cannot be settled is written down and tried again; the others do not wait for it. */
async function settleAlone(ctx: SettlerContext, id: bigint, by: WorkBy): Promise<void> {
  try {
    await ctx.begin(async (tx) => {
      await settleOne(tx, id, settlingBy(ctx, by))
      await dropStuck(tx, id)
    })
  } catch (error) {
    if (isDatabaseGone(error) || isTooBusy(error)) throw error
    const fault = error instanceof Error ? error.message : typeof error
    ctx.log.error({ bet: String(id), fault }, 'a bet was not settled')
    await ctx.begin((tx) => addStuck(tx, id, fault))
  }
}

/** The clock calls once a minute, and others wait for their turn. */
const mostStuckMs = 30_000

/** Every minute, from any of them on and round: where time is short, those that fail again keep none from it for ever. */
export async function settleStuck(ctx: SettlerContext, mostMs = mostStuckMs): Promise<void> {
  const until = performance.now() + mostMs
  const all = await listStuck(ctx.sql)
  const first = all.length > 0 ? randomInt(all.length) : 0
  for (const { betId } of [...all.slice(first), ...all.slice(0, first)]) {
    await settleAlone(ctx, betId, bySettler)
    if (performance.now() >= until) return
  }
}

/** Works off what waits, on every node; a notice wakes it, and while anything is left a look each second finds what a dead node had in hand. */
export function openSettler(ctx: SettlerContext, listener: Listener | null) {
  let isOver = false
  const lanes = settleLanes.map((lane) => {
    let work: Promise<void> | null = null
    let isWanted = false
    const want = (): void => {
      isWanted = true
      if (work || isOver) return
      work = run().finally(() => {
        work = null
        if (isWanted) want()
      })
    }
    async function run(): Promise<void> {
      isWanted = false
      while (!isOver && (await takeTurn(ctx, lane).catch(complain)));
    }
    return { lane, want, idle: async () => work }
  })
  const complain = (error: unknown): false => {
    ctx.log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'bets could not be settled')
    return false
  }
  let quietUntil = 0
  let isTold = false
  const wantAll = () => {
    isTold = true
    quietUntil = 0
    for (const { want } of lanes) want()
  }
  const looks = lookAgain(pauseMs, async () => {
    if (performance.now() < quietUntil) return
    isTold = false
    const waiting = await lanesWithWork(ctx.sql).catch(complain)
    if (!waiting) return
    for (const { lane, want } of lanes) if (waiting.includes(lane)) want()
    if (listener && waiting.length === 0 && !isTold) quietUntil = performance.now() + quietMs
  })
  const unlisten = listener?.listen(settleChannel, { onNotice: wantAll, onConnect: wantAll })
  return {
    async close() {
      isOver = true
      await looks.close()
      await (await unlisten)?.()
      await Promise.all(lanes.map(({ idle }) => idle()))
    },
  }
}
