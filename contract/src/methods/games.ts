import { z } from 'zod'
import {
  exportStatuses,
  gameCategories,
  gameModes,
  gameSorts,
  gameTypes,
  historyProducts,
  mostGames,
  rowSize,
} from '../games.ts'
import { fields, list, method, money, paging, saved } from '../method.ts'

const sysname = z
  .string()
  .max(80)
  .regex(/^[a-z0-9][a-z0-9_-]*$/)

const provider = z.object({ sysname: z.string(), name: z.string() })

export const game = z.object({
  sysname: z.string(),
  name: z.string(),
  image_url: z.string(),
  /** The editor's words and picture; they override the others. */
  description: z.object({ name: z.string(), img_288_192: z.string() }).partial(),
  provider,
  type: z.enum(gameTypes),
  categories: z.array(z.enum(gameCategories)),
  /** Return to player in percent, as text: `96.12`. */
  rtp: z.string().nullable(),
  /** 1 calm to 5 wild. */
  volatility: z.number().nullable(),
  is_new: z.boolean(),
  has_demo: z.boolean(),
  /** False: it cannot be opened now, because of a switch or because it has no runner. The tile stays and says so. */
  is_open: z.boolean(),
  /** Of its rules. */
  version: z.string().nullable(),
  /** `studio` for our own; `sportsbook` for what is no game but the betting pages; another runs at its provider; null: nobody. */
  runner: z.string().nullable(),
  /** The pot that this game may win. */
  jackpot: z.string().nullable(),
})
export type Game = z.output<typeof game>

/** Named one by one, by their type or by their studio: one of the three is enough. Nothing named: all games. */
const anyOf = z.object({
  games: z.array(sysname).max(500),
  types: z.array(z.enum(gameTypes)),
  providers: z.array(sysname).max(100),
})
export type GamesAmong = z.output<typeof anyOf>

const options = z.object({
  category: z.enum(gameCategories).optional(),
  providers: z.array(sysname).max(100).optional(),
  type: z.enum(gameTypes).optional(),
  search: z.string().max(100).optional(),
  sort: z.enum(gameSorts).optional(),
  /** Exactly these, in this order; unknown ones are left out. */
  ids: z.array(sysname).max(mostGames).optional(),
  jackpot: z.string().max(80).optional(),
  any_of: anyOf.optional(),
  has_demo: z.boolean().optional(),
  count: z.number().int().min(1).max(mostGames).default(rowSize),
  offset: z.number().int().min(0).max(100_000).default(0),
})
export type GameOptions = z.input<typeof options>

/** One JSON string on the wire; page loaders hand the object over as it is. */
const json = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value, check) => {
    if (typeof value !== 'string') return value
    try {
      return JSON.parse(value)
    } catch {
      check.addIssue({ code: 'custom', message: 'FORMAT', input: value })
      return z.NEVER
    }
  }, schema)

/** Which of the player's money was staked; what the house staked is in neither. */
export const paidBy = z.object({ main: money, bonus: money })

const historyRound = z.object({
  round: z.string(),
  /** Who ran it: `studio` for our own games. */
  provider: z.string(),
  game: z.object({ sysname: z.string(), name: z.string(), image_url: z.string() }),
  mode: z.enum(gameModes),
  staked: money,
  won: money,
  is_closed: z.boolean(),
  opened_at: z.string(),
  /** A free spin: staked by the house. */
  is_free: z.boolean(),
  paid_by: paidBy,
  /** What of the stakes counted towards the wagering of a bonus. */
  counted: money,
  /** Our own games can be shown again, step by step. */
  has_replay: z.boolean(),
})
export type HistoryRound = z.output<typeof historyRound>

/** A day that there was or will be. */
const day = z.iso.date().refine((text) => text >= '1970')

const historyFilter = {
  mode: z.enum(gameModes).default('real'),
  game: sysname.optional(),
  /** Days in UTC, both included. */
  from: day.optional(),
  to: day.optional(),
}

export const games = {
  'games.get': method({
    about: 'Games of the hall by category, studios, type, words (a typing mistake is forgiven), pot or name.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ options: json(options).default({ count: rowSize, offset: 0 }), fields }),
    output: list(game),
    refuses: [],
    cacheSeconds: 10,
  }),
  'games.getCategories': method({
    about: 'Tabs of the hall that have something to show, with how much.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ fields }),
    output: list(z.object({ sysname: z.enum(gameCategories), count: z.number() })),
    refuses: [],
    cacheSeconds: 30,
  }),
  'games.getProviders': method({
    about:
      'Studios with games in the hall, of these types where types are given (separated by commas), and among these games.',
    verb: 'GET',
    who: 'anyone',
    input: z.object({ fields, types: z.string().max(100).optional(), any_of: json(anyOf).optional() }),
    output: list(
      z.object({
        sysname: z.string(),
        name: z.string(),
        image_url: z.string(),
        count: z.number(),
        game_params: z.object({ types: z.array(z.enum(gameTypes)), has_demo: z.boolean() }),
      }),
    ),
    refuses: [],
    cacheSeconds: 30,
  }),
  'games.getLikes': method({
    about: 'The favourites of the player, the last one first.',
    verb: 'GET',
    who: 'player',
    input: z.object({ ...paging(rowSize, mostGames), fields }),
    output: list(game),
    refuses: [],
  }),
  'games.addLike': method({
    about: 'Marks a game as a favourite; again is no mistake.',
    verb: 'POST',
    who: 'player',
    input: z.object({ sysname }),
    output: saved,
    refuses: ['InvalidParameter:UNKNOWN_GAME', 'TooManyRequests'],
    limit: { points: 120, seconds: 60 },
  }),
  'games.removeLike': method({
    about: 'Takes a favourite away; again is no mistake.',
    verb: 'POST',
    who: 'player',
    input: z.object({ sysname }),
    output: saved,
    refuses: ['TooManyRequests'],
    limit: { points: 120, seconds: 60 },
  }),
  'games.getRecent': method({
    about: 'Games that the player opened last, for going on where one stopped.',
    verb: 'GET',
    who: 'player',
    input: z.object({ ...paging(rowSize, 50), fields }),
    output: list(game),
    refuses: [],
  }),
  'games.getHistory': method({
    about: 'Rounds of the player, newest first.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(20, 100), fields, ...historyFilter }),
    output: list(historyRound),
    refuses: ['InvalidParameter:HISTORY_CLOSED'],
  }),
  'games.createhistoryexportrequest': method({
    about: 'Asks for a file with the rounds, or the sports bets, of these days. It is made in the background.',
    verb: 'POST',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...historyFilter, product: z.enum(historyProducts).default('games') }),
    output: z.object({ id: z.string() }),
    refuses: ['InvalidParameter:EXPORT_RUNNING', 'InvalidParameter:EXPORT_CLOSED', 'TooManyRequests'],
    limit: { points: 10, seconds: 3600 },
  }),
  'games.gethistoryexportrequest': method({
    about: 'The files that were asked for, newest first; each is kept for seven days.',
    verb: 'GET',
    who: 'player',
    isForPayout: true,
    input: z.object({ ...paging(4, 50), fields }),
    output: list(
      z.object({
        id: z.string(),
        status: z.enum(exportStatuses),
        created_at: z.string(),
        product: z.enum(historyProducts),
        from: z.string().nullable(),
        to: z.string().nullable(),
        mode: z.enum(gameModes),
        rows: z.number().nullable(),
        bytes: z.number().nullable(),
        expires_at: z.string().nullable(),
        /** Only for its owner. */
        url: z.string().nullable(),
      }),
    ),
    refuses: [],
  }),
}
