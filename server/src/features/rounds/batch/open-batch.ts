import { Refusal } from '@croupier/contract/refusals'
import { ownTerms, playable, type StakePurse } from '../../funding/funding.ts'
import type { PurseName } from '../../wallet/wallet.ts'
import { type Batch, checkOrder, type OpenCompanion, type Planned, type Prize, type Seat } from './companion.ts'
import type { Call } from './read-call.ts'
import {
  type Action,
  type CallFacts,
  decideCall,
  type Funded,
  type Mode,
  purseNamesOf,
  type Round,
  type Stake,
  type Step,
} from './rules.ts'
import { type BookChanges, type Books, idOf, launchKey } from './store.ts'

/** By player, kind and currency. */
export type Balances = Map<string, bigint>
export const balanceKey = (playerId: bigint, kind: string, currency: string) => `${playerId}/${kind}/${currency}`

export type BatchInMemory = Batch & {
  /** How many calls were agreed to. */
  count: () => number
  addPrize: (prize: Prize) => void
  changes: () => BookChanges
}

const ownMoneyOnly: Funded = { parts: [], returned: { amount: 0n, share: 0n } }

/** The first of them that knows. */
function firstOf<T>(beside: readonly OpenCompanion[], ask: (one: OpenCompanion) => T | null | undefined): T | null {
  for (const one of beside) {
    const found = ask(one)
    if (found !== null && found !== undefined) return found
  }
  return null
}

/** How the books and balances of a batch stand, call after call; nothing of it is written yet. */
export function openBatch(books: Books, balances: Balances, beside: readonly OpenCompanion[]): BatchInMemory {
  const kept = openChanges(books)
  const checks = checkOrder.flatMap((at) => beside.flatMap(({ check }) => (check?.at === at ? check : [])))
  let taken = 0

  const balanceOf = (playerId: bigint, kind: string, currency: string) =>
    balances.get(balanceKey(playerId, kind, currency)) ?? 0n
  const termsAt = (seat: Seat) => firstOf(beside, (one) => one.termsAt?.(seat)) ?? ownTerms(seat.mode)

  function refuseStake(stake: Stake): Refusal | null {
    for (const { refuse } of checks) {
      const no = refuse(stake)
      if (no) return no
    }
    return null
  }

  const factsOf = (call: Call): CallFacts => ({
    nowMs: books.nowMs,
    session: call.tokenHash ? books.sessions.get(call.tokenHash) : undefined,
    isLaunched: books.launched.has(launchKey(call)),
    round: books.rounds.get(idOf(call.provider, call.round)),
    action: books.actions.get(idOf(call.provider, call.transaction)),
    target: call.reference ? books.actions.get(idOf(call.provider, call.reference)) : undefined,
    balanceOf: (kind: StakePurse) => balanceOf(call.playerId, kind, call.currency),
    termsOf: (mode: Mode) => termsAt({ playerId: call.playerId, game: call.game, currency: call.currency, mode }),
    prepaid: firstOf(beside, (one) => one.prepaid?.(call)),
    funded: firstOf(beside, (one) => one.fundedBy?.(call)) ?? ownMoneyOnly,
    refuse: refuseStake,
  })

  function add(purse: PurseName, amount: bigint) {
    if (purse.playerId === null) return
    const key = balanceKey(purse.playerId, purse.kind, purse.currency)
    balances.set(key, (balances.get(key) ?? 0n) + amount)
  }

  function knownOf(call: Call) {
    const { shortfall = 0n } = books.actions.get(idOf(call.provider, call.transaction)) ?? {}
    const round = books.rounds.get(idOf(call.provider, call.round))
    // Without a round nothing says that the player is the one of that time: then no balance is told.
    if (!round) return { shortfall, purses: [] }
    const { playerId, game, currency } = call
    return { shortfall, purses: purseNamesOf(call, termsAt({ playerId, game, currency, mode: round.mode })) }
  }

  /** What is decided holds for all calls after it. */
  function take(call: Call, step: Step) {
    taken += 1
    for (const { from, to, amount } of step.transfers) {
      add(from, -amount)
      add(to, amount)
    }
    if (step.round) kept.keepRound(call.provider, call.round, step.round)
    kept.keepAction(call.provider, call.transaction, step.action)
    if (step.target) kept.keepAction(call.provider, call.reference, step.target)
    for (const { took } of beside) took?.(call, step)
  }

  return {
    nowMs: books.nowMs,
    count: () => taken,
    session: (tokenHash) => books.sessions.get(tokenHash),
    hasRound: (provider, round) => books.rounds.has(idOf(provider, round)),
    isClosed: (game, provider) => beside.some(({ isClosed }) => isClosed?.(game, provider)),
    prepaidAt: (seat) => firstOf(beside, (one) => one.prepaidAt?.(seat)),
    playableAt: (seat) => playable(termsAt(seat), (kind) => balanceOf(seat.playerId, kind, seat.currency)),
    stakesIn: (provider, round) => standingStakes(books, provider, round),

    decide(call): Refusal | Planned {
      const decision = decideCall(call, factsOf(call))
      if (decision instanceof Refusal) return decision
      if (decision === 'known') return { call, step: null, known: knownOf(call) }
      take(call, decision)
      return { call, step: decision }
    },

    addPrize({ provider, round, won }) {
      const before = books.rounds.get(idOf(provider, round))
      if (!before) throw new Error('a prize without a round')
      kept.keepRound(provider, round, { ...before, won: before.won + won })
    },

    changes: kept.changes,
  }
}

function standingStakes(books: Books, provider: string, round: string): string[] {
  const prefix = idOf(provider, '')
  return [...books.actions].flatMap(([name, action]) =>
    name.startsWith(prefix) && action.round === round && action.staked > 0n && !action.isRolledBack
      ? [name.slice(prefix.length)]
      : [],
  )
}

/** What became of the books, to be written at the end. */
function openChanges(books: Books) {
  const openedRounds = new Map<string, BookChanges['rounds'][number]>()
  const changedRounds = new Map<string, BookChanges['rounds'][number]>()
  const addedActions = new Map<string, BookChanges['actions'][number]>()
  const rolledBack = new Map<string, { provider: string; id: string }>()

  return {
    keepRound(provider: string, id: string, value: Round) {
      const name = idOf(provider, id)
      const isNew = openedRounds.has(name) || !books.rounds.has(name)
      if (books.rounds.get(name) !== value) (isNew ? openedRounds : changedRounds).set(name, { provider, id, value })
      books.rounds.set(name, value)
    },

    keepAction(provider: string, id: string, value: Action) {
      const name = idOf(provider, id)
      if (addedActions.has(name) || !books.actions.has(name)) addedActions.set(name, { provider, id, value })
      else rolledBack.set(name, { provider, id })
      books.actions.set(name, value)
    },

    changes: (): BookChanges => ({
      newRounds: [...openedRounds.values()],
      rounds: [...changedRounds.values()],
      actions: [...addedActions.values()],
      rolledBack: [...rolledBack.values()],
    }),
  }
}
