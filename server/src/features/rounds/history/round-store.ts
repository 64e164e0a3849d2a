import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import type { PaidBy } from '../../../ports/history.ts'
import { paidBy, paidSums } from './history-store.ts'

/** One round of one player; a round of another player is not there. */
export async function readOwnRound(db: Db, playerId: bigint, { provider, round }: { provider: string; round: string }) {
  const { rows } = await sql<
    PaidBy & {
      game: string
      mode: string
      currency: string
      staked: bigint
      won: bigint
      isClosed: boolean
      openedAt: Date
      updatedAt: Date
    }
  >`select game, mode, currency, staked, won, is_closed as "isClosed", opened_at as "openedAt",
      updated_at as "updatedAt", paid.*
    from rounds_round as r cross join lateral (${paidBy}) as paid
    where provider = ${provider} and round = ${round} and player_id = ${playerId}`.execute(db)
  return rows[0]
}

type PaidAction = PaidBy & {
  action: string
  kind: string
  staked: bigint
  won: bigint
  isRolledBack: boolean
  at: Date
}

/** Its money lines with who paid for each, oldest first. */
export async function readPaidActions(db: Db, provider: string, round: string, most: number): Promise<PaidAction[]> {
  const { rows } = await sql<PaidAction>`
    select action, kind, staked, won, is_rolled_back as "isRolledBack", at, paid.* from rounds_action as a
    cross join lateral (
      select ${paidSums} from jsonb_array_elements(coalesce(a.split, '[]'::jsonb)) as part
    ) as paid where provider = ${provider} and round = ${round} order by at, action limit ${most}`.execute(db)
  return rows
}

export type OwnPlay = {
  version: string
  stake: bigint
  choices: unknown
  clientSeed: string
  nonce: bigint
  /** Sealed; secret until it is revealed. */
  seedKept: Buffer | null
  isRevealed: boolean
  isFree: boolean
  jackpotLevel: string | null
  jackpotWon: bigint
  /** Of a round at the table; its chance is in no answer before its end. */
  sharedId: bigint | null
  salt: string | null
  place: number | null
  chainGame: string | null
  rootKept: Buffer | null
  length: number | null
  isSharedOver: boolean
  /** Told with its end. */
  link: Buffer | null
}

/** How a round of our own games came about. */
export async function readPlayRecord(db: Db, playerId: bigint, round: string): Promise<OwnPlay | undefined> {
  const { rows } = await sql<OwnPlay>`select p.version, p.stake, p.choices, p.client_seed as "clientSeed", p.nonce,
      s.server_seed as "seedKept", v.seed_id is not null as "isRevealed", p.pack_id is not null as "isFree",
      p.jackpot_level as "jackpotLevel", p.jackpot_won as "jackpotWon", p.shared_id as "sharedId", c.salt, h.place,
      c.game as "chainGame", c.root as "rootKept", c.length, coalesce(h.phase = 'over', false) as "isSharedOver", h.hash as link
    from rounds_play as p
    left join rounds_seed as s on s.id = p.seed_id
    left join rounds_revealed as v on v.seed_id = p.seed_id
    left join rounds_shared as h on h.id = p.shared_id
    left join rounds_chain as c on c.id = h.chain_id
    where p.round = ${round} and p.player_id = ${playerId}`.execute(db)
  return rows[0]
}
