import { z } from 'zod'
import { gameTypes } from '../games.ts'
import { fields, flag, list, method, money, paging, saved } from '../method.ts'
import {
  countReasons,
  joinReasons,
  prizeKinds,
  prizeStates,
  scoreUnits,
  tournamentKinds,
  tournamentStatuses,
} from '../tournaments.ts'

const id = z.string().regex(/^[1-9]\d{0,17}$/)

/** Made before the first try. Joining twice is joining once, whatever the key. */
const key = z
  .string()
  .regex(/^[\w-]{8,80}$/)
  .optional()

/** `12340`: a whole number in the unit of the kind. */
const score = z.string()

/**
 * What a place wins; cash in the currency of the player, or of the site for guests, and null where it is not offered in
 * it. Points are in `PTS`.
 */
const wonPrize = z.object({ kind: z.enum(prizeKinds), title: z.string(), amount: money.nullable() })

const tournament = z.object({
  id: z.string(),
  sysname: z.string(),
  name: z.string(),
  status: z.enum(tournamentStatuses),
  starts_at: z.string(),
  ends_at: z.string(),
  /** Until when it can be joined. */
  join_until: z.string(),
  /** When the last rounds have been looked at. */
  settles_at: z.string(),
  games_count: z.number(),
  /** All cash that can be won, where there is some in this currency. */
  total_prize: money.nullable(),
  prizes: z.array(wonPrize.extend({ from: z.number(), to: z.number() })),
  /** Absent for guests. */
  user_info: z
    .object({
      is_joined: z.boolean(),
      joined_at: z.string().nullable(),
      place: z.number().nullable(),
      score: score.nullable(),
      /** Rounds that counted. */
      rounds: z.number(),
      /** What the present place wins; after the end what was won, and how it stands. */
      prize: wonPrize.extend({ state: z.enum(prizeStates).nullable() }).nullable(),
      can_join: z.boolean(),
      reason: z.enum(joinReasons).nullable(),
      reason_data: z.record(z.string(), z.unknown()),
      has_left: z.boolean(),
      /** Of two entries of one person the other one, the better, is in the result. */
      is_double: z.boolean(),
      /** One that is left, for this tournament. */
      has_ticket: z.boolean(),
      /** Words of the operator who took the entry off the board. */
      note: z.string(),
    })
    .optional(),
  /** The first three, of a finished one the first ten. Null for a player who hides. */
  winners: z.array(
    z.object({
      place: z.number(),
      fakename: z.string().nullable(),
      is_demo_player: z.boolean(),
      score,
      prize: wonPrize.nullable(),
    }),
  ),
  restrictions: z.object({
    min_bet: money.nullable(),
    min_units: z.number(),
    real_only: z.boolean(),
    games: z.array(z.string()),
    types: z.array(z.enum(gameTypes)),
    providers: z.array(z.string()),
    countries: z.array(z.string()),
    not_countries: z.array(z.string()),
    level: z.number().nullable(),
    most_rounds: z.number(),
    most_per_day: z.number().nullable(),
    most_players: z.number().nullable(),
  }),
  score: z.object({
    kind: z.enum(tournamentKinds),
    unit: z.enum([scoreUnits.multiplier_best, scoreUnits.streak, scoreUnits.stake, scoreUnits.slips_won]),
    /** Hundredths; null where nothing is capped. */
    cap: z.number().nullable(),
    best_of: z.number().nullable(),
    run_length: z.number().nullable(),
    at_least: z.number().nullable(),
  }),
  total_participants: z.number(),
  /** The sum of all scores. */
  total_points: score,
  /** What joining costs: so many points, or a ticket. Neither: it is free. */
  fee: z.object({ points: z.number().nullable(), by_ticket: z.boolean() }),
  reset_on_cashout: z.boolean(),
  /** The studio, where all games are one studio's. */
  provider: z.string().nullable(),
  image_url: z.string(),
  image_360_240: z.string(),
  tags: z.array(z.string()),
  description: z.string(),
  extra: z.object({
    rules: z.string(),
    version: z.string(),
    result_hash: z.string().nullable(),
    result_url: z.string().nullable(),
    /** Why it was cancelled. */
    note: z.string(),
    /** Instances of one that repeats. */
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
})
export type WireTournament = z.output<typeof tournament>

const standing = z.object({
  place: z.number(),
  /** Null for a player who hides; the own row is always named. */
  fakename: z.string().nullable(),
  /** Plays by itself, in the sandbox. */
  is_demo_player: z.boolean(),
  score,
  /** `123.40`, where the score is a multiple of the stake. */
  multiple: z.string().nullable(),
  prize: wonPrize.nullable(),
  is_own: z.boolean(),
})
export type WireStandingRow = z.output<typeof standing>

const round = z.object({
  game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
  provider: z.string(),
  round: z.string(),
  /** What was looked at: as far as it stands, without pots. */
  staked: money,
  won: money,
  multiple: z.string(),
  counted: z.boolean(),
  reason: z.enum(countReasons).nullable(),
  reason_data: z.record(z.string(), z.unknown()),
  opened_at: z.string(),
  closed_at: z.string().nullable(),
})
export type WireCountedRound = z.output<typeof round>

export const tournaments = {
  'tournaments.get': method({
    about: 'Tournaments: those that run, that are to come and that are over, with how this player stands in them.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      ...paging(10, 50),
      /** `12,13`: only these. */
      ids: z.string().max(2_000).optional(),
      status: z.enum(['all', 'future', 'active', 'finished']).default('all'),
      /** Those alone that this player is in; a guest is in none. */
      is_joined: flag.optional(),
      fields,
    }),
    output: list(tournament),
    refuses: [],
  }),
  'tournaments.participate': method({
    about:
      'Joins a tournament, with a ticket or for points where it asks for them: rounds from now on count. Joining again is no mistake.',
    verb: 'POST',
    who: 'player',
    input: z.object({ tournament_id: id, key }),
    output: saved,
    refuses: [
      'UserBanned',
      'UserDeleted',
      'InvalidParameter:SELF_EXCLUDED',
      'TooManyRequests',
      'InvalidParameter:UNKNOWN_TOURNAMENT',
      'InvalidParameter:TOURNAMENT_CLOSED',
      'InvalidParameter:TOURNAMENT_FULL',
      'InvalidParameter:NOT_AVAILABLE',
      'InvalidParameter:NOT_FOR_YOU',
      'InvalidParameter:TICKET_NEEDED',
      'InvalidParameter:NOT_ENOUGH_POINTS',
      'UserNeedDeposit',
      'UserNeedConfirmContact',
      'UserNeedProfileData',
      'KycUserProfile',
    ],
    limit: { points: 60, seconds: 600 },
  }),
  'tournaments.leave': method({
    about:
      'Leaves a tournament: the entry and its score leave the board. Once it has begun that is for good; before, what joining cost comes back.',
    verb: 'POST',
    who: 'player',
    input: z.object({ tournament_id: id }),
    output: saved,
    refuses: ['TooManyRequests', 'InvalidParameter:UNKNOWN_TOURNAMENT', 'InvalidParameter:TOURNAMENT_CLOSED'],
    limit: { points: 60, seconds: 600 },
  }),
  'tournaments.getStandings': method({
    about: 'Places of a tournament, and the own one with its neighbours.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      tournament_id: id,
      ...paging(20, 100),
      /** The page on which the own place is; the first one where there is none. */
      around: z.literal('me').optional(),
    }),
    output: list(standing).extend({
      own: z.object({ place: z.number(), score, neighbours: z.array(standing) }).nullable(),
      version: z.number(),
      as_of: z.string(),
    }),
    refuses: ['InvalidParameter:UNKNOWN_TOURNAMENT'],
  }),
  'tournaments.getRounds': method({
    about: 'Own rounds since the tournament began, newest first: whether each counted, and if not, why.',
    verb: 'GET',
    who: 'player',
    input: z.object({ tournament_id: id, ...paging(20, 100), reason: z.enum(countReasons).optional() }),
    output: list(round).extend({
      /** The one round that is the score, where the kind of the tournament stands on one. */
      stands_on: round.nullable(),
    }),
    refuses: ['InvalidParameter:UNKNOWN_TOURNAMENT'],
  }),
}
