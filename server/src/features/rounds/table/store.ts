import { sql } from 'kysely'
import type { Db, Tx } from '../../../context.ts'
import type { Mode } from '../batch/rules.ts'
import { askAgain } from '../batch/store.ts'

/** Moments are milliseconds of the database's clock. */
const ms = (moment: ReturnType<typeof sql>) => sql<number>`(extract(epoch from ${moment}) * 1000)::float8`
const clock = ms(sql`clock_timestamp()`)

export async function readClock(db: Db): Promise<number> {
  const { rows } = await sql<{ nowMs: number }>`select ${clock} as "nowMs"`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the database does not know the time')
  return row.nowMs
}

// Who runs the table

export const addTable = (db: Db, game: string) =>
  sql`insert into rounds_table (game) values (${game}) on conflict do nothing`.execute(db)

export type Holding = { holder: string | null; beatMs: number; watchedMs: number; nowMs: number }

const holding = sql`holder, ${ms(sql`beat_at`)} as "beatMs", ${ms(sql`watched_at`)} as "watchedMs", ${clock} as "nowMs"`

export async function readHolding(db: Db, game: string): Promise<Holding | undefined> {
  const { rows } = await sql<Holding>`select ${holding} from rounds_table where game = ${game}`.execute(db)
  return rows[0]
}

/** Locked before it is read: the clock is looked at when it is ours. */
export async function lockHolding(tx: Tx, game: string): Promise<Holding | undefined> {
  await sql`select 1 from rounds_table where game = ${game} for update`.execute(tx)
  return readHolding(tx, game)
}

export const hold = (tx: Tx, game: string, holder: string) =>
  sql`update rounds_table set holder = ${holder}, beat_at = clock_timestamp() where game = ${game}`.execute(tx)

/** Still here, while it is busy paying. */
export const stay = (db: Db, game: string, holder: string) =>
  sql`update rounds_table set beat_at = clock_timestamp() where game = ${game} and holder = ${holder}`.execute(db)

/** So that another node need not wait until it is sure. */
export const letGo = (db: Db, game: string, holder: string) =>
  sql`update rounds_table set holder = null where game = ${game} and holder = ${holder}`.execute(db)

export const noteWatched = (db: Db, game: string) =>
  sql`update rounds_table set watched_at = clock_timestamp() where game = ${game}`.execute(db)

// Rounds

type Phase = 'open' | 'running' | 'over'

export type Shared = {
  id: bigint
  phase: Phase
  place: number
  /** Null: it waits for the first stake of its chain. */
  startsMs: number | null
  endedMs: number | null
  point: bigint | null
  link: Buffer | null
  isInterrupted: boolean
  chain: { id: bigint; root: Buffer; length: number; terminal: Buffer; salt: string | null }
}

type SharedRow = Omit<Shared, 'phase' | 'chain'> & {
  phase: string
  chainId: bigint
  root: Buffer
  length: number
  terminal: Buffer
  salt: string | null
}

const sharedColumns = sql`s.id, s.phase, s.place, ${ms(sql`s.starts_at`)} as "startsMs", ${ms(sql`s.ended_at`)} as "endedMs",
  s.point, s.hash as link, s.is_interrupted as "isInterrupted", c.id as "chainId", c.root, c.length,
  c.terminal_hash as terminal, c.salt`
const withChain = sql`rounds_shared as s join rounds_chain as c on c.id = s.chain_id`

const phaseOf = (word: string): Phase => (word === 'open' || word === 'running' ? word : 'over')

const sharedOf = ({ phase, chainId, root, length, terminal, salt, ...row }: SharedRow): Shared => ({
  ...row,
  phase: phaseOf(phase),
  chain: { id: chainId, root, length, terminal, salt },
})

const latest = (game: string) => sql`(select id from rounds_shared where game = ${game} order by id desc limit 1)`

/** The round that the table is at. */
export async function readShared(db: Db, game: string): Promise<Shared | undefined> {
  const { rows } = await sql<SharedRow>`select ${sharedColumns} from ${withChain} where s.id = ${latest(game)}`.execute(
    db,
  )
  return rows.map(sharedOf)[0]
}

export async function readSharedById(db: Db, id: bigint): Promise<Shared | undefined> {
  const { rows } = await sql<SharedRow>`select ${sharedColumns} from ${withChain} where s.id = ${id}`.execute(db)
  return rows.map(sharedOf)[0]
}

/** As stakes hold it: its start waits for them, they do not wait for each other. Read after the lock. */
export async function lockSharedForStake(tx: Tx, game: string): Promise<Shared | undefined> {
  const { rows } = await sql<{ id: bigint }>`select id from rounds_shared where id = ${latest(game)} for share`.execute(
    tx,
  )
  const [locked] = rows
  return locked && readSharedById(tx, locked.id)
}

export const lockShared = (tx: Tx, id: bigint) =>
  sql`select 1 from rounds_shared where id = ${id} for update`.execute(tx)

export const setStart = (tx: Tx, id: bigint, waitMs: number) =>
  sql`update rounds_shared set starts_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000}::float8)
    where id = ${id}`.execute(tx)

export const setRunning = (tx: Tx, id: bigint) =>
  sql`update rounds_shared set phase = 'running' where id = ${id}`.execute(tx)

type Ending = { point: number; link: Buffer; isInterrupted: boolean }

export const setOver = (tx: Tx, id: bigint, { point, link, isInterrupted }: Ending) =>
  sql`update rounds_shared set phase = 'over', ended_at = clock_timestamp(), point = ${point}, hash = ${link},
    is_interrupted = ${isInterrupted} where id = ${id}`.execute(tx)

/** The next round, from the chain in use; false where there is none. A chain without a salt waits for it. */
export async function addShared(tx: Tx, game: string, waitMs: number): Promise<boolean> {
  const { rows } = await sql`with taken as (
      update rounds_chain set used = used + 1 where game = ${game} and used < length returning id, used, salt
    )
    insert into rounds_shared (chain_id, place, game, phase, starts_at)
    select id, used, ${game}, 'open',
      case when salt is not null then clock_timestamp() + make_interval(secs => ${waitMs / 1_000}::float8) end
    from taken returning id`.execute(tx)
  return rows.length > 0
}

type NewChain = { game: string; root: Buffer; length: number; terminal: Buffer }

export const addChain = (db: Db, { game, root, length, terminal }: NewChain) =>
  sql`insert into rounds_chain (game, root, length, terminal_hash) values (${game}, ${root}, ${length}, ${terminal})
    on conflict do nothing`.execute(db)

/** Once: the first stake decides. Answers with the salt that counts. */
export async function fixSalt(tx: Tx, chainId: bigint, salt: string): Promise<string> {
  const { rows } = await sql<{ salt: string }>`update rounds_chain set salt = coalesce(salt, ${salt})
    where id = ${chainId} returning salt`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a round without a chain')
  return row.salt
}

// Stakes in it

export type SharedPlay = {
  round: string
  playerId: bigint | null
  guestId: bigint | null
  game: string
  version: string
  mode: Mode
  currency: string
  stake: bigint
  salt: string
  place: number
  sharedId: bigint
  choices: unknown[]
  won: bigint
  isOver: boolean
}

type PlayRow = Omit<SharedPlay, 'mode' | 'place' | 'choices' | 'sharedId'> & {
  mode: string
  nonce: bigint
  choices: unknown
  sharedId: bigint | null
}

const playColumns = sql`round, player_id as "playerId", guest_id as "guestId", game, version, mode, currency, stake,
  client_seed as salt, nonce, shared_id as "sharedId", choices, won, is_over as "isOver"`

function playOf({ mode, nonce, choices, sharedId, ...row }: PlayRow): SharedPlay {
  if (sharedId === null || !Array.isArray(choices)) throw new Error('a play of a round that nobody shares')
  return { ...row, mode: mode === 'demo' ? 'demo' : 'real', place: Number(nonce), sharedId, choices }
}

/** Whose it is, is asked by the caller. Undefined too where it is a play of a game that is not shared. */
export async function readPlay(db: Db, round: string): Promise<SharedPlay | undefined> {
  const { rows } = await sql<PlayRow>`select ${playColumns} from rounds_play
    where round = ${round} and shared_id is not null`.execute(db)
  return rows.map(playOf)[0]
}

export async function isRoundTaken(db: Db, round: string): Promise<boolean> {
  const { rows } = await sql`select 1 from rounds_play where round = ${round}`.execute(db)
  return rows.length > 0
}

export type Owner = { playerId: bigint | null; guestId: bigint | null }

/** The open round of this owner in the game, if there is one. */
export async function findOpenRound(tx: Tx, { playerId, guestId }: Owner, game: string, mode: Mode) {
  const { rows } = await sql<{ round: string }>`select round from rounds_play
    where ${playerId === null ? sql`guest_id = ${guestId}` : sql`player_id = ${playerId}`}
      and game = ${game} and mode = ${mode} and not is_over limit 1`.execute(tx)
  return rows[0]?.round
}

export const addPlay = (tx: Tx, play: SharedPlay) =>
  sql`insert into rounds_play (round, player_id, guest_id, game, version, mode, currency, stake, client_seed, nonce,
      shared_id, choices, steps, staked)
    values (${play.round}, ${play.playerId}, ${play.guestId}, ${play.game}, ${play.version}, ${play.mode}, ${play.currency},
      ${play.stake}, ${play.salt}, ${play.place}, ${play.sharedId}, ${JSON.stringify(play.choices)}::jsonb,
      ${play.choices.length}, ${play.stake})`
    .execute(tx)
    .catch(askAgain)

const auto = sql`(choices -> 0 ->> 'auto')::int`

export type Aboard = { round: string; playerId: bigint | null; guestId: bigint | null }

/** Whoever is still aboard; with a height only those who wanted to get off there or lower. */
export async function listAboard(db: Db, sharedId: bigint, most: number, height?: number): Promise<Aboard[]> {
  const { rows } = await sql<Aboard>`select round, player_id as "playerId", guest_id as "guestId" from rounds_play
    where shared_id = ${sharedId} and not is_over
      ${height === undefined ? sql`` : sql`and ${auto} <= ${height}`}
    order by round limit ${most}`.execute(db)
  return rows
}

/** The next height at which somebody wants to get off, up to the point. */
export async function nextAuto(db: Db, sharedId: bigint, point: number): Promise<number | null> {
  const { rows } = await sql<{ height: number | null }>`select min(${auto}) as height from rounds_play
    where shared_id = ${sharedId} and not is_over and ${auto} <= ${point}`.execute(db)
  return rows[0]?.height ?? null
}

/** Rounds of the game that are over and still have somebody aboard. */
export async function listUnsettled(db: Db, game: string): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`select distinct s.id from rounds_play as p
    join rounds_shared as s on s.id = p.shared_id
    where p.shared_id is not null and not p.is_over and s.game = ${game} and s.phase = 'over'`.execute(db)
  return rows.map(({ id }) => id)
}

export async function lockPlays(tx: Tx, rounds: readonly string[]): Promise<SharedPlay[]> {
  const { rows } = await sql<PlayRow>`select ${playColumns} from rounds_play
    where round = any(${rounds}::text[]) and shared_id is not null order by round for update`.execute(tx)
  return rows.map(playOf)
}

type Ended = { round: string; end: unknown; won: bigint }

export const endPlays = (tx: Tx, ended: readonly Ended[]) =>
  sql`update rounds_play set choices = choices || jsonb_build_array(n.last), steps = 2, won = n.won, is_over = true,
      updated_at = clock_timestamp()
    from unnest(${ended.map(({ round }) => round)}::text[], ${ended.map(({ end }) => JSON.stringify(end))}::jsonb[],
      ${`{${ended.map(({ won }) => won).join()}}`}::bigint[]) as n (round, last, won)
    where rounds_play.round = n.round`.execute(tx)

// Those without an account

export type Guest = { id: bigint; balance: bigint; clientSeed: string }

/** In one order, before anything else of theirs. */
export async function lockGuests(tx: Tx, ids: readonly bigint[]): Promise<Guest[]> {
  const { rows } = await sql<Guest>`select id, balance, client_seed as "clientSeed" from rounds_guest
    where id = any(${`{${ids.join()}}`}::bigint[]) order by id for update`.execute(tx)
  return rows
}

export const addToGuest = (tx: Tx, id: bigint, amount: bigint) =>
  sql`update rounds_guest set balance = balance + ${amount} where id = ${id}`.execute(tx)

export async function readGuestBalance(db: Db, id: bigint): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`select balance from rounds_guest where id = ${id}`.execute(db)
  return rows[0]?.balance ?? 0n
}

// What everybody may see

export type Traveller = {
  playerId: bigint | null
  mode: Mode
  currency: string
  stake: bigint
  /** In hundredths. */
  cashedAt: number | null
}

type Crowd = { count: number; cashedCount: number; travellers: Traveller[] }

/** Real money first, then the latest. */
export async function readCrowd(db: Db, sharedId: bigint, most: number): Promise<Crowd> {
  const { rows } = await sql<Omit<Traveller, 'mode'> & { mode: string; count: bigint; cashedCount: bigint }>`
    select player_id as "playerId", mode, currency, stake, (choices -> 1 ->> 'at')::int as "cashedAt",
      count(*) over () as count, count(choices -> 1 -> 'at') over () as "cashedCount"
    from rounds_play where shared_id = ${sharedId}
    order by mode desc, opened_at desc limit ${most}`.execute(db)
  const [first] = rows
  return {
    count: Number(first?.count ?? 0),
    cashedCount: Number(first?.cashedCount ?? 0),
    travellers: rows.map(({ playerId, mode, currency, stake, cashedAt }) => ({
      playerId,
      mode: mode === 'demo' ? 'demo' : 'real',
      currency,
      stake,
      cashedAt,
    })),
  }
}

export type Past = { id: bigint; place: number; link: Buffer; point: bigint; endedMs: number }

/** Rounds that are over, newest first; of one chain where it is named. */
export async function listPast(
  db: Db,
  { game, chainId, count, offset }: { game: string; chainId?: bigint; count: number; offset: number },
): Promise<Past[]> {
  const { rows } = await sql<Past>`select id, place, hash as link, point, ${ms(sql`ended_at`)} as "endedMs"
    from rounds_shared where game = ${game} and phase = 'over'
      ${chainId === undefined ? sql`` : sql`and chain_id = ${chainId}`}
    order by id desc limit ${count} offset ${offset}`.execute(db)
  return rows
}

export async function readChain(db: Db, game: string) {
  const { rows } = await sql<{ id: bigint; terminal: Buffer; salt: string | null; length: number; over: bigint }>`
    select id, terminal_hash as terminal, salt, length,
      (select count(*) from rounds_shared where chain_id = rounds_chain.id and phase = 'over') as over
    from rounds_chain where game = ${game} order by id desc limit 1`.execute(db)
  return rows[0]
}

export const sharedChannel = 'croupier_shared'

/** Every node's streams look at the table again when this commits. */
export const tellTable = (tx: Tx, game: string) => sql`select pg_notify(${sharedChannel}, ${game})`.execute(tx)
