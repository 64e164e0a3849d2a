import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { studioGames } from '@croupier/studio/games'
import type { Tx } from '../../../context.ts'
import { chainLength, makeChain } from './chain.ts'
import { secretOf, type TableGame, tableGame } from './game.ts'
import { listUnsettled } from './plays-store.ts'
import { faultText, settleFlight, settleRound, type TableHouse } from './settle.ts'
import {
  addChain,
  addShared,
  addTable,
  type Holding,
  hold,
  letGo,
  lockHolding,
  lockShared,
  readClockMs,
  readShared,
  readTurn,
  type Shared,
  setOver,
  setRunning,
  setStart,
  stay,
  tellTable,
} from './store.ts'
import { beatMs, idleMs, leaseMs, mostLateMs, silenceMs, type Times, timesOf, watchMs } from './times.ts'

const leastPauseMs = 10

type TableOptions = {
  house: TableHouse
  game: TableGame
  /** Goes the way of a player who wants to get off, and fails or takes long where that player would. */
  probe: () => Promise<unknown>
  times?: Times
  chainLength?: number
}

/** One table, as this node sees it. */
type Table = Pick<Required<TableOptions>, 'house' | 'game' | 'probe' | 'times'> & {
  name: string
  length: number
  node: string
}

/**
 * Runs the rounds of one game for all players. Every node has one and only one of them is at work: the others see that
 * it is, and go on from the database when it falls silent. What was decided is there, what was not follows from the
 * clock and the chain, so it does not matter which node goes on, nor that two might.
 */
export function openTable(options: TableOptions) {
  const { house, game, probe, times = timesOf(house.config.jurisdiction) } = options
  const { sql, log } = house
  const name = game.about.sysname
  const length = options.chainLength ?? chainLength
  const table: Table = { house, game, probe, name, times, length, node: randomUUID() }
  const ending = new AbortController()
  let working = Promise.resolve()

  async function run() {
    while (!ending.signal.aborted) {
      const waitMs = await takeTurn(table).catch((error: unknown) => {
        log.warn({ fault: faultText(error), game: name }, 'a table could not go on')
        return beatMs
      })
      await sleep(waitMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }

  return {
    start() {
      working = run()
    },

    /** One turn by hand, for tests that want to stand in between. */
    turn: () => takeTurn(table),

    /** Falls silent at once, as a process that is killed does. */
    async drop() {
      ending.abort()
      await working
    },

    async close() {
      ending.abort()
      await working
      await letGo(sql, name, table.node).catch(() => {})
    },
  }
}

/** One look, at most one change of phase. Answers after how long to look again. */
async function takeTurn(table: Table): Promise<number> {
  const { house, name, length } = table
  const { sql, begin } = house
  const found = await readTurn(sql, name)
  if (!found) {
    await addTable(sql, name)
    return 0
  }
  const { seen, shared, isOwing } = found
  if (isIdle(seen, shared) && !isOwing) return idleMs
  if (isOthers(table, seen)) return beatMs
  await table.probe()
  const isHeld = await begin((tx) => goOn(tx, table))
  if (isHeld === 'no chain') {
    await addChain(sql, { game: name, ...(await makeChain(length)) }, house.keys)
    return 0
  }
  // Never longer than a beat: the other nodes count on it.
  return isHeld ? Math.min(beatMs, Math.max(leastPauseMs, await whileHere(table, () => settleAll(table)))) : beatMs
}

/**
 * One player whose row is busy elsewhere, or very many of them, keep us waiting. That is no silence while players who
 * want to get off are heard, so no stake goes back for it. Where they are not heard either, nothing is said: then it is.
 */
async function whileHere<T>({ house: { sql }, probe, name, node }: Table, work: () => Promise<T>): Promise<T> {
  const beat = async () => {
    await probe()
    await stay(sql, name, node)
  }
  const beating = setInterval(() => void beat().catch(() => {}), beatMs)
  try {
    return await work()
  } finally {
    clearInterval(beating)
  }
}

const isOthers = ({ node }: Table, { holder, beatMs: beat, nowMs }: Holding) =>
  holder !== null && holder !== node && nowMs - beat < leaseMs

/** No visitor looks on, nothing is under way: nothing is written. */
function isIdle({ watchedMs, nowMs }: Holding, shared: Shared | undefined) {
  if (shared?.phase === 'open' && shared.startsMs === null) return shared.chain.salt === null
  const isBetween = !shared || (shared.phase === 'over' && nowMs - (shared.endedMs ?? nowMs) > watchMs)
  return isBetween && nowMs - watchedMs > watchMs
}

async function goOn(tx: Tx, table: Table): Promise<boolean | 'no chain'> {
  const { name, times, node } = table
  const seen = await lockHolding(tx, name)
  if (!seen || isOthers(table, seen)) return false
  const shared = await readShared(tx, name)
  if (shared?.phase === 'open') await startRound(tx, table, shared)
  if (shared?.phase === 'running') await endRound(tx, table, shared, seen)
  if (!shared || shared.phase === 'over') {
    const isNext = seen.nowMs >= (shared?.endedMs ?? 0) + times.overMs && seen.nowMs - seen.watchedMs <= watchMs
    if (isNext && !(await addShared(tx, name, times.openMs))) return 'no chain'
    if (isNext) await tellTable(tx, name)
  }
  await hold(tx, name, node)
  return true
}

/** Stakes that are under way are waited for: after this there are no more. */
async function startRound(tx: Tx, { name, times }: Table, { id, startsMs, chain }: Shared) {
  if (startsMs === null && chain.salt === null) return
  if (startsMs !== null && (await readClockMs(tx)) < startsMs) return
  await lockShared(tx, id)
  const lateMs = startsMs === null ? null : (await readClockMs(tx)) - startsMs
  if (lateMs === null || lateMs > mostLateMs) await setStart(tx, id, times.openMs)
  else await setRunning(tx, id)
  await tellTable(tx, name)
}

async function endRound(tx: Tx, { house, game, name }: Table, shared: Shared, { beatMs: beat, nowMs }: Holding) {
  const { link, point } = await secretOf(game, shared, house.keys)
  const endsMs = (shared.startsMs ?? 0) + game.flight.endMsOf(point)
  if (nowMs < endsMs) return
  // No node was there between these two moments, and the flight ended between them.
  const isInterrupted = nowMs - beat > silenceMs && endsMs > beat
  await setOver(tx, shared.id, { point, link, isInterrupted })
  await tellTable(tx, name)
}

/** Pays what is to be paid now; answers when there is something to do again. */
async function settleAll({ house, game, name, times }: Table): Promise<number> {
  const { sql } = house
  for (const id of await listUnsettled(sql, name)) await settleRound(house, game, id)
  const shared = await readShared(sql, name)
  if (!shared) return 0
  const { phase, startsMs, endedMs } = shared
  if (phase === 'running') return settleFlight(house, game, shared)
  const nowMs = await readClockMs(sql)
  if (phase === 'open') return startsMs === null ? 0 : startsMs - nowMs
  return (endedMs ?? nowMs) + times.overMs - nowMs
}

/** One for each title of the studio that all players play together. */
export function runTables(house: TableHouse, probe: TableOptions['probe']) {
  const tables = studioGames.flatMap(({ about }) => {
    const game = tableGame(about.sysname)
    return game ? openTable({ house, game, probe }) : []
  })
  for (const table of tables) table.start()
  return {
    async close() {
      await Promise.all(tables.map((table) => table.close()))
    },
  }
}
