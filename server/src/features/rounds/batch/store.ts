import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db, Tx } from '../../../context.ts'
import { textArray } from '../../../db/array-text.ts'
import { TryAgain } from '../../../db/db.ts'
import type { Gain } from '../../bonuses/bonuses.ts'
import { type Part, stakePurses } from '../../funding/funding.ts'
import type { Action, Mode, Round, Session } from './rules.ts'

/** An array as PostgreSQL writes it. Handed over whole: what needs no quotes is not looked at one by one. */
const numbers = (values: readonly (bigint | number | boolean)[]) => `{${values.join()}}`

export const idOf = (provider: string, id: string) => `${provider}\n${id}`

export const modeOf = (word: string): Mode => (word === 'demo' ? 'demo' : 'real')

// What a batch looks at

type WireSession = [hash: string, string, playerId: string, string, string, string, isExpired: boolean]
type WireRound = [
  provider: string,
  round: string,
  playerId: string,
  game: string,
  mode: string,
  currency: string,
  staked: string,
  won: string,
  bets: number,
  isClosed: boolean,
  bonus: [id: string, staked: string, won: string, prized: string] | null,
  pack: string | null,
]
type WirePart = { kind: string; amount: string; pack?: string; bonus?: string; counted?: string }
type WireGain = { kind: Gain['kind']; amount: string; bonus?: string }
type WireAction = [
  provider: string,
  action: string,
  kind: Action['kind'],
  round: string,
  staked: string,
  won: string,
  shortfall: string,
  split: WirePart[] | null,
  isRolledBack: boolean,
  gains: WireGain[] | null,
]

export type Books = {
  nowMs: number
  sessions: Map<string, Session>
  rounds: Map<string, Round>
  actions: Map<string, Action>
  /** Of calls that name a player without a token or a round: which of them had a launch, by `launchKey`. */
  launched: Set<string>
}

type Launched = { provider: string; playerId: bigint; game: string }
export const launchKey = ({ provider, playerId, game }: Launched) => `${provider}/${playerId}/${game}`

/** Which of these the provider has launched a game for; launches are remembered for a month. */
export async function readLaunched(tx: Tx, asked: readonly Launched[]): Promise<Set<string>> {
  const { rows } = await sql<Launched>`select distinct s.provider, s.player_id as "playerId", s.game
    from unnest(${textArray(asked.map(({ provider }) => provider))}::text[],
      ${numbers(asked.map(({ playerId }) => playerId))}::bigint[], ${textArray(asked.map(({ game }) => game))}::text[])
      as asked (provider, player_id, game) join rounds_session as s using (provider, player_id, game)`.execute(tx)
  return new Set(rows.map(launchKey))
}

/** By the provider's own ids. */
type Id = { provider: string; id: string }
export type BookQuery = { tokenHashes: readonly string[]; rounds: readonly Id[]; actions: readonly Id[] }

/** Everything of ours that calls may touch, in one question. Their players are locked, so it stands still. */
export async function readBooks(tx: Tx, { tokenHashes, rounds, actions }: BookQuery): Promise<Books> {
  const hashes = tokenHashes.map((hash) => `"\\\\x${hash}"`)
  const { rows } = await sql<{
    nowMs: number
    sessions: WireSession[] | null
    rounds: WireRound[] | null
    actions: WireAction[] | null
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs", (
      select json_agg(json_build_array(encode(token_hash, 'hex'), provider, player_id::text, game, mode, currency,
        expires_at <= clock_timestamp()))
      from rounds_session where token_hash = any(${`{${hashes.join()}}`}::bytea[])
    ) as sessions, (
      select json_agg(json_build_array(r.provider, r.round, r.player_id::text, r.game, r.mode, r.currency,
        r.staked::text, r.won::text, r.bets, r.is_closed, case when r.bonus_id is not null then
          json_build_array(r.bonus_id::text, r.bonus_staked::text, r.bonus_won::text, r.bonus_prized::text) end,
        r.pack_id::text))
      from unnest(${textArray(rounds.map(({ provider }) => provider))}::text[], ${textArray(rounds.map(({ id }) => id))}::text[])
        as asked (provider, round) join rounds_round as r using (provider, round)
    ) as rounds, (
      select json_agg(json_build_array(a.provider, a.action, a.kind, a.round, a.staked::text, a.won::text,
        a.shortfall::text, a.split, a.is_rolled_back, a.gains))
      from unnest(${textArray(actions.map(({ provider }) => provider))}::text[], ${textArray(actions.map(({ id }) => id))}::text[])
        as asked (provider, action) join rounds_action as a using (provider, action)
    ) as actions`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  return {
    nowMs: row.nowMs,
    sessions: new Map((row.sessions ?? []).map(readSession)),
    rounds: new Map((row.rounds ?? []).map(readRoundRow)),
    actions: new Map((row.actions ?? []).map(readAction)),
    launched: new Set(),
  }
}

/** All calls of these rounds, so that they can be taken back. */
export async function readActionsOf(tx: Tx, rounds: readonly Id[]): Promise<Map<string, Action>> {
  const { rows } = await sql<{ found: WireAction }>`
    select json_build_array(a.provider, a.action, a.kind, a.round, a.staked::text, a.won::text, a.shortfall::text,
      a.split, a.is_rolled_back, a.gains) as found
    from unnest(${textArray(rounds.map(({ provider }) => provider))}::text[], ${textArray(rounds.map(({ id }) => id))}::text[])
      as asked (provider, round) join rounds_action as a using (provider, round)`.execute(tx)
  return new Map(rows.map(({ found }) => readAction(found)))
}

const readSession = ([hash, provider, playerId, game, mode, currency, isExpired]: WireSession): [string, Session] => [
  hash,
  { provider, playerId: BigInt(playerId), game, mode: modeOf(mode), currency, isExpired },
]

const readRoundRow = (row: WireRound): [string, Round] => {
  const [provider, round, playerId, game, mode, currency, staked, won, bets, isClosed, bonus, pack] = row
  return [
    idOf(provider, round),
    {
      playerId: BigInt(playerId),
      game,
      mode: modeOf(mode),
      currency,
      staked: BigInt(staked),
      won: BigInt(won),
      bets,
      isClosed,
      bonus: bonus && {
        id: BigInt(bonus[0]),
        staked: BigInt(bonus[1]),
        won: BigInt(bonus[2]),
        prized: BigInt(bonus[3]),
      },
      pack: pack === null ? null : BigInt(pack),
    },
  ]
}

const readAction = (row: WireAction): [string, Action] => {
  const [provider, action, kind, round, staked, won, shortfall, split, isRolledBack, gains] = row
  return [
    idOf(provider, action),
    {
      kind,
      round,
      staked: BigInt(staked),
      won: BigInt(won),
      shortfall: BigInt(shortfall),
      split: (split ?? []).map(readPart),
      gains: (gains ?? []).map(readGain),
      isRolledBack,
    },
  ]
}

const readGain = ({ kind, amount, bonus }: WireGain): Gain => ({
  kind,
  amount: BigInt(amount),
  ...(bonus !== undefined && { bonus: BigInt(bonus) }),
})

function readPart({ kind, amount, pack, bonus, counted }: WirePart): Part {
  const purse = [...stakePurses, 'promotions' as const].find((known) => known === kind)
  if (!purse) throw new Error('a stake was paid from an unknown purse')
  return {
    kind: purse,
    amount: BigInt(amount),
    ...(pack !== undefined && { pack: BigInt(pack) }),
    ...(bonus !== undefined && { bonus: BigInt(bonus) }),
    ...(counted !== undefined && { counted: BigInt(counted) }),
  }
}

// What a batch leaves behind

type Named<T> = { provider: string; id: string; value: T }
export type BookChanges = {
  newRounds: readonly Named<Round>[]
  rounds: readonly Named<Round>[]
  actions: readonly Named<Action>[]
  rolledBack: readonly { provider: string; id: string }[]
}

const splitOf = ({ split }: Action) => (split.length === 0 ? null : JSON.stringify(split.map(wirePart)))

const wirePart = ({ kind, amount, pack, bonus, counted }: Part): WirePart => ({
  kind,
  amount: String(amount),
  ...(pack !== undefined && { pack: String(pack) }),
  ...(bonus !== undefined && { bonus: String(bonus) }),
  ...(counted !== undefined && { counted: String(counted) }),
})

const gainsIn = ({ gains }: Action) =>
  gains.length === 0
    ? null
    : JSON.stringify(
        gains.map(({ kind, amount, bonus }) => ({
          kind,
          amount: String(amount),
          ...(bonus !== undefined && { bonus: String(bonus) }),
        })),
      )

const nullable = (values: readonly (bigint | null | undefined)[]) => `{${values.map((each) => each ?? 'null').join()}}`

const none = sql``

/** Rounds that a bonus paid into, or a pack whose winnings wait, have five columns more. */
const bonusColumns = (rounds: readonly Named<Round>[]) => sql`,
  ${nullable(rounds.map(({ value }) => value.bonus?.id))}::bigint[],
  ${nullable(rounds.map(({ value }) => value.bonus?.staked))}::bigint[],
  ${nullable(rounds.map(({ value }) => value.bonus?.won))}::bigint[],
  ${nullable(rounds.map(({ value }) => value.bonus?.prized))}::bigint[],
  ${nullable(rounds.map(({ value }) => value.pack))}::bigint[]`

/** All of it in one statement; a second one, which says a little more, is for batches that a bonus had a part in. */
export async function writeBooks(tx: Tx, { newRounds, rounds, actions, rolledBack }: BookChanges): Promise<void> {
  const isPlain =
    [...newRounds, ...rounds].every(({ value }) => value.bonus === null && value.pack === null) &&
    actions.every(({ value }) => value.gains.length === 0)
  const more = isPlain ? none : sql`, bonus_id, bonus_staked, bonus_won, bonus_prized, pack_id`
  const changedMore = isPlain
    ? none
    : sql`, bonus_id = n.bonus_id, bonus_staked = n.bonus_staked, bonus_won = n.bonus_won,
        bonus_prized = n.bonus_prized, pack_id = n.pack_id`
  const gained = isPlain ? none : sql`, gains`
  const gains = isPlain ? none : sql`, ${actions.map(({ value }) => gainsIn(value))}::jsonb[]`
  await sql`with opened as (
      insert into rounds_round (provider, round, player_id, game, mode, currency, staked, won, bets, is_closed${more}, closed_at)
      select n.*, case when n.is_closed then now() end from unnest(
        ${textArray(newRounds.map(({ provider }) => provider))}::text[], ${textArray(newRounds.map(({ id }) => id))}::text[],
        ${numbers(newRounds.map(({ value }) => value.playerId))}::bigint[], ${textArray(newRounds.map(({ value }) => value.game))}::text[],
        ${textArray(newRounds.map(({ value }) => value.mode))}::text[], ${textArray(newRounds.map(({ value }) => value.currency))}::text[],
        ${numbers(newRounds.map(({ value }) => value.staked))}::bigint[], ${numbers(newRounds.map(({ value }) => value.won))}::bigint[],
        ${numbers(newRounds.map(({ value }) => value.bets))}::int[],
        ${numbers(newRounds.map(({ value }) => value.isClosed))}::boolean[]${isPlain ? none : bonusColumns(newRounds)}
      ) as n (provider, round, player_id, game, mode, currency, staked, won, bets, is_closed${more})
    ), changed as (
      update rounds_round set staked = n.staked, won = n.won, bets = n.bets, is_closed = n.is_closed,
        closed_at = coalesce(rounds_round.closed_at, case when n.is_closed then now() end), updated_at = now()${changedMore}
      from unnest(
        ${textArray(rounds.map(({ provider }) => provider))}::text[], ${textArray(rounds.map(({ id }) => id))}::text[],
        ${numbers(rounds.map(({ value }) => value.staked))}::bigint[], ${numbers(rounds.map(({ value }) => value.won))}::bigint[],
        ${numbers(rounds.map(({ value }) => value.bets))}::int[],
        ${numbers(rounds.map(({ value }) => value.isClosed))}::boolean[]${isPlain ? none : bonusColumns(rounds)}
      ) as n (provider, round, staked, won, bets, is_closed${more})
      where rounds_round.provider = n.provider and rounds_round.round = n.round
    ), undone as (
      update rounds_action set is_rolled_back = true, rolled_back_at = now()
      from unnest(${textArray(rolledBack.map(({ provider }) => provider))}::text[], ${textArray(rolledBack.map(({ id }) => id))}::text[])
        as n (provider, action)
      where rounds_action.provider = n.provider and rounds_action.action = n.action
    )
    insert into rounds_action (provider, action, kind, round, staked, won, shortfall, split, is_rolled_back${gained}, rolled_back_at)
    select n.*, case when n.is_rolled_back then now() end from unnest(
      ${textArray(actions.map(({ provider }) => provider))}::text[], ${textArray(actions.map(({ id }) => id))}::text[],
      ${textArray(actions.map(({ value }) => value.kind))}::text[], ${textArray(actions.map(({ value }) => value.round))}::text[],
      ${numbers(actions.map(({ value }) => value.staked))}::bigint[], ${numbers(actions.map(({ value }) => value.won))}::bigint[],
      ${numbers(actions.map(({ value }) => value.shortfall))}::bigint[], ${actions.map(({ value }) => splitOf(value))}::jsonb[],
      ${numbers(actions.map(({ value }) => value.isRolledBack))}::boolean[]${gains}
    ) as n (provider, action, kind, round, staked, won, shortfall, split, is_rolled_back${gained})`
    .execute(tx)
    .catch(tryAgainIfTaken)
}

/** Two players with one id at the same moment, on two nodes: run again, the second finds the first. */
export function tryAgainIfTaken(error: unknown): never {
  const isTaken =
    error instanceof DatabaseError &&
    error.code === '23505' &&
    /^rounds_(round|action|play)_pkey$/.test(error.constraint ?? '')
  throw isTaken ? new TryAgain('a round was opened at the same moment') : error
}

// Reading

/** Whether a spin of this pack is still under way. */
export async function hasOpenRound(db: Db, packId: bigint): Promise<boolean> {
  const open = db
    .selectFrom('rounds_round')
    .select('round')
    .where('pack_id', '=', packId)
    .where('is_closed', '=', false)
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

export async function readRound(db: Db, provider: string, round: string) {
  const { rows } = await sql<{
    nowMs: number
    playerId: bigint | null
    game: string
    currency: string
    staked: bigint
    won: bigint
    isClosed: boolean
    openedAt: Date
  }>`select extract(epoch from clock_timestamp())::float8 * 1000 as "nowMs", player_id as "playerId", game, currency,
      staked, won, is_closed as "isClosed", opened_at as "openedAt"
    from (values (${provider}, ${round})) as asked (provider, round)
    left join rounds_round using (provider, round)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  return row
}

export const readActions = (db: Db, provider: string, round: string, most: number) =>
  db
    .selectFrom('rounds_action')
    .select(['action', 'kind', 'staked', 'won', 'shortfall', 'is_rolled_back as isRolledBack', 'at'])
    .where('provider', '=', provider)
    .where('round', '=', round)
    .orderBy('at')
    .orderBy('action')
    .limit(most)
    .execute()

/** Wins that were taken back from players who no longer had them, newest first. */
export const listShortfalls = (db: Db, most: number) =>
  db
    .selectFrom('rounds_action as a')
    .innerJoin('rounds_round as r', (on) => on.onRef('r.provider', '=', 'a.provider').onRef('r.round', '=', 'a.round'))
    .select(['a.provider', 'a.action', 'a.round', 'a.shortfall', 'a.at', 'r.player_id as playerId', 'r.currency'])
    .where('a.shortfall', '>', 0n)
    .orderBy('a.at', 'desc')
    .limit(most)
    .execute()
