import { sql } from 'kysely'
import type { JobContext } from '../../context.ts'
import { bettingProof } from '../bonuses/bonuses.ts'
import { balancesOfAll } from '../wallet/wallet.ts'
import { listBettors, readRunningStakes } from './read-store.ts'

const most = 50

type House = Pick<JobContext, 'sql' | 'begin'>

/**
 * What is held for bets against the stakes of those that run, for each player with bets. All of a page is read as it was
 * at one moment: the settler pays most bets without their players' locks, so locks would not keep together what is
 * compared, and would only hold up stakes.
 */
export async function verifyHolds(house: House, { isRunning = false } = {}) {
  const proof: { players: number; faults: string[] } = { players: 0, faults: [] }
  for (let after = 0n; ; ) {
    const playerIds = await listBettors(house.sql, { after, most, isRunning })
    const last = playerIds.at(-1)
    if (last === undefined) return proof
    proof.players += playerIds.length
    proof.faults.push(...(await faultsOf(house, playerIds)))
    after = last
  }
}

const faultsOf = (house: House, playerIds: readonly bigint[]) =>
  house.begin(async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx)
    const over = new Map<string, bigint>()
    const add = (playerId: bigint, currency: string, amount: bigint) => {
      const name = `player ${playerId}: the purse slip_hold ${currency}`
      over.set(name, (over.get(name) ?? 0n) + amount)
    }
    for (const [playerId, purses] of await balancesOfAll(tx, playerIds))
      for (const { kind, currency, balance } of purses) if (kind === 'slip_hold') add(playerId, currency, balance)
    const stakes = [await readRunningStakes(tx, playerIds), await bettingProof.stakesOutsideBets(tx, playerIds)]
    for (const { playerId, currency, stake } of stakes.flat()) add(playerId, currency, -stake)
    return [...over].flatMap(([name, amount]) => (amount === 0n ? [] : [`${name} has ${amount} more than its bets`]))
  })

/** Every hour, those who have bets that run. */
export async function checkHoldsHourly(ctx: House & Pick<JobContext, 'log'>): Promise<void> {
  const { players, faults } = await verifyHolds(ctx, { isRunning: true })
  if (faults.length > 0) ctx.log.error({ faults: faults.slice(0, 20), count: faults.length }, 'holds of bets are wrong')
  else ctx.log.info({ players }, 'holds agree with bets')
}
