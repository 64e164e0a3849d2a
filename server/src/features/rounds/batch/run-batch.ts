import type { WireStanding } from '@croupier/contract/methods/rounds'
import { isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { WalletReason } from '@croupier/contract/wallet-refusals'
import type { Config } from '../../../config.ts'
import type { Tx } from '../../../context.ts'
import type { Log } from '../../../log.ts'
import { type SeenPack, seePacks, type Use, usePacks } from '../../freespins/freespins.ts'
import { type IsClosed, readSwitches } from '../../games/games.ts'
import { type Gates, openGates } from '../../limits/limits.ts'
import {
  balancesOfAll,
  type Movement,
  moveAll,
  type Outcome,
  type PlayerPurse,
  type PurseName,
} from '../../wallet/wallet.ts'
import type { Prize } from '../companions/pots.ts'
import { type Dealt, openDesk, type StudioJob } from '../own/batch.ts'
import { studio } from '../own/rules.ts'
import type { Call } from './read-call.ts'
import { type Action, decideCall, type Round, type Sight, type Step } from './rules.ts'
import { type Asked, type Books, type Changes, idOf, readActionsOf, readBooks, writeBooks } from './store.ts'

/** The text is JSON, the same bytes for ever. */
export type Spoken = { answer: string } | { refusal: Refusal }

/** Calls of providers, and what our own games ask for. */
export type Job = Call | StudioJob
/** A fault of one game's rules is told to whoever asked; its neighbours have nothing to do with it. */
export type Answer = Spoken | { standing: WireStanding } | { fault: unknown }

type House = {
  jurisdiction: Config['jurisdiction']
  log: Pick<Log, 'warn'>
  /** Which purse of the provider this batch uses: batches with one each do not wait for each other. */
  till: number
}

/** Something else came of a movement than was foreseen. Run alone, every call gets its own answer. */
class Unforeseen extends Error {}

const isStudio = (job: Job): job is StudioJob => job.kind === 'play' || job.kind === 'act' || job.kind === 'void'
const isCall = (job: Job): job is Call => !isStudio(job)

/**
 * A crowd of jobs as one transaction: a fixed number of questions, however many jobs. Players are locked first, so
 * their rounds, limits and balances stand still; every job is then decided in memory, in order, each seeing what those
 * before it did.
 */
export async function runJobs(tx: Tx, jobs: readonly Job[], { jurisdiction, log, till }: House): Promise<Answer[]> {
  const playerIds = [...new Set(jobs.map(({ playerId }) => playerId))]
  // Asked together, answered in this order: players are locked first.
  const packIds = jobs.flatMap((job) => ('pack' in job && job.pack !== undefined ? [job.pack] : []))
  const [gates, books, balances, isClosed, packs, desk] = await Promise.all([
    openGates(tx, { playerIds, jurisdiction }),
    readBooks(tx, askedBy(jobs)),
    readBalances(tx, playerIds),
    readSwitches(tx),
    packIds.length > 0 ? seePacks(tx, packIds) : [],
    openDesk(tx, { jobs: jobs.filter(isStudio), jurisdiction }),
  ])
  if (desk.stale.length > 0) await readMore(tx, books, desk.stale)
  const batch = openBatch({ books, balances, gates, isClosed, packs })
  const decided = jobs.map((job) =>
    isCall(job) ? batch.decide(job) : decideSafely(batch, () => desk.decide(job, batch)),
  )
  const prizes = await desk.takePots()
  for (const { round, won } of prizes) batch.addWon(studio, round, won)
  const planned = decided.flatMap(plannedIn)
  // Our own rows first: the provider's purse is everybody's, so it is locked last and held for the shortest time.
  const changes = batch.changes()
  const uses = batch.uses()
  const [, , , , outcomes] = await Promise.all([
    changes.actions.length + changes.rounds.length > 0 ? writeBooks(tx, changes) : null,
    uses.length > 0 ? usePacks(tx, uses) : null,
    desk.write(),
    gates.write(),
    moveAll(
      tx,
      planned.map((each) => movementOf(each, till, prizes)),
    ),
  ])
  const left = [...outcomes]
  const answers = decided.map((each): Answer => {
    if (each instanceof Refusal) return { refusal: each }
    if ('fault' in each) return each
    if ('call' in each) return speak(left.shift())
    return sayStanding(each, left.splice(0, each.planned.length))
  })
  const odd = outcomes.find(({ kind }, at) => kind !== 'moved' && planned[at]?.step)
  if (odd) throw unforeseen(odd, jobs.length)
  for (const { id, provider, value } of changes.actions) {
    if (value.shortfall > 0n)
      log.warn({ provider, transaction: id, round: value.round }, 'a win was taken back that is gone')
  }
  return answers
}

/** Calls alone, for whoever has a transaction of its own. */
export async function runCalls(tx: Tx, calls: readonly Call[], house: House): Promise<Spoken[]> {
  const answers = await runJobs(tx, calls, house)
  return answers.map((answer) => {
    if ('answer' in answer || 'refusal' in answer) return answer
    throw new Error('a call was answered as a game')
  })
}

/** Own rounds are new as a rule, so nobody looks for their calls. */
function askedBy(jobs: readonly Job[]): Asked {
  const calls = jobs.filter(isCall)
  return {
    tokenHashes: jobs.flatMap((job) => ('tokenHash' in job && job.tokenHash ? [job.tokenHash] : [])),
    rounds: jobs.map((job) => ({ provider: isCall(job) ? job.provider : studio, id: job.round })),
    actions: [
      ...calls.map(({ provider, transaction }) => ({ provider, id: transaction })),
      ...calls.flatMap(({ provider, reference }) => (reference === '' ? [] : [{ provider, id: reference }])),
    ],
  }
}

/** Rounds that will be made void, with all that was staked in them. */
async function readMore(tx: Tx, books: Books, rounds: readonly string[]): Promise<void> {
  const asked = { tokenHashes: [], rounds: rounds.map((id) => ({ provider: studio, id })), actions: [] }
  const [more, actions] = await Promise.all([readBooks(tx, asked), readActionsOf(tx, studio, rounds)])
  for (const [name, round] of more.rounds) books.rounds.set(name, round)
  for (const [name, action] of actions) books.actions.set(name, action)
}

/**
 * The rules of a game are somebody's own work. What they throw before anything was decided hurts nobody else; after
 * that the whole batch is thrown away, and each job runs alone.
 */
function decideSafely(batch: Batch, decide: () => Refusal | Dealt): Refusal | Dealt | { fault: unknown } {
  const before = batch.count()
  try {
    return decide()
  } catch (fault) {
    if (batch.count() !== before) throw fault
    return { fault }
  }
}

function plannedIn(decided: Refusal | Planned | Dealt | { fault: unknown }): Planned[] {
  if (decided instanceof Refusal || 'fault' in decided) return []
  return 'call' in decided ? [decided] : decided.planned
}

function sayStanding({ say }: Dealt, outcomes: readonly Outcome[]): Answer {
  const last = outcomes.at(-1)
  const said = say(last?.kind === 'moved' ? (last.balances[0] ?? null) : null)
  return said instanceof Refusal ? { refusal: said } : { standing: said }
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
export type Planned = { call: Call; step: Step | null }

export type Batch = ReturnType<typeof openBatch>

type Facts = {
  books: Books
  balances: Map<string, bigint>
  gates: Gates
  isClosed: IsClosed
  packs: readonly SeenPack[]
}

function openBatch({ books, balances, gates, isClosed, packs }: Facts) {
  const packOf = new Map(packs.map((pack) => [pack.id, pack]))
  const uses = new Map<bigint, Use>()
  const openedRounds = new Map<string, Changes['rounds'][number]>()
  const changedRounds = new Map<string, Changes['rounds'][number]>()
  const addedActions = new Map<string, Changes['actions'][number]>()
  const rolledBack = new Map<string, { provider: string; id: string }>()
  let taken = 0

  const sightOf = (call: Call): Sight => ({
    nowMs: books.nowMs,
    isPlayer: gates.knows(call.playerId),
    session: call.tokenHash ? books.sessions.get(call.tokenHash) : undefined,
    isGameClosed: isClosed(call.game, call.provider) !== null,
    round: books.rounds.get(idOf(call.provider, call.round)),
    action: books.actions.get(idOf(call.provider, call.transaction)),
    meant: call.reference ? books.actions.get(idOf(call.provider, call.reference)) : undefined,
    pack: call.pack === undefined ? undefined : packOf.get(call.pack),
    balanceOf: (kind: PlayerPurse, currency: string) => balances.get(purseKey(call.playerId, kind, currency)) ?? 0n,
    ask: (wish) => gates.ask({ playerId: call.playerId, ...wish }),
  })

  /** What is decided holds for all calls after it. */
  function take(call: Call, step: Step) {
    taken += 1
    for (const { from, to, amount } of step.transfers) {
      if (from.playerId !== null) add(purseKey(from.playerId, from.kind, from.currency), -amount)
      if (to.playerId !== null) add(purseKey(to.playerId, to.kind, to.currency), amount)
    }
    if (step.round) keepRound(call, step.round)
    keepAction(call.provider, call.transaction, step.action)
    if (step.meant) keepAction(call.provider, call.reference, step.meant)
    if (step.use) usePack(step.use)
    if (step.round?.mode === 'real') count(call, step)
  }

  function usePack({ id, spins, won }: Use) {
    const before = uses.get(id) ?? { id, spins: 0, won: 0n }
    uses.set(id, { id, spins: before.spins + spins, won: before.won + won })
    const pack = packOf.get(id)
    if (!pack) return
    const remaining = pack.remaining - spins
    // What comes back while the batch runs is there for the next one.
    packOf.set(id, { ...pack, remaining, state: remaining === 0 ? 'used' : pack.state })
  }

  const add = (purse: string, amount: bigint) => balances.set(purse, (balances.get(purse) ?? 0n) + amount)

  const keepRound = ({ provider, round }: Call, value: Round) => keepNamed(provider, round, value)

  function keepNamed(provider: string, id: string, value: Round) {
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

  function count(call: Call, { meant }: Step) {
    const { provider, transaction, reference, playerId, kind, staked, won, isFree } = call
    // The house stakes a free spin: what it gives is no return of what the player risked.
    if (isFree) return
    if (staked > 0n)
      gates.note({ playerId, kind: 'stake', amountMinor: staked, key: `stake:${provider}:${transaction}` })
    if (won > 0n) gates.note({ playerId, kind: 'return', amountMinor: won, key: `return:${provider}:${transaction}` })
    if (kind !== 'rollback' || !meant || meant.split.some((part) => part.kind === 'promotions')) return
    if (meant.staked > 0n) gates.drop({ playerId, key: `stake:${provider}:${reference}` })
    if (meant.won > 0n) gates.drop({ playerId, key: `return:${provider}:${reference}` }, meant.won)
  }

  return {
    nowMs: books.nowMs,
    /** How many calls were agreed to. */
    count: () => taken,
    session: (tokenHash: string) => books.sessions.get(tokenHash),
    hasRound: (provider: string, round: string) => books.rounds.has(idOf(provider, round)),
    isClosed: (game: string, runner: string) => isClosed(game, runner) !== null,
    balanceOf: (playerId: bigint, kind: PlayerPurse, currency: string) =>
      balances.get(purseKey(playerId, kind, currency)) ?? 0n,

    /** The calls of a round whose stakes stand. */
    stakesIn(provider: string, round: string): string[] {
      const prefix = idOf(provider, '')
      return [...books.actions].flatMap(([name, action]) =>
        name.startsWith(prefix) && action.round === round && action.staked > 0n && !action.isRolledBack
          ? [name.slice(prefix.length)]
          : [],
      )
    },

    /** What a round gave beside its own win. */
    addWon(provider: string, round: string, amount: bigint) {
      const name = idOf(provider, round)
      const before = books.rounds.get(name)
      if (!before) throw new Error('a prize without a round')
      keepNamed(provider, round, { ...before, won: before.won + amount })
    },

    decide(call: Call): Refusal | Planned {
      const decision = decideCall(call, sightOf(call))
      if (decision instanceof Refusal) return decision
      const step = decision === 'known' ? null : decision
      if (step) take(call, step)
      return { call, step }
    },

    /** Packs whose spins were made, or taken back. */
    uses: (): Use[] => [...uses.values()],

    changes: (): Changes => ({
      newRounds: [...openedRounds.values()],
      rounds: [...changedRounds.values()],
      actions: [...addedActions.values()],
      rolledBack: [...rolledBack.values()],
    }),
  }
}

/** Everything but the token is what the key promises: a game that was launched again may repeat an old call. */
function movementOf({ call, step }: Planned, till: number, prizes: readonly Prize[]): Movement {
  const { provider, kind, transaction, round, game, playerId, currency, staked, won, isClosed, reference, pack } = call
  const atTill = (purse: PurseName): PurseName =>
    till > 0 && purse.playerId === null && purse.owner === `game:${provider}` && purse.kind === 'main'
      ? { ...purse, kind: `main-${till}` }
      : purse
  const prize = provider === studio ? prizes.find((each) => transaction === `${each.round}:1`) : undefined
  return {
    scope: `game:${provider}`,
    key: transaction,
    playerId,
    body: {
      ...{ kind, round, game, playerId, currency, staked, won, isClosed, reference },
      ...(pack !== undefined && { pack }),
    },
    transfers: [...(step?.transfers ?? []), ...(prize?.transfers ?? [])].map((each) => ({
      ...each,
      from: atTill(each.from),
      to: atTill(each.to),
    })),
    reads: step ? [step.purse] : [],
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
