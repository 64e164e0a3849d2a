import { Refusal } from '@croupier/contract/refusals'
import type { WalletReason } from '@croupier/contract/wallet-refusals'
import type { Spendable } from '../../bonuses/bonuses.ts'
import type { Movement, Outcome, PurseName, Transfer } from '../../wallet/wallet.ts'
import { wireMoney } from '../wire.ts'
import type { Planned, Prize } from './companion.ts'

/** The text is JSON, the same bytes for ever. */
export type Answered = { answer: string } | { refusal: Refusal }

/** Everything but the token is what the key promises: a game that was launched again may repeat an old call. */
export function movementOf({ call, step, known }: Planned, lane: number, prizes: readonly Prize[]): Movement {
  const { provider, kind, transaction, round, game, playerId, currency, staked, won, isClosed, reference, pack } = call
  const prize = prizes.find((each) => each.provider === provider && each.transaction === transaction)
  const transfers = [...(step?.transfers ?? []), ...(prize?.transfers ?? [])]
  const reads = step?.purses ?? known?.purses ?? []
  const shortfall = step?.action.shortfall ?? known?.shortfall ?? 0n
  return {
    scope: `game:${provider}`,
    key: transaction,
    playerId,
    body: {
      ...{ kind, round, game, playerId, currency, staked, won, isClosed, reference },
      ...(pack !== undefined && { pack }),
    },
    transfers: transfers.map((each) => onLane(each, `game:${provider}`, lane)),
    reads,
    answer: (balanceOf) => ({
      transaction,
      round,
      ...(reads.length > 0 && {
        balance: wireMoney(
          reads.reduce((sum, purse) => sum + balanceOf(purse), 0n),
          currency,
        ),
      }),
      ...(step?.bonusPurse && { bonus: wireMoney(bonusIn(reads, balanceOf), currency) }),
      ...(shortfall > 0n && { shortfall: wireMoney(shortfall, currency) }),
    }),
  }
}

/** What of a balance is bonus money. */
const bonusIn = (reads: readonly PurseName[], balanceOf: (purse: PurseName) => bigint) =>
  reads.reduce((sum, purse) => sum + (purse.kind === 'bonus' ? balanceOf(purse) : 0n), 0n)

/** Each lane has its own purse of the provider, so batches under way at once do not wait for each other. */
function onLane(transfer: Transfer, owner: string, lane: number): Transfer {
  const lanePurse = (purse: PurseName): PurseName =>
    lane > 0 && purse.playerId === null && purse.owner === owner && purse.kind === 'main'
      ? { ...purse, kind: `main-${lane}` }
      : purse
  return { ...transfer, from: lanePurse(transfer.from), to: lanePurse(transfer.to) }
}

export function answeredBy(outcome: Outcome | undefined): Answered {
  if (!outcome) throw new Error('a movement without an outcome')
  if (outcome.kind === 'moved' || outcome.kind === 'repeated') return { answer: outcome.answer }
  const reasons = {
    conflict: 'KEY_CONFLICT',
    short: 'INSUFFICIENT_FUNDS',
    overflow: 'AMOUNT_TOO_LARGE',
  } as const satisfies Record<string, WalletReason>
  const field = outcome.kind === 'conflict' ? 'transaction' : 'amount'
  const reason = reasons[outcome.kind]
  return { refusal: new Refusal(`InvalidParameter:${reason}`, { message: reason, fields: { [field]: [reason] } }) }
}

/** What the player has after a movement; null where it moved nothing. */
export function leftAfter(planned: Planned | undefined, outcome: Outcome | undefined): Spendable | null {
  if (outcome?.kind !== 'moved' || !planned?.step) return null
  const { purses, bonusPurse } = planned.step
  const sumOf = (isMeant: (purse: PurseName | undefined) => boolean) =>
    outcome.balances.reduce((sum, balance, at) => sum + (isMeant(purses[at]) ? balance : 0n), 0n)
  return { balance: sumOf(() => true), bonus: bonusPurse && sumOf((purse) => purse?.kind === 'bonus') }
}
