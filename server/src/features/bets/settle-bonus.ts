import type { Tx } from '../../context.ts'
import { slipHooks } from '../bonuses/bonuses.ts'
import { balancesOf, moveAll } from '../wallet/wallet.ts'
import { betMovement, nextStepOf } from './settle-bets.ts'
import { correctingLines } from './settle-money.ts'
import { lockBets, type OpenBet, type SettlingStep } from './settle-store.ts'
import { type BetView, viewBets } from './settle-view.ts'
import { type SettlingContext, writeDone, writeReviews } from './write-settled.ts'

/** A bet that a betting bonus is in, in a transaction of its own: the bonus moves its money. The player is locked. */
export async function settleBonusBet(tx: Tx, id: bigint, ctx: SettlingContext): Promise<void> {
  const [bet] = await lockBets(tx, [id])
  if (!bet || bet.bonusId === null) return
  const [view] = await viewBets(tx, [bet])
  if (!view) return
  const { act } = view
  await writeReviews(tx, [view])
  if (act.kind === 'nothing' || act.kind === 'review') return
  const result = await moveByBonus(tx, view)
  if (!result) return
  const shortfall = await moveBoost(tx, view, result.boost)
  await writeDone(tx, [{ view, step: { ...nextStepOf(bet), ...result, shortfall } }], ctx)
}

type Moved = Pick<SettlingStep, 'kind' | 'state' | 'returned' | 'boost' | 'legs'>

/** The bonus has a number for each of its movements too, and both are the same. */
async function moveByBonus(tx: Tx, { bet, act }: BetView): Promise<Moved | null> {
  const slip = String(bet.id)
  if (act.kind === 'reopen') {
    mustBeNext(bet, await slipHooks.reverseSlip(tx, slip))
    return { kind: 'reopened', state: 'open', returned: 0n, boost: 0n, legs: [] }
  }
  if (act.kind !== 'settle' && act.kind !== 'correct') throw new Error('a bet that nothing is to be done with')
  const { gross, returned, boost, results, legs } = act.judged
  const said = results.map(([win, back, of]) => ({ win, back, of }))
  const answer = await slipHooks.settleSlip(tx, slip, { kind: 'settled', returned: gross, legs: said })
  // Another part of a builder decides, and the leg is what it was: the bonus knows of legs alone.
  if (answer.kind === 'repeated' && act.kind === 'correct') return null
  mustBeNext(bet, answer)
  return { kind: act.kind === 'settle' ? 'settled' : 'corrected', state: 'settled', returned, boost, legs }
}

function mustBeNext({ steps }: OpenBet, said: { kind: string; step?: number }): void {
  if (said.kind !== 'settled' || said.step !== steps + 1)
    throw new Error(`the bonus of a bet stands elsewhere: ${said.kind} ${said.step ?? ''}`)
}

/** The boost of the house is none of the bonus: its own movement, beside that of the bonus. Answers what was gone. */
async function moveBoost(tx: Tx, { bet, past }: BetView, boost: bigint): Promise<bigint> {
  if (boost === bet.boost) return 0n
  const purses = await balancesOf(tx, bet.playerId)
  const main = purses.find(({ kind, currency }) => kind === 'main' && currency === bet.currency)?.balance ?? 0n
  const money = correctingLines({ returned: 0n, boost: bet.boost }, { returned: 0n, boost }, { owed: past.owed, main })
  const [outcome] = await moveAll(tx, [betMovement(bet, bet.steps + 1, money.lines, ':boost')])
  if (outcome?.kind !== 'moved') throw new Error(`the boost of a bet did not move: ${outcome?.kind}`)
  return money.shortfall
}
