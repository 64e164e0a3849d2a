import type { PrizeKind, PrizeState } from '@croupier/contract/tournaments'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'

/** Results and what they pay. */

/** Open ones whose last calls have had their time. */
export async function readDue(db: Db, settleMs: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`select id from tournaments_tournament
    where state = 'open' and cut_at <= clock_timestamp() - make_interval(secs => ${settleMs / 1_000})
    order by cut_at, id`.execute(db)
  return rows.map(({ id }) => id)
}

export type PlacedEntry = { place: number; playerId: bigint; score: bigint; reachedMs: number | null; rounds: number }

const list = (values: readonly (bigint | number)[]) => `{${values.join()}}`

export async function addResult(tx: Tx, tournamentId: bigint, rows: readonly PlacedEntry[]): Promise<void> {
  const times = rows.map(({ reachedMs }) => (reachedMs === null ? null : new Date(reachedMs).toISOString()))
  await sql`insert into tournaments_result (tournament_id, place, player_id, score, reached_at, rounds)
    select ${tournamentId}, * from unnest(${list(rows.map(({ place }) => place))}::int[],
      ${list(rows.map(({ playerId }) => playerId))}::bigint[], ${list(rows.map(({ score }) => score))}::bigint[],
      ${times}::timestamptz[], ${list(rows.map(({ rounds }) => rounds))}::int[])`.execute(tx)
}

export type NewPrize = {
  playerId: bigint
  place: number
  kind: PrizeKind
  currency: string
  amount: bigint | null
  template: string | null
  /** Withheld from the first where there is nothing to give in the currency of the winner. */
  state: Exclude<PrizeState, 'paid'>
}

/** As arrays: a tournament with more prizes than a statement has parameters is settled as any other. */
export async function addPrizes(tx: Tx, tournamentId: bigint, prizes: readonly NewPrize[]): Promise<void> {
  const amounts = prizes.map(({ amount }) => (amount === null ? null : String(amount)))
  await sql`insert into tournaments_prize (tournament_id, player_id, place, kind, currency, amount, template, state, settled_at)
    select ${tournamentId}, n.*, case when n.state = 'withheld' then clock_timestamp() end from unnest(${list(prizes.map(({ playerId }) => playerId))}::bigint[],
      ${list(prizes.map(({ place }) => place))}::int[], ${prizes.map(({ kind }) => kind)}::text[],
      ${prizes.map(({ currency }) => currency)}::text[], ${amounts}::bigint[],
      ${prizes.map(({ template }) => template)}::text[], ${prizes.map(({ state }) => state)}::text[])
      as n (player_id, place, kind, currency, amount, template, state)`.execute(tx)
}

/** In which currency each of them is paid. */
export async function readCurrencies(
  db: Db,
  players: ReturnType<typeof sql>,
  playerIds: readonly bigint[],
): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ playerId: bigint; currency: string }>`select "playerId", currency from ${players} as p
    where "playerId" = any(${list(playerIds)}::bigint[])`.execute(db)
  return new Map(rows.map(({ playerId, currency }) => [playerId, currency]))
}

export async function writeFinished(
  tx: Tx,
  id: bigint,
  { hash, kinds, doubles }: { hash: string; kinds: unknown; doubles: readonly bigint[] },
): Promise<void> {
  await sql`update tournaments_entry set state = 'double'
    where tournament_id = ${id} and player_id = any(${list(doubles)}::bigint[])`.execute(tx)
  await sql`update tournaments_tournament set state = 'finished', result_hash = ${hash}, kinds = ${JSON.stringify(kinds)}::jsonb,
      ended_at = clock_timestamp(), version = version + 1, players = players - ${doubles.length} where id = ${id}`.execute(
    tx,
  )
}

export type OwedPrize = Omit<NewPrize, 'state'> & { tournamentId: bigint; state: PrizeState; given: bigint | null }

const prizeColumns = sql`tournament_id as "tournamentId", player_id as "playerId", place, kind, currency, amount, template,
  state, given`

/** What is owed, by place. */
export async function owedPrizes(
  db: Db,
  tournamentId: bigint | null,
): Promise<Pick<OwedPrize, 'tournamentId' | 'playerId'>[]> {
  const { rows } = await sql<OwedPrize>`select ${prizeColumns} from tournaments_prize
    where state = 'owed' and (${tournamentId}::bigint is null or tournament_id = ${tournamentId})
    order by tournament_id, place`.execute(db)
  return rows
}

/** The player is locked; held until it is paid. */
export async function lockPrize(tx: Tx, { tournamentId, playerId }: Pick<OwedPrize, 'tournamentId' | 'playerId'>) {
  const { rows } = await sql<OwedPrize>`select ${prizeColumns} from tournaments_prize
    where tournament_id = ${tournamentId} and player_id = ${playerId} for update`.execute(tx)
  return rows[0] ?? null
}

export const writePrize = (
  tx: Tx,
  { tournamentId, playerId, state, given }: Pick<OwedPrize, 'tournamentId' | 'playerId' | 'state' | 'given'>,
) =>
  sql`update tournaments_prize set state = ${state}, given = ${given}, settled_at = clock_timestamp()
    where tournament_id = ${tournamentId} and player_id = ${playerId}`.execute(tx)

export async function prizesOf(
  db: Db,
  tournamentIds: readonly bigint[],
  playerId: bigint | null,
): Promise<OwedPrize[]> {
  const { rows } = await sql<OwedPrize>`select ${prizeColumns} from tournaments_prize
    where tournament_id = any(${list(tournamentIds)}::bigint[])
      and (${playerId}::bigint is null or player_id = ${playerId}) order by tournament_id, place`.execute(db)
  return rows
}

/** The transaction is idle while rounds are read on other connections; what is as long as this has ended badly. */
export const waitForBooks = (tx: Tx) => sql`set local idle_in_transaction_session_timeout = '10min'`.execute(tx)
