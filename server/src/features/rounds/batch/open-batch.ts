import { Refusal } from '@croupier/contract/refusals'
import { type BonusDesk, bonusRules, type Spendable } from '../../bonuses/bonuses.ts'
import { ownTerms, payerPurse, playable, type StakePurse, type Terms } from '../../funding/funding.ts'
import type { PurseName } from '../../wallet/wallet.ts'
import { type Batch, checkOrder, type OpenCompanion, type Planned, type Prize, type Seat } from './companion.ts'
import type { Call } from './read-call.ts'
import { type Action, type CallFacts, decideCall, type Round, type Stake, type Step } from './rules.ts'
import { type BookChanges, type Books, idOf, launchKey } from './store.ts'

const { payerOf, payersBy } = bonusRules

/** By player, kind and currency. */
export type Balances = Map<string, bigint>
export const balanceKey = (playerId: bigint, kind: string, currency: string) => `${playerId}/${kind}/${currency}`

export type BatchInMemory = Batch & {
  /** How many calls were agreed to. */
  count: () => number
  addPrize: (prize: Prize) => void
  changes: () => BookChanges
}

/** The first of them that knows. */
function firstOf<T>(beside: readonly OpenCompanion[], ask: (one: OpenCompanion) => T | null | undefined): T | null {
  for (const one of beside) {
    const found = ask(one)
    if (found !== null && found !== undefined) return found
  }
  return null
}

type Beside = { beside: readonly OpenCompanion[]; desk: BonusDesk }

/** How the books and balances of a batch stand, call after call; nothing of it is written yet. */
export function openBatch(books: Books, balances: Balances, { beside, desk }: Beside): BatchInMemory {
  const kept = openChanges(books)
  const checks = checkOrder.flatMap((at) => beside.flatMap(({ check }) => (check?.at === at ? check : [])))
  let taken = 0

  const balanceOf = (playerId: bigint, kind: string, currency: string) =>
    balances.get(balanceKey(playerId, kind, currency)) ?? 0n
  const packOf = (id: bigint) => firstOf(beside, (one) => one.packOf?.(id)) ?? undefined
  const termsAt = (seat: Omit<Seat, 'game'>) => termsBy(desk, seat, balanceOf(seat.playerId, 'bonus', seat.currency))

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
    prepaid: firstOf(beside, (one) => one.prepaid?.(call)),
    bonuses: { open: desk.openOf(call.playerId, call.currency), byId: desk.byId, game: desk.kindOf(call.game), packOf },
    refuse: refuseStake,
  })

  function knownOf(call: Call) {
    const { shortfall = 0n } = books.actions.get(idOf(call.provider, call.transaction)) ?? {}
    const round = books.rounds.get(idOf(call.provider, call.round))
    // Without a round nothing says that the player is the one of that time: then no balance is told.
    if (!round) return { shortfall, purses: [] }
    const terms = termsAt({ ...call, mode: round.mode })
    return { shortfall, purses: terms.flatMap(({ kind }) => (kind === 'promotions' ? [] : payerPurse(call, kind))) }
  }

  /** What is decided holds for all calls after it. */
  function take(call: Call, step: Step) {
    taken += 1
    for (const { from, to, amount } of step.transfers) {
      add(balances, from, -amount)
      add(balances, to, amount)
    }
    if (step.round) kept.keepRound(call.provider, call.round, step.round)
    kept.keepAction(call.provider, call.transaction, step.action)
    if (step.target) kept.keepAction(call.provider, call.reference, step.target)
    if (step.bonuses) desk.took(step.bonuses)
    for (const { took } of beside) took?.(call, step)
  }

  return {
    nowMs: books.nowMs,
    count: () => taken,
    session: (tokenHash) => books.sessions.get(tokenHash),
    hasRound: (provider, round) => books.rounds.has(idOf(provider, round)),
    isClosed: (game, provider) => beside.some(({ isClosed }) => isClosed?.(game, provider)),
    prepaidAt: (seat) => firstOf(beside, (one) => one.prepaidAt?.(seat)),
    playableAt: (seat) => spendableAt(desk, seat, (kind) => balanceOf(seat.playerId, kind, seat.currency)),
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
      const bonus = before.bonus && { ...before.bonus, prized: before.bonus.prized + won }
      kept.keepRound(provider, round, { ...before, won: before.won + won, bonus })
    },

    changes: kept.changes,
  }
}

/** Which purses would pay for a new round here. */
function termsBy(desk: BonusDesk, { playerId, currency, mode }: Omit<Seat, 'game'>, held: bigint): Terms {
  if (mode === 'demo') return ownTerms(mode)
  return payersBy(payerOf(desk.openOf(playerId, currency), { isBegun: false, bonusId: null }, held))
}

function spendableAt(desk: BonusDesk, seat: Seat, balanceOf: (kind: StakePurse) => bigint): Spendable {
  const terms = termsBy(desk, seat, balanceOf('bonus'))
  const open = seat.mode === 'real' ? desk.openOf(seat.playerId, seat.currency) : null
  const isIn = terms.some(({ kind }) => kind === 'bonus')
  return { balance: playable(terms, balanceOf), bonus: open && !open.isOver ? (isIn ? balanceOf('bonus') : 0n) : null }
}

function add(balances: Balances, purse: PurseName, amount: bigint) {
  if (purse.playerId === null) return
  const key = balanceKey(purse.playerId, purse.kind, purse.currency)
  balances.set(key, (balances.get(key) ?? 0n) + amount)
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
