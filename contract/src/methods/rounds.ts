import { z } from 'zod'
import { clientSeed, gameModes, jackpotLevels, roundId } from '../games.ts'
import { checked, fields, list, method, money, paging } from '../method.ts'
import { paidBy } from './games.ts'

/** What a game was launched with. It stands for player, game, mode and currency, so no cookie is asked. */
const token = z.string().max(100)
const round = z.string().regex(roundId)
/** JSON; the mathematics of the game decide what is right. */
const choice = z.string().max(4_000)

/** How a round stands, as far as the player may know now. */
const standing = z.object({
  round: z.string(),
  game: z.string(),
  version: z.string(),
  /** How many choices were made, the opening one included. */
  step: z.number(),
  stake: money,
  staked: money,
  won: money,
  is_over: z.boolean(),
  is_free: z.boolean(),
  view: z.unknown(),
  /** After this step. */
  balance: money,
  /** What of it is bonus money; only while a bonus is open. */
  bonus: money.optional(),
  nonce: z.number(),
  jackpot: z.object({ level: z.enum(jackpotLevels), won: money }).nullable(),
  /** Free spins that are left in the pack of this game. */
  free_left: z.number(),
})
export type WireStanding = z.output<typeof standing>

const fairness = z.object({
  /** SHA-256 of the server's seed in use, shown before the first round with it. */
  hash: z.string(),
  /** Of the one after it: shown before the player chooses the seed that goes with it. */
  next_hash: z.string(),
  client_seed: z.string(),
  /** False: we made it. */
  is_own_seed: z.boolean(),
  /** Of the next round. */
  nonce: z.number(),
})

const facts = z.object({
  game: z.object({
    sysname: z.string(),
    name: z.string(),
    studio: z.string(),
    version: z.string(),
    rtp: z.string(),
    /** One round for all players, over the stream. */
    is_shared: z.boolean(),
  }),
  mode: z.enum(gameModes),
  is_guest: z.boolean(),
  currency: z.string(),
  balance: money,
  /** What of it is bonus money; only while a bonus is open. */
  bonus: money.optional(),
  stakes: z.object({ min: z.string(), max: z.string(), step: z.string(), ladder: z.array(z.string()) }),
  /** What the jurisdiction allows. */
  profile: z.object({
    has_autoplay: z.boolean(),
    has_turbo: z.boolean(),
    /** From one stake to the next. */
    round_ms: z.number(),
  }),
  /** A round that was left unfinished: the game goes on with it. */
  round: standing.nullable(),
  fairness,
  pack: z.object({ id: z.string(), remaining_count: z.number(), stake: money }).nullable(),
})
export type GameFacts = z.output<typeof facts>

/** Every no to a stake that a game can meet. */
const stakeRefusals = [
  'InvalidParameter:SESSION_UNKNOWN',
  'InvalidParameter:SESSION_EXPIRED',
  'InvalidParameter:GAME_CLOSED',
  'InvalidParameter:INSUFFICIENT_FUNDS',
  'InvalidParameter:BONUS_GAME_EXCLUDED',
  'InvalidParameter:BONUS_MAX_BET',
  'InvalidParameter:BONUS_START',
  'InvalidParameter:STAKE_INVALID',
  'InvalidParameter:CHOICE_INVALID',
  'InvalidParameter:ROUND_OPEN',
  'InvalidParameter:ROUND_CONFLICT',
  'InvalidParameter:TOO_FAST',
  'InvalidParameter:TABLE_CLOSED',
  'InvalidParameter:SELF_EXCLUDED',
  'InvalidParameter:LIMIT_LOSS',
  'InvalidParameter:LIMIT_WAGER',
  'InvalidParameter:LIMIT_SESSION',
  'InvalidParameter:REALITY_CHECK',
  'KycUserProfile',
] as const

export const rounds = {
  'rounds.open': method({
    about:
      'What a launched game needs to begin: balance, stakes, rules of the place, and the round that was left unfinished.',
    verb: 'POST',
    who: 'anyone',
    isByToken: true,
    input: z.object({ token }),
    output: facts,
    refuses: ['InvalidParameter:SESSION_UNKNOWN', 'InvalidParameter:SESSION_EXPIRED'],
  }),
  'rounds.play': method({
    about: 'Stakes and opens a round. The same round id again gets the same outcome and stakes nothing.',
    verb: 'POST',
    who: 'anyone',
    isByToken: true,
    input: z.object({ token, round, stake: z.string().max(30), choice }),
    output: standing,
    refuses: stakeRefusals,
  }),
  'rounds.act': method({
    about: 'The next choice in an open round. The same step with the same choice again gets how the round stands.',
    verb: 'POST',
    who: 'anyone',
    isByToken: true,
    input: z.object({
      token,
      round,
      /** The step of the standing that the choice follows. */
      step: z.coerce.number().int().min(1).max(1_000),
      choice,
    }),
    output: standing,
    // A choice may add to the stake; then everything is asked that a stake is asked.
    refuses: [...stakeRefusals, 'InvalidParameter:ROUND_UNKNOWN', 'InvalidParameter:ROUND_OVER'],
  }),
  'rounds.getBalance': method({
    about: 'The balance behind a launched game, after a deposit in another window.',
    verb: 'POST',
    who: 'anyone',
    isByToken: true,
    input: z.object({ token }),
    output: z.object({ balance: money, bonus: money.optional() }),
    refuses: ['InvalidParameter:SESSION_UNKNOWN', 'InvalidParameter:SESSION_EXPIRED'],
  }),
  'rounds.getUnfinished': method({
    about: 'Rounds of the player that wait for a choice, with what is staked in them.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(20, 50), fields }),
    output: list(
      z.object({
        round: z.string(),
        provider: z.string(),
        game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
        mode: z.enum(gameModes),
        staked: money,
        opened_at: z.string(),
      }),
    ),
    refuses: [],
  }),
  'rounds.getRound': method({
    about: 'One own round as it was recorded: stake, choices, outcome, win, and everything that verifies it.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ round: z.string().max(100), provider: z.string().max(40).default('studio') }),
    output: z.object({
      round: z.string(),
      provider: z.string(),
      game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
      version: z.string().nullable(),
      mode: z.enum(gameModes),
      staked: money,
      won: money,
      paid_by: paidBy,
      /** What of the stakes counted towards the wagering of a bonus. */
      counted: money,
      is_closed: z.boolean(),
      is_free: z.boolean(),
      opened_at: z.string(),
      closed_at: z.string().nullable(),
      /** Money lines, oldest first. */
      actions: z.array(
        z.object({
          transaction: z.string(),
          kind: z.string(),
          staked: money,
          won: money,
          /** The pot draws with the units of own money in the opening stake. */
          paid_by: paidBy,
          counted: money,
          is_rolled_back: z.boolean(),
          at: z.string(),
        }),
      ),
      /** Null for games of others. */
      play: z
        .object({
          stake: money,
          choices: z.array(z.unknown()),
          /** How it stood after each choice. */
          standings: z.array(z.object({ staked: money, won: money, is_over: z.boolean(), view: z.unknown() })),
          client_seed: z.string(),
          nonce: z.number(),
          hash: z.string(),
          /** Null until it is revealed. */
          server_seed: z.string().nullable(),
          /** Of a round that all players shared. */
          shared: z.object({ id: z.string(), salt: z.string() }).nullable(),
          jackpot: z.object({ level: z.enum(jackpotLevels), won: money }).nullable(),
        })
        .nullable(),
    }),
    refuses: ['InvalidParameter:ROUND_UNKNOWN'],
  }),
  'fairness.get': method({
    about: 'The seeds in use: the hash of the server’s, the player’s own, and how many rounds they made.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: z.object({
      ...fairness.shape,
      since: z.string(),
      /** Rounds that are still open: seeds are revealed only when there is none. */
      open_rounds: z.number(),
    }),
    refuses: [],
  }),
  'fairness.rotate': method({
    about: 'Reveals the server’s seed in use and goes on with the next one and this client seed.',
    verb: 'POST',
    who: 'player',
    input: z.object({
      client_seed: checked(clientSeed),
      /** The one that is to be revealed: a second click reveals nothing more. */ hash: z.string().max(64),
    }),
    output: z.object({ server_seed: z.string(), hash: z.string(), client_seed: z.string(), rounds: z.number() }),
    refuses: ['InvalidParameter:ROUND_OPEN', 'InvalidParameter:SEED_CHANGED', 'TooManyRequests'],
    limit: { points: 30, seconds: 60 },
  }),
  'fairness.getSeeds': method({
    about: 'Seeds that were revealed, newest first: whoever has them can recompute every round.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(10, 100), fields }),
    output: list(
      z.object({
        server_seed: z.string(),
        hash: z.string(),
        client_seed: z.string(),
        rounds: z.number(),
        from: z.string(),
        to: z.string(),
      }),
    ),
    refuses: [],
  }),
  'fairness.getShared': method({
    about:
      'The chain behind the rounds that everybody shares: its last hash, published first, its salt, and the rounds that are over.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ game: z.string().max(80), ...paging(20, 100) }),
    output: z.object({
      terminal_hash: z.string(),
      salt: z.string().nullable(),
      length: z.number(),
      ...list(z.object({ id: z.string(), place: z.number(), hash: z.string(), point: z.string(), at: z.string() }))
        .shape,
    }),
    refuses: ['InvalidParameter:UNKNOWN_GAME'],
  }),
}
