import { isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Standing } from '@croupier/studio/engine/game'
import type { Config } from '../../../config.ts'
import type { OwnAsk } from '../../../ports/rounds.ts'
import type { Batch, Decided, Planned } from '../batch/companion.ts'
import type { Call } from '../batch/read-call.ts'
import type { OwnBooks } from './books.ts'
import {
  type Begun,
  beginRound,
  isStale,
  no,
  type Play,
  refuseOther,
  standOf,
  stepOf,
  studio,
  wireStanding,
} from './rules.ts'

/** What decisions about own rounds look at. Nothing of it waits: all was read before. */
export type OwnFacts = {
  books: OwnBooks
  batch: Batch
  jurisdiction: Config['jurisdiction']
  /** Old enough for the higher stakes, where the jurisdiction asks. */
  isOver25: (playerId: bigint) => boolean
}

type PlayAsk = Extract<OwnAsk, { kind: 'play' }>
type ActAsk = Extract<OwnAsk, { kind: 'act' }>

export function decideOwn(ask: OwnAsk, facts: OwnFacts): Refusal | Decided {
  if (ask.kind === 'play') return decidePlay(ask, facts)
  if (ask.kind === 'act') return decideAct(ask, facts)
  const known = facts.books.play(ask.round)
  if (known?.playerId !== ask.playerId) return no('ROUND_UNKNOWN')
  const isCancelled = ask.kind === 'cancel' && !known.isOver && !known.isShared
  return isCancelled ? cancelled(known, facts) : answerAgain(known, facts)
}

/** Money moves, and then the round is shown as it stands. */
function shown(play: Play, standing: Standing | null, { books, batch }: OwnFacts, planned: Planned[] = []): Decided {
  const { playerId, game, currency, mode } = play
  if (playerId === null) throw new Error('a round of a guest')
  const seat = { playerId, game, currency, mode }
  const foreseen = batch.playableAt(seat)
  const freeLeft = batch.prepaidAt(seat)?.remaining ?? 0
  return {
    planned,
    answerFor(left) {
      // A pot that was hit is known only by then.
      const jackpot = books.play(play.round)?.jackpot ?? null
      return wireStanding({ ...play, jackpot }, standing, { ...(left ?? foreseen), freeLeft })
    },
  }
}

const callFor = (play: Play, batch: Batch, more: Pick<Call, 'kind' | 'transaction'> & Partial<Call>): Call => ({
  provider: studio,
  round: play.round,
  game: play.game,
  playerId: play.playerId ?? 0n,
  currency: play.currency,
  staked: 0n,
  won: 0n,
  isClosed: false,
  reference: '',
  tokenHash: '',
  sentAtMs: batch.nowMs,
  ...more,
})

/** Every stake that stands goes back to who paid it. */
function cancel(play: Play, { books, batch }: OwnFacts): Planned[] {
  const planned = batch.stakesIn(studio, play.round).map((transaction) => {
    const call = callFor(play, batch, {
      kind: 'rollback',
      transaction: `${transaction}:void`,
      reference: transaction,
      isClosed: true,
    })
    const decided = batch.decide(call)
    if (decided instanceof Refusal) throw decided
    return decided
  })
  books.keep({ ...play, isOver: true, staked: 0n, won: 0n })
  return planned
}

function answerAgain(known: Play, facts: OwnFacts): Decided {
  return isStale(known) ? cancelled(known, facts) : shown(known, standOf(known), facts)
}

function cancelled(play: Play, facts: OwnFacts): Decided {
  const planned = cancel(play, facts)
  return shown(facts.books.play(play.round) ?? play, null, facts, planned)
}

function decidePlay(ask: PlayAsk, facts: OwnFacts): Refusal | Decided {
  const { playerId, tokenHash, round, choice } = ask
  const { books, batch } = facts
  const session = batch.session(tokenHash)
  if (session?.provider !== studio || session.playerId !== playerId) return no('SESSION_UNKNOWN')
  const { game, mode } = session
  const known = books.play(round)
  if (known) {
    const isOwner = known.playerId === playerId
    const refusal = refuseOther(known, { isOwner, game, mode, stake: ask.stake, choice })
    return refusal ?? answerAgain(known, facts)
  }
  if (batch.hasRound(studio, round)) return no('ROUND_CONFLICT')
  const { currency, isExpired } = session
  if (!isCurrency(currency)) throw new Error('an unknown currency')
  const own = books.seedsOf(playerId)
  const { seedId, serverSeed, clientSeed, nonce } = own
  const before = books.openAt(session)
  const begun = beginRound({
    ...{ who: { playerId, guestId: null }, round, game, mode, currency, stake: ask.stake, choice, isExpired, before },
    ...{ seeds: { seedId, serverSeed, clientSeed, nonce }, lastMs: (pace) => own.lastMs[pace], nowMs: batch.nowMs },
    isClosed: batch.isClosed(game, studio),
    jurisdiction: facts.jurisdiction,
    isOver25: facts.isOver25(playerId),
    pack: batch.prepaidAt({ playerId, game, currency, mode }),
  })
  if (begun instanceof Refusal) return begun
  const takeNonce = () => {
    books.countRound(own)
    own.lastMs[begun.pace] = batch.nowMs
  }
  return stakeOn({ ...begun, before, takeNonce }, tokenHash, facts)
}

/** Nothing but the gate and the money can say no any more. */
function stakeOn(
  { play, standing, before, takeNonce }: Begun & { before: Play | undefined; takeNonce: () => void },
  tokenHash: string,
  facts: OwnFacts,
): Decided {
  const { books, batch } = facts
  const { round, stake, won, isOver, packId, serverSeed, clientSeed, nonce } = play
  const cleared = before ? cancel(before, facts) : []
  const call = callFor(play, batch, {
    kind: isOver ? 'betwin' : 'bet',
    transaction: `${round}:1`,
    staked: stake,
    won,
    isClosed: isOver,
    isFree: packId !== null,
    tokenHash,
    chance: { serverSeed, clientSeed, nonce },
    ...(packId !== null && { pack: packId }),
  })
  const decided = batch.decide(call)
  if (decided instanceof Refusal) return { planned: cleared, answerFor: () => asGame(decided) }
  takeNonce()
  books.keep(play)
  return shown(play, standing, facts, [...cleared, decided])
}

function decideAct(ask: ActAsk, facts: OwnFacts): Refusal | Decided {
  const { playerId, tokenHash, step, choice } = ask
  const { books, batch } = facts
  const session = batch.session(tokenHash)
  if (session?.provider !== studio || session.playerId !== playerId) return no('SESSION_UNKNOWN')
  const now = books.play(ask.round)
  // Another launch of the same game goes on with it: after a reload the token is a new one.
  if (now?.playerId !== playerId || now.game !== session.game || now.mode !== session.mode || now.isShared) {
    return no('ROUND_UNKNOWN')
  }
  if (isStale(now)) return { planned: cancel(now, facts), answerFor: () => no('ROUND_OVER') }
  const next = stepOf(now, { step, choice })
  if (next instanceof Refusal) return next
  if (next === 'again') return answerAgain(now, facts)
  const { standing, staked, choices } = next
  const { isOver } = standing
  const won = isOver ? standing.won : 0n
  const planned: Planned[] = []
  if (staked > 0n || isOver) {
    const kind = staked === 0n ? 'win' : isOver ? 'betwin' : 'bet'
    const transaction = `${now.round}:${choices.length}`
    // What a free spin gives counts for no limit, also where it comes some steps later.
    const payer = staked > 0n ? { tokenHash, isAdded: true } : { isFree: now.packId !== null }
    const spun = now.packId === null ? {} : { packOfRound: now.packId }
    const call = callFor(now, batch, { kind, transaction, staked, won, isClosed: isOver, ...payer, ...spun })
    const decided = batch.decide(call)
    if (decided instanceof Refusal) return asGame(decided)
    planned.push(decided)
  }
  const after: Play = { ...now, choices, staked: standing.staked, won, isOver }
  books.keep(after)
  return shown(after, standing, facts, planned)
}

/** What the wallet says, in the words of the game's own call. */
function asGame(refusal: Refusal): Refusal {
  const { reason, data } = refusal
  if (reason === 'SESSION_EXPIRED' || reason === 'GAME_CLOSED') return no(reason)
  if (reason === 'INSUFFICIENT_FUNDS') return no(reason, { available_amount: data?.available_amount })
  return refusal
}
