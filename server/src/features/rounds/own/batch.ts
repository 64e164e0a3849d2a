import type { WireStanding } from '@croupier/contract/methods/rounds'
import { isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Standing } from '@croupier/studio/engine/game'
import { studioGame } from '@croupier/studio/games'
import type { Config } from '../../../config.ts'
import type { Tx } from '../../../context.ts'
import type { Call } from '../batch/read-call.ts'
import type { Batch, Planned } from '../batch/run-batch.ts'
import { openExtras, type Prize } from '../companions/pots.ts'
import { paceOf, playersOfHigherStakes, profileOf, stakesFor } from '../jurisdiction.ts'
import {
  isStale,
  no,
  type Play,
  refuseOther,
  refuseStake,
  standingAfter,
  standOf,
  stepOf,
  studio,
  tooFast,
  waitMsOf,
  wireStanding,
} from './rules.ts'
import { firstSeeds } from './seeds.ts'
import { readPlays, type Seeds, writePlays } from './store.ts'

/** What own games ask for. Whose token it is was found out before; the batch looks again. */
export type StudioJob =
  | { kind: 'play'; playerId: bigint; tokenHash: string; round: string; stake: bigint; choice: unknown }
  | { kind: 'act'; playerId: bigint; tokenHash: string; round: string; step: number; choice: unknown }
  /** A round whose rules are gone. */
  | { kind: 'void'; playerId: bigint; round: string }

/**
 * Money that moves, and what is said afterwards; the balance is what the last movement left, where there was one. Where
 * an old round was made void on the way, the answer may still be a no.
 */
export type Dealt = { planned: Planned[]; say: (balance: bigint | null) => WireStanding | Refusal }

type Parts = { jobs: readonly StudioJob[]; jurisdiction: Config['jurisdiction'] }

/** Own rounds inside a batch: everything about them is read once, decided in memory and written once. */
export async function openDesk(tx: Tx, { jobs, jurisdiction }: Parts) {
  const rounds = [...new Set(jobs.map(({ round }) => round))]
  const staking = [...new Set(jobs.flatMap(({ kind, playerId }) => (kind === 'play' ? [playerId] : [])))]
  const [{ plays: found, seeds }, over25, extras] = await Promise.all([
    jobs.length > 0 ? readPlays(tx, rounds, staking) : { plays: [], seeds: [] },
    playersOfHigherStakes(tx, jurisdiction, staking),
    openExtras(tx, staking),
  ])
  const plays = new Map(found.map((play) => [play.round, play]))
  const seedsOf = new Map(seeds.map((each) => [each.playerId, each]))
  const newcomers = staking.filter((playerId) => !seedsOf.has(playerId))
  for (const fair of newcomers.length > 0 ? await firstSeeds(tx, newcomers) : []) {
    seedsOf.set(fair.playerId, { ...fair, lastMs: { slot: null, other: null } })
  }
  const opened = new Map<string, Play>()
  const changed = new Map<string, Play>()
  const counted = new Map<bigint, Seeds>()
  const placeOf = ({ playerId, game, mode }: Pick<Play, 'playerId' | 'game' | 'mode'>) => `${playerId}/${game}/${mode}`
  /** One open round for each player, game and mode. */
  const openAt = new Map(found.filter(({ isOver }) => !isOver).map((play) => [placeOf(play), play.round]))

  function keep(play: Play) {
    const isNew = opened.has(play.round) || !plays.has(play.round)
    const list = isNew ? opened : changed
    list.set(play.round, play)
    plays.set(play.round, play)
    if (!play.isOver) openAt.set(placeOf(play), play.round)
    else if (openAt.get(placeOf(play)) === play.round) openAt.delete(placeOf(play))
  }

  function told(play: Play, standing: Standing | null, batch: Batch, planned: Planned[] = []): Dealt {
    const { playerId, currency, mode } = play
    if (playerId === null) throw new Error('a round of a guest')
    const foreseen = batch.balanceOf(playerId, mode === 'demo' ? 'fun' : 'main', currency)
    const freeLeft = extras.leftOf(play)
    return {
      planned,
      say(balance) {
        // A pot that was hit is known only by then.
        const jackpot = plays.get(play.round)?.jackpot ?? null
        return wireStanding({ ...play, jackpot }, standing, { balance: balance ?? foreseen, freeLeft })
      },
    }
  }

  const callOf = (play: Play, batch: Batch, more: Pick<Call, 'kind' | 'transaction'> & Partial<Call>): Call => ({
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

  /** Every stake that stands goes back to whoever paid it. */
  function cancel(play: Play, batch: Batch): Planned[] {
    const planned = batch.stakesIn(studio, play.round).map((transaction) => {
      const call = callOf(play, batch, {
        kind: 'rollback',
        transaction: `${transaction}:void`,
        reference: transaction,
        isClosed: true,
      })
      const decided = batch.decide(call)
      if (decided instanceof Refusal) throw decided
      return decided
    })
    keep({ ...play, isOver: true, staked: 0n, won: 0n })
    return planned
  }

  function play(job: Extract<StudioJob, { kind: 'play' }>, batch: Batch): Refusal | Dealt {
    const { playerId, tokenHash, round, choice } = job
    const session = batch.session(tokenHash)
    if (session?.provider !== studio || session.playerId !== playerId) return no('SESSION_UNKNOWN')
    const { game, mode, currency } = session
    const known = plays.get(round)
    if (known) {
      const isOwner = known.playerId === playerId
      const refusal = refuseOther(known, { isOwner, game, mode, stake: job.stake, choice })
      return refusal ?? again(known, batch)
    }
    if (batch.hasRound(studio, round)) return no('ROUND_CONFLICT')
    if (session.isExpired) return no('SESSION_EXPIRED')
    const title = studioGame(game)
    if (!title || title.about.isShared || batch.isClosed(game, studio)) return no('GAME_CLOSED')
    if (!isCurrency(currency)) throw new Error('a currency that nobody knows')
    const open = plays.get(openAt.get(placeOf(session)) ?? '')
    if (open && !isStale(open)) return no('ROUND_OPEN', { round: open.round })
    const own = seedsOf.get(playerId)
    if (!own) throw new Error('a player without seeds')
    const { about, maths } = title
    const pace = paceOf(about)
    const { roundMs } = profileOf(jurisdiction, about)
    const waitMs = waitMsOf({ roundMs, lastMs: own.lastMs[pace], nowMs: batch.nowMs })
    if (waitMs > 0) return tooFast(waitMs)
    const pack = extras.packFor({ playerId, game, currency, mode })
    const stakes = stakesFor(jurisdiction, about, { currency, isOver25: over25.has(playerId) })
    const stake = pack?.stake ?? job.stake
    const wrongStake = pack ? null : refuseStake(stake, stakes, currency)
    if (wrongStake) return wrongStake
    const { seedId, serverSeed, clientSeed, nonce } = own
    const standing = standingAfter(maths, { stake, serverSeed, clientSeed, nonce }, [choice])
    if (standing instanceof Refusal) return standing
    if (standing.staked !== stake) throw new Error('a round that begins with another stake')
    // Only now, when nothing but the gate and the money can say no.
    const cleared = open ? cancel(open, batch) : []
    const { isOver } = standing
    const begun: Play = {
      ...{ round, playerId, guestId: null, game, version: maths.version, mode, currency, stake },
      ...{ seedId, serverSeed, clientSeed, nonce, choices: [choice], staked: stake, won: isOver ? standing.won : 0n },
      ...{ isOver, isShared: false, packId: pack?.id ?? null, jackpot: null },
    }
    const call = callOf(begun, batch, {
      kind: isOver ? 'betwin' : 'bet',
      transaction: `${round}:1`,
      staked: stake,
      won: begun.won,
      isClosed: isOver,
      isFree: pack !== null,
      tokenHash,
    })
    const decided = batch.decide(call)
    if (decided instanceof Refusal) return { planned: cleared, say: () => asGame(decided) }
    counted.set(playerId, own)
    own.nonce += 1n
    own.lastMs[pace] = batch.nowMs
    keep(begun)
    if (pack) extras.spin(pack)
    if (pack && isOver) extras.noteWin(pack.id, begun.won)
    extras.noteStake(begun)
    return told(begun, standing, batch, [...cleared, decided])
  }

  function act(job: Extract<StudioJob, { kind: 'act' }>, batch: Batch): Refusal | Dealt {
    const { playerId, tokenHash, step, choice } = job
    const session = batch.session(tokenHash)
    if (session?.provider !== studio || session.playerId !== playerId) return no('SESSION_UNKNOWN')
    const now = plays.get(job.round)
    // Another launch of the same game goes on with it: after a reload the token is a new one.
    if (now?.playerId !== playerId || now.game !== session.game || now.mode !== session.mode || now.isShared) {
      return no('ROUND_UNKNOWN')
    }
    if (isStale(now)) return { planned: cancel(now, batch), say: () => no('ROUND_OVER') }
    const next = stepOf(now, { step, choice })
    if (next instanceof Refusal) return next
    if (next === 'again') return again(now, batch)
    const { standing, staked, choices } = next
    const { isOver } = standing
    const won = isOver ? standing.won : 0n
    const after: Play = { ...now, choices, staked: standing.staked, won, isOver }
    const planned: Planned[] = []
    if (staked > 0n || isOver) {
      const kind = staked === 0n ? 'win' : isOver ? 'betwin' : 'bet'
      const transaction = `${now.round}:${choices.length}`
      // What a free spin gives counts for nobody's limits, also where it comes some steps later.
      const payer = staked > 0n ? { tokenHash } : { isFree: now.packId !== null }
      const decided = batch.decide(callOf(now, batch, { kind, transaction, staked, won, isClosed: isOver, ...payer }))
      if (decided instanceof Refusal) return asGame(decided)
      planned.push(decided)
    }
    keep(after)
    if (after.packId !== null && isOver) extras.noteWin(after.packId, won)
    return told(after, standing, batch, planned)
  }

  const again = (known: Play, batch: Batch): Dealt => {
    const planned = isStale(known) ? cancel(known, batch) : []
    const now = plays.get(known.round) ?? known
    return told(now, standOf(now), batch, planned)
  }

  return {
    /** Rounds whose rules are gone: whoever decides about them needs their stakes. */
    stale: found.filter(isStale).map(({ round }) => round),

    decide(job: StudioJob, batch: Batch): Refusal | Dealt {
      if (job.kind === 'play') return play(job, batch)
      if (job.kind === 'act') return act(job, batch)
      const known = plays.get(job.round)
      if (known?.playerId !== job.playerId) return no('ROUND_UNKNOWN')
      return again(known, batch)
    },

    /** Pots that were hit in this batch belong to their rounds. */
    async takePots(): Promise<Prize[]> {
      const prizes = await extras.takePots()
      for (const { round, pot, level, won } of prizes) {
        const hit = plays.get(round)
        if (hit) keep({ ...hit, jackpot: { pot, level, won } })
      }
      return prizes
    },

    async write(): Promise<void> {
      const isAny = opened.size + changed.size + counted.size > 0
      await Promise.all([
        isAny
          ? writePlays(tx, {
              opened: [...opened.values()],
              changed: [...changed.values()],
              seeds: [...counted.values()],
            })
          : null,
        extras.write(),
      ])
    },
  }
}

/** What the wallet says, in the words of the game's own call. */
function asGame(refusal: Refusal): Refusal {
  const { reason, data } = refusal
  if (reason === 'SESSION_EXPIRED' || reason === 'GAME_CLOSED') return no(reason)
  if (reason === 'INSUFFICIENT_FUNDS') return no(reason, { available_amount: data?.available_amount })
  return refusal
}
