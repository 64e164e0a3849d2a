import { currencyOf } from '@croupier/contract/money'
import type { Tx } from '../../../context.ts'
import { tellPlayers } from '../../../db/announce.ts'
import { TryAgain } from '../../../db/db.ts'
import { moveAll } from '../../wallet/wallet.ts'
import { exposureOf } from '../decide.ts'
import type { BetDesk } from '../desk.ts'
import { betMovement } from '../settle-bets.ts'
import { cashOutLines } from '../settle-money.ts'
import { type ExposureChange, giveExposure, readPast } from '../settle-store.ts'
import type { SaidLeg } from '../settle-view.ts'
import { laneOf } from '../work-store.ts'
import { type RunningRow, writeCashed } from './cash-out-store.ts'

export type CashedPart = { part: bigint; value: bigint; actor: 'player' | 'house'; reason: string }

/**
 * A part of a bet ends for its value, as the bet's next step: its number is its key in the ledger, so no step is taken
 * twice. What earlier corrections of the bet could not take back comes first out of it, as when it is settled.
 */
export async function movementOfCashOut(tx: Tx, bet: RunningRow, { part, value }: Pick<CashedPart, 'part' | 'value'>) {
  const past = (await readPast(tx, [bet.id])).get(bet.id)
  const { lines, shortfall } = cashOutLines(part, value, past?.owed ?? 0n)
  return { movement: betMovement(bet, bet.steps + 1, lines), shortfall }
}

/** Everything but the money: how the bet stands, what limits count, what the house risks, and who is told. */
async function writeCashOut(
  tx: Tx,
  { desk, bet, said }: { desk: BetDesk; bet: RunningRow; said: readonly SaidLeg[] },
  { part, value, actor, reason, shortfall }: CashedPart & { shortfall: bigint },
): Promise<void> {
  const n = bet.steps + 1
  await writeCashed(tx, { betId: bet.id, n, part, value, isFull: part === bet.stakeOpen, shortfall, actor, reason })
  const { playerId } = bet
  if (bet.mode === 'real') {
    desk.gates.note({ playerId, kind: 'return', amountMinor: value, key: `bet:${bet.id}:${n}` })
    await giveExposure(tx, exposureLess(bet, part, said))
  }
  await tellPlayers(tx, [playerId], 'bets')
}

/** What is left counts as if it had been staked alone, so that in the end all of it was given back. */
export function exposureLess(bet: RunningRow, part: bigint, said: readonly SaidLeg[]): ExposureChange[] {
  const currency = currencyOf(bet)
  return said.map(({ leg: { marketId, outcome, price } }) => ({
    ...{ marketId, outcome, lane: laneOf(bet.playerId) },
    profit: exposureOf(bet.stakeOpen - part, price, currency) - exposureOf(bet.stakeOpen, price, currency),
  }))
}

export async function payCashOut(
  tx: Tx,
  seen: { desk: BetDesk; bet: RunningRow; said: readonly SaidLeg[] },
  cashed: CashedPart,
): Promise<void> {
  const { movement, shortfall } = await movementOfCashOut(tx, seen.bet, cashed)
  const [outcome] = await moveAll(tx, [movement])
  if (outcome?.kind === 'short') throw new TryAgain('the money of a bet was not there')
  if (outcome?.kind !== 'moved') throw new Error(`the money of a bet did not move: ${outcome?.kind}`)
  await writeCashOut(tx, seen, { ...cashed, shortfall })
  await seen.desk.gates.write()
}
