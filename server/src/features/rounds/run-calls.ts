import { isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { WalletReason } from '@croupier/contract/wallet-refusals'
import type { Config } from '../../config.ts'
import type { Tx } from '../../context.ts'
import type { Log } from '../../log.ts'
import { type Gates, openGates } from '../limits/limits.ts'
import {
  balancesOfAll,
  type Movement,
  moveAll,
  type Outcome,
  type PlayerPurse,
  type PurseName,
} from '../wallet/wallet.ts'
import type { Call } from './read-call.ts'
import { type Action, decideCall, type Round, type Sight, type Step } from './rules.ts'
import { type Books, type Changes, idOf, readBooks, writeBooks } from './store.ts'

/** The text is JSON, the same bytes for ever. */
export type Spoken = { answer: string } | { refusal: Refusal }

type House = {
  jurisdiction: Config['jurisdiction']
  log: Pick<Log, 'warn'>
  /** Which purse of the provider this batch uses: batches with one each do not wait for each other. */
  till: number
}

/** Something else came of a movement than was foreseen. Run alone, every call gets its own answer. */
class Unforeseen extends Error {}

/**
 * A crowd of calls as one transaction: a fixed number of questions, however many calls. Players are locked first, so
 * their rounds, limits and balances stand still; every call is then decided in memory, in order, each seeing what those
 * before it did.
 */
export async function runCalls(tx: Tx, calls: readonly Call[], { jurisdiction, log, till }: House): Promise<Spoken[]> {
  const playerIds = [...new Set(calls.map(({ playerId }) => playerId))]
  // Asked together, answered in this order: players are locked first.
  const [gates, books, balances] = await Promise.all([
    openGates(tx, { playerIds, jurisdiction }),
    readBooks(tx, calls),
    readBalances(tx, playerIds),
  ])
  const batch = openBatch(books, balances, gates)
  const decided = calls.map((call) => batch.decide(call))
  const planned = decided.flatMap((each) => (each instanceof Refusal ? [] : [each]))
  // Our own rows first: the provider's purse is everybody's, so it is locked last and held for the shortest time.
  const changes = batch.changes()
  const [, , outcomes] = await Promise.all([
    changes.actions.length > 0 ? writeBooks(tx, changes) : null,
    gates.write(),
    moveAll(
      tx,
      planned.map((each) => movementOf(each, till)),
    ),
  ])
  const left = [...outcomes]
  const spoken = decided.map((each): Spoken => (each instanceof Refusal ? { refusal: each } : speak(left.shift())))
  const odd = outcomes.find(({ kind }, at) => kind !== 'moved' && planned[at]?.step)
  if (odd) throw unforeseen(odd, calls.length)
  for (const { id, provider, value } of changes.actions) {
    if (value.shortfall > 0n)
      log.warn({ provider, transaction: id, round: value.round }, 'a win was taken back that is gone')
  }
  return spoken
}

/** Nothing of it stays: thrown, it takes back what was written. */
function unforeseen(outcome: Outcome, count: number): Error {
  const spoken = speak(outcome)
  if (count === 1 && 'refusal' in spoken) return spoken.refusal
  return new Unforeseen('a movement of a batch went another way')
}

function speak(outcome: Outcome | undefined): Spoken {
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

const purseKey = (playerId: bigint, kind: string, currency: string) => `${playerId}/${kind}/${currency}`

async function readBalances(tx: Tx, playerIds: readonly bigint[]): Promise<Map<string, bigint>> {
  const found = new Map<string, bigint>()
  for (const [playerId, purses] of await balancesOfAll(tx, playerIds)) {
    for (const { kind, currency, balance } of purses) found.set(purseKey(playerId, kind, currency), balance)
  }
  return found
}

/** Without a step: a call that was answered before. */
type Planned = { call: Call; step: Step | null }

function openBatch(books: Books, balances: Map<string, bigint>, gates: Gates) {
  const openedRounds = new Map<string, Changes['rounds'][number]>()
  const changedRounds = new Map<string, Changes['rounds'][number]>()
  const addedActions = new Map<string, Changes['actions'][number]>()
  const rolledBack = new Map<string, { provider: string; id: string }>()

  const sightOf = (call: Call): Sight => ({
    nowMs: books.nowMs,
    isPlayer: gates.knows(call.playerId),
    session: call.tokenHash ? books.sessions.get(call.tokenHash) : undefined,
    round: books.rounds.get(idOf(call.provider, call.round)),
    action: books.actions.get(idOf(call.provider, call.transaction)),
    meant: call.reference ? books.actions.get(idOf(call.provider, call.reference)) : undefined,
    balanceOf: (kind: PlayerPurse, currency: string) => balances.get(purseKey(call.playerId, kind, currency)) ?? 0n,
    ask: (wish) => gates.ask({ playerId: call.playerId, ...wish }),
  })

  /** What is decided holds for all calls after it. */
  function take(call: Call, step: Step) {
    for (const { from, to, amount } of step.transfers) {
      if (from.playerId !== null) add(purseKey(from.playerId, from.kind, from.currency), -amount)
      if (to.playerId !== null) add(purseKey(to.playerId, to.kind, to.currency), amount)
    }
    if (step.round) keepRound(call, step.round)
    keepAction(call.provider, call.transaction, step.action)
    if (step.meant) keepAction(call.provider, call.reference, step.meant)
    if (step.round?.mode === 'real') count(call, step)
  }

  const add = (purse: string, amount: bigint) => balances.set(purse, (balances.get(purse) ?? 0n) + amount)

  function keepRound({ provider, round: id }: Call, value: Round) {
    const name = idOf(provider, id)
    const isNew = openedRounds.has(name) || !books.rounds.has(name)
    if (books.rounds.get(name) !== value) (isNew ? openedRounds : changedRounds).set(name, { provider, id, value })
    books.rounds.set(name, value)
  }

  function keepAction(provider: string, id: string, value: Action) {
    const name = idOf(provider, id)
    if (addedActions.has(name) || !books.actions.has(name)) addedActions.set(name, { provider, id, value })
    else rolledBack.set(name, { provider, id })
    books.actions.set(name, value)
  }

  function count({ provider, transaction, reference, playerId, kind, staked, won }: Call, { meant }: Step) {
    if (staked > 0n)
      gates.note({ playerId, kind: 'stake', amountMinor: staked, key: `stake:${provider}:${transaction}` })
    if (won > 0n) gates.note({ playerId, kind: 'return', amountMinor: won, key: `return:${provider}:${transaction}` })
    if (kind !== 'rollback' || !meant) return
    if (meant.staked > 0n) gates.drop({ playerId, key: `stake:${provider}:${reference}` })
    if (meant.won > 0n) gates.drop({ playerId, key: `return:${provider}:${reference}` }, meant.won)
  }

  return {
    decide(call: Call): Refusal | Planned {
      const decision = decideCall(call, sightOf(call))
      if (decision instanceof Refusal) return decision
      const step = decision === 'known' ? null : decision
      if (step) take(call, step)
      return { call, step }
    },

    changes: (): Changes => ({
      newRounds: [...openedRounds.values()],
      rounds: [...changedRounds.values()],
      actions: [...addedActions.values()],
      rolledBack: [...rolledBack.values()],
    }),
  }
}

/** Everything but the token is what the key promises: a game that was launched again may repeat an old call. */
function movementOf({ call, step }: Planned, till: number): Movement {
  const { provider, kind, transaction, round, game, playerId, currency, staked, won, isClosed, reference } = call
  const atTill = (purse: PurseName): PurseName =>
    till > 0 && purse.playerId === null && purse.kind === 'main' ? { ...purse, kind: `main-${till}` } : purse
  return {
    scope: `game:${provider}`,
    key: transaction,
    playerId,
    body: { kind, round, game, playerId, currency, staked, won, isClosed, reference },
    transfers: (step?.transfers ?? []).map((each) => ({ ...each, from: atTill(each.from), to: atTill(each.to) })),
    answer: (balanceOf) =>
      step && {
        transaction,
        round,
        balance: wireOf(balanceOf(step.purse), currency),
        ...(step.action.shortfall > 0n && { shortfall: wireOf(step.action.shortfall, currency) }),
      },
  }
}

const wireOf = (minor: bigint, currency: string) => {
  if (!isCurrency(currency)) throw new Error('a currency that nobody knows')
  return toWire(minor, currency)
}
