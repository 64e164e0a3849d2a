import type { BonusMode, BonusState } from '@croupier/contract/promotions'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import type { Bonus, Contributions } from './rules.ts'

/** An array as PostgreSQL writes it. */
const numbers = (values: readonly (bigint | number | boolean)[]) => `{${values.join()}}`

type Row = {
  id: bigint
  playerId: bigint
  state: BonusState
  mode: BonusMode
  currency: string
  amount: bigint
  required: bigint
  progress: bigint
  base: bigint
  converted: bigint
  forfeited: bigint
  openRounds: number
  inRounds: bigint
  waiting: bigint
  maxBet: bigint | null
  maxConversion: bigint | null
  minBalance: bigint
  principal: Bonus['principal']
  counts: Bonus['counts']
  asksFirst: boolean
  isStarted: boolean
  isOver: boolean
  contributions: Contributions
}

/** Bonuses as stakes see them. Their players are locked, and every writer holds that lock first: they stand still. */
export async function readBonuses(tx: Tx, ids: readonly bigint[]): Promise<Bonus[]> {
  const { rows } = await sql<Row>`select id, player_id as "playerId", state, mode, currency, amount,
      required_bp as required, progress_bp as progress, base, converted, forfeited, open_rounds as "openRounds", in_rounds as "inRounds", waiting,
      max_bet as "maxBet", max_conversion as "maxConversion", min_balance as "minBalance", principal, counts,
      asks_first as "asksFirst", started_at is not null as "isStarted",
      coalesce(expires_at <= clock_timestamp(), false) as "isOver", contributions
    from bonuses_bonus where id = any(${numbers(ids)}::bigint[])`.execute(tx)
  return rows
}

/** A stake that counted for a bonus; below zero, one that was taken back. */
export type Wager = {
  bonusId: bigint
  provider: string
  action: string
  round: string
  game: string
  staked: bigint
  /** What of it was bonus money. */
  paid: bigint
  rate: number
  counted: bigint
}

/** What a batch did to bonuses, in one statement. */
export async function writeBonuses(tx: Tx, changed: readonly Bonus[], wagers: readonly Wager[]): Promise<void> {
  await sql`with noted as (
      insert into bonuses_wager (bonus_id, provider, action, round, game, staked, paid, rate_bp, counted_bp)
      select * from unnest(${numbers(wagers.map(({ bonusId }) => bonusId))}::bigint[],
        ${wagers.map(({ provider }) => provider)}::text[], ${wagers.map(({ action }) => action)}::text[],
        ${wagers.map(({ round }) => round)}::text[], ${wagers.map(({ game }) => game)}::text[],
        ${numbers(wagers.map(({ staked }) => staked))}::bigint[], ${numbers(wagers.map(({ paid }) => paid))}::bigint[],
        ${numbers(wagers.map(({ rate }) => rate))}::int[], ${numbers(wagers.map(({ counted }) => counted))}::bigint[])
    )
    update bonuses_bonus as b set state = n.state, progress_bp = n.progress, open_rounds = n.open_rounds, in_rounds = n.in_rounds, waiting = n.waiting, base = n.base,
      converted = n.converted, forfeited = n.forfeited,
      ended_at = coalesce(b.ended_at, case when n.state in ('completed', 'lost') then now() end)
    from unnest(${numbers(changed.map(({ id }) => id))}::bigint[], ${changed.map(({ state }) => state)}::text[],
      ${numbers(changed.map(({ progress }) => progress))}::bigint[], ${numbers(changed.map(({ openRounds }) => openRounds))}::int[],
      ${numbers(changed.map(({ inRounds }) => inRounds))}::bigint[], ${numbers(changed.map(({ waiting }) => waiting))}::bigint[],
      ${numbers(changed.map(({ base }) => base))}::bigint[], ${numbers(changed.map(({ converted }) => converted))}::bigint[],
      ${numbers(changed.map(({ forfeited }) => forfeited))}::bigint[])
      as n (id, state, progress, open_rounds, in_rounds, waiting, base, converted, forfeited)
    where b.id = n.id`.execute(tx)
}
