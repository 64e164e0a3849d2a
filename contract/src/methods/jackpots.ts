import { z } from 'zod'
import { jackpotLevels } from '../games.ts'
import { fields, flag, list, method, money, paging, saved } from '../method.ts'

const winner = z.object({
  id: z.string(),
  /** The public nickname; null where the player hides it. */
  fakename: z.string().nullable(),
  /** Plays by itself, in the sandbox. */
  is_demo_player: z.boolean(),
  game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
  staked: money,
  won: money,
  /** `12.50`: how often the stake. */
  multiple: z.string(),
  jackpot: z.object({ id: z.string(), level: z.enum(jackpotLevels) }).nullable(),
  at: z.string(),
})
export type Winner = z.output<typeof winner>

/** A win as the public stream tells it: one text for all pages, so the game stands in it in every locale. */
export type WinnerNews = Winner & { games: Record<string, Winner['game']> }

const jackpot = z.object({
  id: z.string(),
  name: z.string(),
  image_url: z.string(),
  levels: z.array(
    z.object({
      sysname: z.enum(jackpotLevels),
      amount: money,
      /** Where it begins again after a hit. */
      seed: money,
      /** One hit per so much staked, on average. */
      staked_per_hit: money,
      last: z
        .object({ fakename: z.string().nullable(), is_demo_player: z.boolean(), won: money, at: z.string() })
        .nullable(),
    }),
  ),
  /** Share of every real stake that goes into the pot, in percent: `1.00`. */
  contribution: z.string(),
  games: z.array(z.string()),
})
export type Jackpot = z.output<typeof jackpot>

export const jackpots = {
  'Jackpots.get': method({
    about: 'Pots in the currency of the player (for guests: the one asked for, else the default), level by level.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ id: z.string().max(80).optional(), currency: z.string().max(10).optional(), fields }),
    output: list(jackpot),
    refuses: [],
  }),
  'Jackpots.getWinners': method({
    about:
      'Wins that were more than their stake: the latest, or the biggest of the last seven days; of one pot where it is named.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      ...paging(20, 100),
      kind: z.enum(['latest', 'biggest']).default('latest'),
      jackpot: z.string().max(80).optional(),
      fields,
    }),
    output: list(winner),
    refuses: [],
  }),
  'leaderboard.get': method({
    about:
      'The most won in a day, week or month, by nickname, compared at fixed rates or as multiples of the stake; only who does not hide.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({
      period: z.enum(['day', 'week', 'month']).default('week'),
      kind: z.enum(['wins', 'multiples']).default('wins'),
      ...paging(10, 100),
      fields,
    }),
    output: list(
      z.object({
        place: z.number(),
        fakename: z.string(),
        is_demo_player: z.boolean(),
        won: money,
        game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
        multiple: z.string(),
        at: z.string(),
        is_own: z.boolean(),
      }),
    ),
    refuses: [],
  }),
  'leaderboard.getHidden': method({
    about: 'Whether the player’s wins are shown without a name.',
    verb: 'GET',
    who: 'player',
    input: z.object({}),
    output: z.object({ is_hidden: z.boolean() }),
    refuses: [],
  }),
  'leaderboard.setHidden': method({
    about: 'Shows the player’s wins without a name from now on, earlier ones too; or with it again.',
    verb: 'POST',
    who: 'player',
    input: z.object({ is_hidden: flag }),
    output: saved,
    refuses: [],
  }),
}
