import type { Context } from '../../context.ts'
import { lockPlayers } from '../account/account.ts'
import { addRuling, type BetHead, findBetHead, lockBets, type NewRuling } from './settle-store.ts'
import { settleOne } from './settler.ts'

/** How the bet stands after it, or why nothing was ruled. */
type RuledBet = BetHead | 'unknown' | 'over' | 'unknown leg'

/** An exception for one leg of one bet, and what follows from it, in one transaction. */
export const ruleBet = (
  { begin, announce }: Pick<Context, 'begin' | 'announce'>,
  ruling: NewRuling,
): Promise<RuledBet> =>
  begin(async (tx) => {
    const head = await findBetHead(tx, ruling.betId)
    if (!head) return 'unknown'
    await lockPlayers(tx, [head.playerId])
    const [bet] = await lockBets(tx, [ruling.betId])
    if (!bet) return 'over'
    if (!(await addRuling(tx, ruling))) return 'unknown leg'
    await settleOne(tx, ruling.betId, { announce, actor: ruling.actor, reason: ruling.reason })
    return (await findBetHead(tx, ruling.betId)) ?? head
  })
