import type { Config } from '../../../config.ts'
import { riskedIn } from '../../funding/funding.ts'
import { type Gates, openGates } from '../../limits/limits.ts'
import type { Companion } from '../batch/companion.ts'
import type { Call } from '../batch/read-call.ts'
import type { Step } from '../batch/rules.ts'

/** The gate of the house: locks the players, judges their stakes, and counts what they stake and get back. */
export const limitsCompanion = ({ jurisdiction }: Pick<Config, 'jurisdiction'>): Companion => ({
  name: 'limits',
  place: 'players',
  async open(tx, calls) {
    const playerIds = [...new Set(calls.map(({ playerId }) => playerId))]
    const gates = await openGates(tx, { playerIds, jurisdiction })
    return {
      openBonuses: gates.openBonuses,
      check: {
        at: 'limits',
        // Play money has no limits, but who is shut out is shut out. A free spin risks nothing of the player's.
        refuse: ({ call: { playerId }, mode, amount, isRisk }) =>
          gates.ask({ playerId, want: mode === 'demo' ? 'standing' : 'stake', amountMinor: isRisk ? amount : 0n }),
      },
      took(call, step) {
        if (step.round?.mode === 'real') count(gates, call, step)
      },
      // A pot is won with what was risked, so it counts against what was lost like every other win.
      prized: ({ provider, transaction, playerId, won }) =>
        gates.note({ playerId, kind: 'return', amountMinor: won, key: `pot:${provider}:${transaction}` }),
      write: gates.write,
    }
  },
})

function count(gates: Pick<Gates, 'note' | 'drop'>, call: Call, { action, target }: Step) {
  const { provider, transaction, reference, playerId, kind, won, isFree } = call
  // The house stakes a free spin: what it gives is no return of what the player risked.
  if (isFree) return
  const risked = riskedIn(action.split)
  const stakeKey = `stake:${provider}:${transaction}`
  if (risked > 0n) gates.note({ playerId, kind: 'stake', amountMinor: risked, returnedMinor: won, key: stakeKey })
  else if (won > 0n)
    gates.note({ playerId, kind: 'return', amountMinor: won, key: `return:${provider}:${transaction}` })
  if (kind !== 'rollback' || !target || target.split.some((part) => part.kind === 'promotions')) return
  if (target.staked > 0n) gates.drop({ playerId, key: `stake:${provider}:${reference}` })
  if (target.won > 0n) gates.drop({ playerId, key: `return:${provider}:${reference}` }, target.won)
}
