import type { WireStanding } from '@croupier/contract/methods/rounds'
import { Refusal } from '@croupier/contract/refusals'
import type { Tx } from '../../../context.ts'
import type { Announce } from '../../../happenings.ts'
import type { Log } from '../../../log.ts'
import { type BonusDesk, openBonusDesk } from '../../bonuses/bonuses.ts'
import { balancesOfAll, moveAll, type Outcome } from '../../wallet/wallet.ts'
import {
  type Companion,
  type Decided,
  isCompanionCall,
  lockOrder,
  type MoneyCall,
  type OpenCompanion,
  type Planned,
  type Prize,
} from './companion.ts'
import { type Answered, answeredBy, leftAfter, movementOf } from './movements.ts'
import { type Balances, type BatchInMemory, balanceKey, openBatch } from './open-batch.ts'
import type { Call } from './read-call.ts'
import { type BookQuery, type Books, idOf, readActionsOf, readBooks, readLaunched, writeBooks } from './store.ts'

/** A fault of one companion's rules goes to the caller alone; its neighbours have nothing to do with it. */
export type CallResult = Answered | { standing: WireStanding } | { fault: unknown }

export type BatchOptions = {
  /** In the order of their locks: `checkCompanions` has looked. */
  companions: readonly Companion[]
  announce: Announce
  log: Pick<Log, 'warn'>
  /** Batches of different lanes use different purses of a provider. */
  lane: number
}

/** A movement had another outcome than the decision. Run alone, every call gets its own answer. */
class UnexpectedOutcome extends Error {}

/**
 * Many money calls as one transaction: a fixed number of questions, however many calls. Players are locked first, so
 * their rounds, limits and balances stand still; every call is then decided in memory, in order, each seeing what those
 * before it did.
 */
export async function runBatch(tx: Tx, calls: readonly MoneyCall[], options: BatchOptions): Promise<CallResult[]> {
  const { companions, announce, log, lane } = options
  const { books, balances, opened } = await openAll(tx, calls, companions)
  const beside = [...opened.values()]
  await Promise.all([readMore(tx, books, beside), readTies(tx, books, calls)])
  for (const { look } of beside) await look?.(books)
  const desk = await openDesk(tx, { books, beside, calls })
  const batch = openBatch(books, balances, { beside, desk })
  const decided = calls.map((call) =>
    isCompanionCall(call) ? decideSafely(batch, () => decideBy(opened.get(call.by), call, batch)) : batch.decide(call),
  )
  const prizes = await settleAll(beside, batch)
  const planned = decided.flatMap(plannedIn)
  const changes = batch.changes()
  // Our own rows first: a provider's purse is shared by all its players, so it is locked last and held the shortest.
  const writes = [
    changes.actions.length + changes.rounds.length > 0 ? writeBooks(tx, changes) : null,
    ...beside.map(({ write }) => write?.()),
    desk.write(tx, announce),
  ]
  const moving = moveAll(
    tx,
    planned.map((each) => movementOf(each, lane, prizes)),
  )
  const [outcomes] = await Promise.all([moving, ...writes])
  const unexpected = outcomes.find(({ kind }, at) => kind !== 'moved' && planned[at]?.step)
  if (unexpected) throw unexpectedOutcome(unexpected, calls.length)
  for (const { id, provider, value } of changes.actions) {
    if (value.shortfall > 0n)
      log.warn({ provider, transaction: id, round: value.round }, 'a win was taken back that is gone')
  }
  const left = [...outcomes]
  return decided.map((each) => resultOf(each, left))
}

type Opened = { books: Books; balances: Balances; opened: ReadonlyMap<string, OpenCompanion> }

/** All questions are asked together and answered in the order of locks. */
async function openAll(tx: Tx, calls: readonly MoneyCall[], companions: readonly Companion[]): Promise<Opened> {
  const asked: { books?: Promise<Books>; balances?: Promise<Balances> } = {}
  const opening: Promise<readonly [string, OpenCompanion]>[] = []
  for (const place of lockOrder) {
    if (place === 'books') asked.books = readBooksFor(tx, calls)
    if (place === 'balances') asked.balances = readBalancesFor(tx, calls)
    for (const { name, open } of companions.filter((companion) => companion.place === place)) {
      opening.push(open(tx, calls).then((companion) => [name, companion] as const))
    }
  }
  const [books, balances, ...opened] = await Promise.all([asked.books, asked.balances, ...opening])
  if (!books || !balances) throw new Error('a batch without its books')
  return { books, balances, opened: new Map(opened) }
}

/** Rounds of companions are new as a rule, so their calls are not looked for. */
function readBooksFor(tx: Tx, calls: readonly MoneyCall[]): Promise<Books> {
  const ofProviders = calls.flatMap((call) => (isCompanionCall(call) ? [] : call))
  const query: BookQuery = {
    tokenHashes: calls.flatMap(({ tokenHash }) => (tokenHash ? [tokenHash] : [])),
    rounds: calls.map(({ provider, round }) => ({ provider, id: round })),
    actions: [
      ...ofProviders.map(({ provider, transaction }) => ({ provider, id: transaction })),
      ...ofProviders.flatMap(({ provider, reference }) => (reference === '' ? [] : [{ provider, id: reference }])),
    ],
  }
  return readBooks(tx, query)
}

async function readBalancesFor(tx: Tx, calls: readonly MoneyCall[]): Promise<Balances> {
  const playerIds = [...new Set(calls.map(({ playerId }) => playerId))]
  const found: Balances = new Map()
  for (const [playerId, purses] of await balancesOfAll(tx, playerIds)) {
    for (const { kind, currency, balance } of purses) found.set(balanceKey(playerId, kind, currency), balance)
  }
  return found
}

/** Rounds that a companion found out about only now, with all that was staked in them. */
async function readMore(tx: Tx, books: Books, beside: readonly OpenCompanion[]): Promise<void> {
  const rounds = beside.flatMap(({ alsoRounds = [] }) => alsoRounds)
  if (rounds.length === 0) return
  const [more, actions] = await Promise.all([
    readBooks(tx, { tokenHashes: [], rounds, actions: [] }),
    readActionsOf(tx, rounds),
  ])
  for (const [name, round] of more.rounds) books.rounds.set(name, round)
  for (const [name, action] of actions) books.actions.set(name, action)
}

/**
 * Bonuses of these players, of the rounds that were read, and of the stakes and wins that a rollback means. Where there
 * is none, nothing is asked, and the batch is as if there were no bonuses.
 */
function openDesk(
  tx: Tx,
  { books, beside, calls }: { books: Books; beside: readonly OpenCompanion[]; calls: readonly MoneyCall[] },
): Promise<BonusDesk> {
  const ids = beside.flatMap(({ openBonuses }) => (openBonuses ? [...openBonuses.values()] : []))
  for (const { bonus, pack } of books.rounds.values()) {
    if (bonus) ids.push(bonus.id)
    const becomes = pack === null ? null : beside.map(({ packOf }) => packOf?.(pack)?.bonusId).find((id) => id != null)
    if (becomes != null) ids.push(becomes)
  }
  for (const { split, gains } of books.actions.values()) {
    for (const { bonus } of split) if (bonus !== undefined) ids.push(bonus)
    for (const { bonus } of gains) if (bonus !== undefined) ids.push(bonus)
  }
  if (ids.length === 0) return openBonusDesk(tx, { ids, games: [] })
  const games = new Set(calls.flatMap((call) => ('game' in call && typeof call.game === 'string' ? [call.game] : [])))
  for (const { game } of [...books.sessions.values(), ...books.rounds.values()]) games.add(game)
  return openBonusDesk(tx, { ids, games: [...games] })
}

/** A rollback of something that we do not know in a round that we do not know: is the player one of the provider's? */
async function readTies(tx: Tx, books: Books, calls: readonly MoneyCall[]): Promise<void> {
  const loose = calls.flatMap((call) => (isCompanionCall(call) || !isLoose(call, books) ? [] : [call]))
  if (loose.length > 0) books.launched = await readLaunched(tx, loose)
}

const isLoose = ({ kind, provider, round, reference }: Call, { rounds, actions }: Books) =>
  kind === 'rollback' && !rounds.has(idOf(provider, round)) && !actions.has(idOf(provider, reference))

function decideBy(
  companion: OpenCompanion | undefined,
  call: Parameters<NonNullable<OpenCompanion['decide']>>[0],
  batch: BatchInMemory,
): Refusal | Decided {
  if (!companion?.decide) throw new Error(`no companion takes the calls of ${call.by}`)
  return companion.decide(call, batch)
}

/**
 * The rules of a game are code of its own. What they throw before anything was decided hurts no other call; after that
 * the whole batch is thrown away, and each call runs alone.
 */
function decideSafely(batch: BatchInMemory, decide: () => Refusal | Decided): Refusal | Decided | { fault: unknown } {
  const before = batch.count()
  try {
    return decide()
  } catch (fault) {
    if (batch.count() !== before) throw fault
    return { fault }
  }
}

/** Pots that were hit and the like belong to their rounds. */
async function settleAll(beside: readonly OpenCompanion[], batch: BatchInMemory): Promise<Prize[]> {
  const prizes: Prize[] = []
  for (const { settle } of beside) if (settle) prizes.push(...(await settle()))
  for (const prize of prizes) {
    batch.addPrize(prize)
    for (const { prized } of beside) prized?.(prize)
  }
  return prizes
}

type AnyDecision = Refusal | Planned | Decided | { fault: unknown }

function plannedIn(decided: AnyDecision): Planned[] {
  if (decided instanceof Refusal || 'fault' in decided) return []
  return 'call' in decided ? [decided] : decided.planned
}

/** Takes its own outcomes off the list. */
function resultOf(decided: AnyDecision, left: Outcome[]): CallResult {
  if (decided instanceof Refusal) return { refusal: decided }
  if ('fault' in decided) return decided
  if ('call' in decided) return answeredBy(left.shift())
  const outcomes = left.splice(0, decided.planned.length)
  const answer = decided.answerFor(leftAfter(decided.planned.at(-1), outcomes.at(-1)))
  return answer instanceof Refusal ? { refusal: answer } : { standing: answer }
}

/** Nothing of it stays: thrown, it takes back what was written. */
function unexpectedOutcome(outcome: Outcome, count: number): Error {
  const answered = answeredBy(outcome)
  if (count === 1 && 'refusal' in answered) return answered.refusal
  return new UnexpectedOutcome('a movement of a batch went another way')
}
