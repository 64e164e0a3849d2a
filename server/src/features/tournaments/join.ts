import { Refusal, type RefusalName, wrongField } from '@croupier/contract/refusals'
import type { JoinReason } from '@croupier/contract/tournaments'
import type { Db, Operation } from '../../context.ts'
import { lockPlayer } from '../account/account.ts'
import { type OfferFacts, playerFacts } from '../campaigns/campaigns.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { type ClubSide, readClubSide } from './club-store.ts'
import { returnEntryCost } from './entry-cost.ts'
import { isOfferedIn } from './prizes.ts'
import { type JoinFacts, type JoinNo, judgeJoin, tournamentStatus } from './rules.ts'
import { databaseMoment, endEntry, lockWhileOpen, type Tournament, type TournamentEntry } from './store.ts'

/** Coming and going. Players are locked first, then the tournament: the last place is taken once. */

export const unknownTournament = () => wrongField('UNKNOWN_TOURNAMENT', 'tournament_id', 'No such tournament')

/** What decides about a player, read once for all tournaments. */
export type KnownPlayer = { facts: OfferFacts; club: ClubSide; points: bigint }

export async function readJoinFacts(db: Db, playerId: bigint): Promise<KnownPlayer> {
  const { facts } = await playerFacts.read(db, playerId)
  const [club, purse] = [await readClubSide(db, playerId), await ledgerLines.findPurse(db, playerId, 'points', 'PTS')]
  return { facts, club, points: purse?.balance ?? 0n }
}

function joinFacts(known: KnownPlayer, { terms: { conditions }, definition }: Tournament): JoinFacts {
  const { facts, club, points } = known
  const { segment, locales, product, registered_from, registered_to } = conditions
  const about = { segment, locales, product, registered_from, registered_to }
  const said = Object.entries(about).filter(([, value]) => value !== undefined)
  return {
    ...facts,
    isAvailable: facts.isAvailable && !club.isOff,
    isInvited: playerFacts.meets(Object.fromEntries(said), facts),
    ...{ points, hasTicket: club.tickets.has(definition) },
  }
}

/** Null is a yes. `now` is the clock of the database behind the locks. */
export function mayJoin(
  tournament: Tournament,
  entry: TournamentEntry | null,
  known: KnownPlayer,
  now: Date,
): JoinNo | null {
  const { terms, templates, joinUntil, players } = tournament
  return judgeJoin(
    {
      status: tournamentStatus(tournament, now),
      joinUntil,
      now,
      entry: entry?.state ?? null,
      isFull: terms.most_players !== undefined && players >= terms.most_players,
      isOffered: isOfferedIn(terms.prizes, templates, known.facts.currency),
      conditions: terms.conditions,
      cost: { points: terms.fee_points ?? null, byTicket: terms.by_ticket },
    },
    joinFacts(known, tournament),
  )
}

const refusals: Record<Exclude<JoinReason, 'FULL' | 'TICKET_NEEDED'>, RefusalName> = {
  CLOSED: 'InvalidParameter:TOURNAMENT_CLOSED',
  LEFT: 'InvalidParameter:TOURNAMENT_CLOSED',
  OUT: 'InvalidParameter:TOURNAMENT_CLOSED',
  COUNTRY: 'InvalidParameter:NOT_FOR_YOU',
  CURRENCY: 'InvalidParameter:NOT_FOR_YOU',
  LEVEL: 'InvalidParameter:NOT_FOR_YOU',
  SEGMENT: 'InvalidParameter:NOT_FOR_YOU',
  NOT_ENOUGH_POINTS: 'InvalidParameter:NOT_ENOUGH_POINTS',
  NOT_AVAILABLE: 'InvalidParameter:NOT_AVAILABLE',
  NEED_DEPOSIT: 'UserNeedDeposit',
  NEED_CONTACT: 'UserNeedConfirmContact',
  NEED_PROFILE: 'UserNeedProfileData',
  NEED_VERIFICATION: 'KycUserProfile',
}

export function joinRefusal({ reason, data }: JoinNo): Refusal {
  if (reason === 'FULL') return wrongField('TOURNAMENT_FULL', 'tournament_id', 'All places are taken')
  if (reason === 'TICKET_NEEDED') return wrongField('TICKET_NEEDED', 'tournament_id', 'It opens with a ticket')
  const name = refusals[reason]
  const [, word] = name.split(':')
  return new Refusal(name, {
    message: `This tournament cannot be joined: ${reason}`,
    ...(word !== undefined && { fields: { tournament_id: [word] } }),
    data: { ...(reason === 'NOT_ENOUGH_POINTS' && data), join_reason: reason, join_data: data },
  })
}

export const joinTournament: Operation<'tournaments.participate'> = async (ctx, { tournament_id }) => {
  await ctx.cups.join({ playerId: ctx.player.id, tournamentId: BigInt(tournament_id) })
  return null
}

export const leaveTournament: Operation<'tournaments.leave'> = (ctx, { tournament_id }) =>
  ctx.begin(async (tx) => {
    const playerId = ctx.player.id
    const id = BigInt(tournament_id)
    await lockPlayer(tx, playerId)
    const tournament = (await lockWhileOpen(tx, [id])).get(id)
    if (!tournament) throw unknownTournament()
    const status = tournamentStatus(tournament, await databaseMoment(tx))
    if (status !== 'future' && status !== 'active') {
      throw wrongField('TOURNAMENT_CLOSED', 'tournament_id', 'This tournament is over')
    }
    const hasLeft = await endEntry(tx, { tournamentId: id, playerId, state: 'left' })
    // Once it has begun, the place was taken.
    if (hasLeft && status === 'future') await returnEntryCost(tx, { tournamentId: id, playerId })
    return null
  })
