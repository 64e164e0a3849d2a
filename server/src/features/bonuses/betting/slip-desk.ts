import { fromDecimal, isCurrency } from '@croupier/contract/money'
import { begin, type Database } from '../../../db/db.ts'
import { findByLogin, lockPlayer, readStanding } from '../../account/account.ts'
import { gate } from '../../limits/limits.ts'
import type { SlipLeg } from './rules.ts'
import type { SlipOutcome } from './settle-rules.ts'
import { readSlip } from './slip-store.ts'
import { payForSlip, reverseSlip, settleSlip } from './slips.ts'

type PlacedBet = { login: string; bonusId: bigint | null; slip: string; stake: string; legs: readonly SlipLeg[] }

/** Who runs bets, until there are bets: each act is one transaction that locks the player first. For the sandbox. */
export const openSlipDesk = (db: Database, jurisdiction: Parameters<typeof gate>[1]['jurisdiction']) => ({
  /** Null where there is no such player, or that is no stake. */
  async place({ login, bonusId, slip, stake: written, legs }: PlacedBet) {
    const player = await findByLogin(db.sql, login)
    if (!player) return null
    const { currency } = await readStanding(db.sql, player.playerId)
    const stake = isCurrency(currency) ? fromDecimal(written, currency) : null
    if (stake === null || stake <= 0n) return null
    return begin(db, async (tx) => {
      await gate(tx, { playerId: player.playerId, want: 'stake', amountMinor: stake, jurisdiction })
      return payForSlip(tx, { playerId: player.playerId, bonusId, slip, stake, odds: oddsOf(legs), legs })
    })
  },

  async find(slip: string) {
    const found = await readSlip(db.sql, slip)
    return found ? { stake: found.stake, legs: found.legs, currency: found.currency } : null
  },

  settle: (slip: string, outcome: SlipOutcome) => locked(db, slip, (tx) => settleSlip(tx, slip, outcome)),
  reverse: (slip: string) => locked(db, slip, (tx) => reverseSlip(tx, slip)),
})

/** Of all picks together, in thousandths, rounded down. */
const oddsOf = (legs: readonly SlipLeg[]): number =>
  Number(legs.reduce((product, { odds }) => product * BigInt(odds), 1_000n) / 1_000n ** BigInt(legs.length))

async function locked<T>(db: Database, slip: string, act: (tx: Parameters<typeof lockPlayer>[0]) => Promise<T>) {
  const found = await readSlip(db.sql, slip)
  if (!found) return { kind: 'unknown' as const }
  return begin(db, async (tx) => {
    await lockPlayer(tx, found.playerId)
    return act(tx)
  })
}
