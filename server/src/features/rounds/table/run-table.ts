import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { studioGames } from '@croupier/studio/games'
import type { Tx } from '../../../context.ts'
import { chainLength, makeChain } from './chain.ts'
import { autoOf, type End, endAfterFlight, endInFlight } from './rules.ts'
import { type House, type SharedGame, secretOf, settle, sharedGame } from './settle.ts'
import {
  type Aboard,
  addChain,
  addShared,
  addTable,
  type Holding,
  hold,
  letGo,
  listAboard,
  listUnsettled,
  lockHolding,
  lockShared,
  nextAuto,
  readClock,
  readHolding,
  readShared,
  readSharedById,
  type Shared,
  type SharedPlay,
  setOver,
  setRunning,
  setStart,
  stay,
  tellTable,
} from './store.ts'
import { beatMs, idleMs, leaseMs, mostLateMs, silenceMs, type Times, timesOf, watchMs } from './times.ts'

/** Plays that are settled in one transaction. */
const most = 200
const leastPauseMs = 10

type Parts = { house: House; game: SharedGame; times?: Times; chainLength?: number }

/**
 * Runs the rounds of one game for everybody. Every node has one and only one of them is at work: the others see that it
 * is, and go on from the database when it falls silent. What was decided is there, what was not follows from the clock
 * and the chain, so it does not matter who goes on, nor that two might.
 */
export function openTable({ house, game, times = timesOf(house.config.jurisdiction), ...parts }: Parts) {
  const { sql, begin, log } = house
  const { flight } = game
  const name = game.about.sysname
  const me = randomUUID()
  const length = parts.chainLength ?? chainLength
  const ending = new AbortController()
  let working = Promise.resolve()

  /** One look, at most one change of phase. Answers after how long to look again. */
  async function turn(): Promise<number> {
    const seen = await readHolding(sql, name)
    if (!seen) {
      await addTable(sql, name)
      return 0
    }
    const shared = await readShared(sql, name)
    if (isIdle(seen, shared) && (await listUnsettled(sql, name)).length === 0) return idleMs
    if (isOthers(seen)) return beatMs
    const isHeld = await begin((tx) => goOn(tx))
    if (isHeld === 'no chain') {
      await addChain(sql, { game: name, ...(await makeChain(length)) })
      return 0
    }
    // Never longer than a beat: the others count on it.
    return isHeld ? Math.min(beatMs, Math.max(leastPauseMs, await whileHere(settleAll))) : beatMs
  }

  /**
   * One traveller whose row is busy elsewhere, or a great crowd, keeps us waiting. That is no silence: whoever wants to
   * get off is heard meanwhile, so nobody may get a stake back for it.
   */
  async function whileHere<T>(work: () => Promise<T>): Promise<T> {
    const beating = setInterval(() => void stay(sql, name, me).catch(() => {}), beatMs)
    try {
      return await work()
    } finally {
      clearInterval(beating)
    }
  }

  const isOthers = ({ holder, beatMs: beat, nowMs }: Holding) =>
    holder !== null && holder !== me && nowMs - beat < leaseMs

  /** Nobody looks on, nothing is under way: nothing is written. */
  const isIdle = ({ watchedMs, nowMs }: Holding, shared: Shared | undefined) => {
    if (shared?.phase === 'open' && shared.startsMs === null) return shared.chain.salt === null
    const isBetween = !shared || (shared.phase === 'over' && nowMs - (shared.endedMs ?? nowMs) > watchMs)
    return isBetween && nowMs - watchedMs > watchMs
  }

  async function goOn(tx: Tx): Promise<boolean | 'no chain'> {
    const seen = await lockHolding(tx, name)
    if (!seen || isOthers(seen)) return false
    const shared = await readShared(tx, name)
    if (shared?.phase === 'open') await start(tx, shared)
    if (shared?.phase === 'running') await end(tx, shared, seen)
    if (!shared || shared.phase === 'over') {
      const isNext = seen.nowMs >= (shared?.endedMs ?? 0) + times.overMs && seen.nowMs - seen.watchedMs <= watchMs
      if (isNext && !(await addShared(tx, name, times.openMs))) return 'no chain'
      if (isNext) await tellTable(tx, name)
    }
    await hold(tx, name, me)
    return true
  }

  /** Stakes that are under way are waited for: after this there are no more. */
  async function start(tx: Tx, { id, startsMs, chain }: Shared) {
    if (startsMs === null && chain.salt === null) return
    if (startsMs !== null && (await readClock(tx)) < startsMs) return
    await lockShared(tx, id)
    const lateMs = startsMs === null ? null : (await readClock(tx)) - startsMs
    if (lateMs === null || lateMs > mostLateMs) await setStart(tx, id, times.openMs)
    else await setRunning(tx, id)
    await tellTable(tx, name)
  }

  async function end(tx: Tx, shared: Shared, { beatMs: beat, nowMs }: Holding) {
    const { link, point } = await secretOf(game, shared)
    const endsMs = (shared.startsMs ?? 0) + flight.endMsOf(point)
    if (nowMs < endsMs) return
    // Nobody of us was there between these two moments, and the flight ended between them.
    const isInterrupted = nowMs - beat > silenceMs && endsMs > beat
    await setOver(tx, shared.id, { point, link, isInterrupted })
    await tellTable(tx, name)
  }

  /** Pays what is to be paid now; answers when there is something to do again. */
  async function settleAll(): Promise<number> {
    for (const id of await listUnsettled(sql, name)) {
      const shared = await readSharedById(sql, id)
      if (shared) await settleOver(shared)
    }
    const shared = await readShared(sql, name)
    if (!shared) return 0
    const nowMs = await readClock(sql)
    const { phase, startsMs, endedMs } = shared
    if (phase === 'open') return startsMs === null ? 0 : startsMs - nowMs
    if (phase === 'over') return (endedMs ?? nowMs) + times.overMs - nowMs
    return fly(shared, startsMs ?? nowMs)
  }

  async function fly(shared: Shared, startsMs: number): Promise<number> {
    const { point } = await secretOf(game, shared)
    const height = Math.min(point, flight.heightAt((await readClock(sql)) - startsMs))
    await settleEach(shared, height, (play) => endInFlight(autoOf(play.choices), height))
    const next = await nextAuto(sql, shared.id, point)
    const endsMs = flight.endMsOf(point)
    return startsMs + (next === null ? endsMs : Math.min(endsMs, flight.msOf(next))) - (await readClock(sql))
  }

  async function settleOver(shared: Shared) {
    const { isInterrupted } = shared
    const point = Number(shared.point)
    await settleEach(shared, undefined, ({ choices, version }) =>
      // Rules that the studio has no more cannot be played to the end.
      version === game.maths.version
        ? endAfterFlight(flight, { auto: autoOf(choices), point, isInterrupted })
        : { back: true },
    )
  }

  async function settleEach(shared: Shared, height: number | undefined, decide: (play: SharedPlay) => End | null) {
    const passed = new Set<string>()
    for (;;) {
      const found = await listAboard(sql, shared.id, most + passed.size, height)
      const aboard = found.filter(({ round }) => !passed.has(round)).slice(0, most)
      if (aboard.length === 0) return
      const pay = (some: readonly Aboard[]) => begin((tx) => settle(house, tx, { game, shared, aboard: some, decide }))
      // What cannot be paid together is paid one by one, so that a fault stays with the one it belongs to.
      await pay(aboard).catch(async () => {
        for (const one of aboard)
          await pay([one]).catch((error: unknown) => log.error({ fault: faultOf(error) }, 'a play was not settled'))
      })
      for (const { round } of aboard) passed.add(round)
    }
  }

  async function run() {
    while (!ending.signal.aborted) {
      const waitMs = await turn().catch((error: unknown) => {
        log.warn({ fault: faultOf(error), game: name }, 'a table could not go on')
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
    turn,

    /** Falls silent at once, as a process that is killed does. */
    async drop() {
      ending.abort()
      await working
    },

    async close() {
      ending.abort()
      await working
      await letGo(sql, name, me).catch(() => {})
    },
  }
}

/** One for each title of the studio that everybody plays together. */
export function openTables(house: House) {
  const tables = studioGames.flatMap(({ about }) => {
    const game = sharedGame(about.sysname)
    return game ? openTable({ house, game }) : []
  })
  for (const table of tables) table.start()
  return {
    async close() {
      await Promise.all(tables.map((table) => table.close()))
    },
  }
}

const faultOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown')
