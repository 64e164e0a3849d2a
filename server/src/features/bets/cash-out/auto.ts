import { randomBytes, randomUUID } from 'node:crypto'
import type { Log } from '../../../log.ts'
import { lookAgain } from '../../../look-again.ts'
import { sportsForBets } from '../../sports/sports.ts'
import { holdAutoLook, leaveAutoLook, listTargets, moveAutoLook } from './auto-store.ts'
import { type RunningRow, readRunning } from './cash-out-store.ts'
import { decideCashOut, offerNow } from './decide-rules.ts'
import { type Looked, lookAt } from './look.ts'
import { leastOf } from './quote-rules.ts'
import { type CashOutHouse, sell, withBet } from './run-cash-out.ts'

const lookMs = 1_000
/** Bets whose worth is looked at together. */
const most = 200
/** Every so many looks all targets are looked at: time alone may have made a bet worth more. */
const allEvery = 30

const isReached = ({ row: { autoTarget }, worth }: Pick<Looked, 'row' | 'worth'>): boolean =>
  autoTarget !== null && 'value' in worth && worth.value >= autoTarget

/** Looked at once more under its locks: by what is seen without them nothing is paid. */
export const tryTarget = (house: CashOutHouse, { id, playerId }: Pick<RunningRow, 'id' | 'playerId'>): Promise<void> =>
  withBet(house, { playerId, betId: id }, async (held) => {
    const { bet, worth, isWaiting } = held
    if (isWaiting || !('value' in worth) || !isReached({ row: bet, worth })) return
    const sold = decideCashOut(bet, worth, { offer: offerNow(bet, worth), part: null, minimum: leastOf(bet) })
    // A bet that ended a moment ago has no target any more.
    if (sold !== 'changed' && !(sold instanceof Error)) await sell(held, sold, { kind: 'auto', hash: randomBytes(32) })
  })

/** All bets on events that changed since the last look, by the one node that does it. */
async function lookOnce(house: CashOutHouse, { holder, isAll, log }: { holder: string; isAll: boolean; log: Log }) {
  const { sql } = house
  const seq = await holdAutoLook(sql, holder)
  if (seq === null) return
  const { last, eventIds } = await sportsForBets.changesSince(sql, seq)
  if (!isAll && eventIds.length === 0) return
  const ids = await listTargets(sql, isAll ? null : eventIds)
  for (let from = 0; from < ids.length; from += most) {
    const rows = await readRunning(sql, ids.slice(from, from + most))
    const { looked } = await lookAt(house, rows)
    for (const each of looked.filter(isReached)) {
      await tryTarget(house, each.row).catch((error: unknown) => {
        const fault = error instanceof Error ? error.name : typeof error
        log.warn({ bet: String(each.row.id), fault }, 'a bet was not cashed out by itself')
      })
    }
    await holdAutoLook(sql, holder)
  }
  await moveAutoLook(sql, holder, last)
}

/** Once a second; every node tries, one does it, and another goes on where that one falls silent. */
export function openAutoCashOut(house: CashOutHouse, log: Log) {
  const holder = randomUUID()
  let looks = 0
  const clock = lookAgain(lookMs, async () => {
    if (house.config.sportsFeeds.length === 0) return
    const isAll = looks % allEvery === 0
    looks += 1
    await lookOnce(house, { holder, log, isAll }).catch((error: unknown) =>
      log.warn({ fault: error instanceof Error ? error.name : typeof error }, 'targets of bets were not looked at'),
    )
  })
  return {
    async close() {
      await clock.close()
      await leaveAutoLook(house.sql, holder).catch(() => {})
    },
  }
}
