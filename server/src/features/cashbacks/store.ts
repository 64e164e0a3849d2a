import type { CashbackSums } from '@croupier/contract/cashback'
import type { CashbackState } from '@croupier/contract/promotions'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import type { DuePage } from '../../end-due.ts'

export type ClosedState = Exclude<CashbackState, 'accruing'>

export type CashbackRow = {
  id: bigint
  periodId: bigint
  scheme: string
  playerId: bigint
  startAt: Date
  endAt: Date
  currency: string
  purse: bigint
  fromSeq: bigint
  toSeq: bigint
  head: Buffer
  sums: CashbackSums
  loss: bigint
  rate: number
  level: number
  formula: number
  least: bigint | null
  most: bigint | null
  amount: bigint
  state: ClosedState
  pays: 'main' | 'bonus'
  template: string | null
  bonusTerms: unknown
  bonusVersion: string | null
  bonusId: bigint | null
  closedAt: Date
  receivingExpiredAt: Date | null
  paidOutAt: Date | null
  endedAt: Date | null
  /** Its time to be claimed is over, whether or not the job has ended it. */
  isOver: boolean
  /** Terms of its period. */
  terms: unknown
}

const rows = (db: Db) =>
  db
    .selectFrom('cashbacks_cashback as c')
    .innerJoin('cashbacks_period as p', 'p.id', 'c.period_id')
    .select(({ ref }) => [
      'c.id',
      'c.period_id as periodId',
      'c.scheme',
      'c.player_id as playerId',
      'c.start_at as startAt',
      'c.end_at as endAt',
      'c.currency',
      'c.purse_id as purse',
      'c.from_seq as fromSeq',
      'c.to_seq as toSeq',
      'c.head',
      'c.stakes',
      'c.wins',
      'c.rollbacks_in',
      'c.rollbacks_out',
      'c.jackpots',
      'c.conversions',
      'c.loss',
      'c.rate',
      'c.level',
      'c.formula',
      'c.least',
      'c.most',
      'c.amount',
      ref('c.state').$castTo<ClosedState>().as('state'),
      ref('c.pays').$castTo<'main' | 'bonus'>().as('pays'),
      'c.template',
      'c.bonus_terms as bonusTerms',
      'c.bonus_version as bonusVersion',
      'c.bonus_id as bonusId',
      'c.closed_at as closedAt',
      'c.receiving_expired_at as receivingExpiredAt',
      'c.paid_out_at as paidOutAt',
      'c.ended_at as endedAt',
      'p.terms',
      sql<boolean>`coalesce(c.receiving_expired_at <= clock_timestamp(), false)`.as('isOver'),
    ])

type Flat = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const open = (row: Flat): CashbackRow => {
  const { stakes, wins, rollbacks_in, rollbacks_out, jackpots, conversions, ...rest } = row
  return { ...rest, sums: { stakes, wins, rollbacks_in, rollbacks_out, jackpots, conversions } }
}

export async function readCashback(db: Db, id: bigint): Promise<CashbackRow | null> {
  const row = await rows(db).where('c.id', '=', id).executeTakeFirst()
  return row ? open(row) : null
}

/** Somebody else's id is an unknown id. */
export async function readOwnCashback(db: Db, playerId: bigint, id: bigint): Promise<CashbackRow | null> {
  const row = await readCashback(db, id)
  return row?.playerId === playerId ? row : null
}

type Wanted = {
  states: readonly ClosedState[] | null
  sort: 'end_date' | 'amount'
  order: 'asc' | 'desc'
  offset: number
  count: number
}

/** One that is over shows so from the second on, whatever the job does. */
const stateNow = sql<string>`case when c.state = 'active' and c.receiving_expired_at <= clock_timestamp() then 'expired' else c.state end`

export async function listCashbacks(db: Db, playerId: bigint, { states, sort, order, offset, count }: Wanted) {
  const isMeant = states === null ? sql<boolean>`true` : sql<boolean>`${stateNow} = any(${[...states]}::text[])`
  const found = await rows(db)
    .where('c.player_id', '=', playerId)
    .where(isMeant)
    .orderBy(sort === 'amount' ? 'c.amount' : 'c.end_at', order)
    .orderBy('c.id', order)
    .offset(offset)
    .limit(count)
    .execute()
  const { total } = await db
    .selectFrom('cashbacks_cashback as c')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('c.player_id', '=', playerId)
    .where(isMeant)
    .executeTakeFirstOrThrow()
  return { rows: found.map(open), total: Number(total) }
}

/** Who of these has one of this period, and how far each purse was closed before it. */
export async function readClosedOf(
  db: Db,
  { scheme, startAt }: { scheme: string; startAt: Date },
  playerIds: readonly bigint[],
): Promise<{ known: ReadonlySet<bigint>; reach: ReadonlyMap<bigint, bigint> }> {
  const { rows: found } = await sql<{ playerId: bigint; purse: bigint; toSeq: bigint; isThis: boolean }>`
    select player_id as "playerId", purse_id as purse, max(to_seq) as "toSeq", start_at = ${startAt} as "isThis"
    from cashbacks_cashback
    where player_id = any(${`{${playerIds.join()}}`}::bigint[]) and scheme = ${scheme}
      and (start_at = ${startAt} or end_at <= ${startAt})
    group by 1, 2, 4`.execute(db)
  return {
    known: new Set(found.flatMap(({ playerId, isThis }) => (isThis ? playerId : []))),
    reach: new Map(found.flatMap(({ purse, toSeq, isThis }) => (isThis ? [] : [[purse, toSeq] as const]))),
  }
}

export type NewCashback = Pick<
  CashbackRow,
  'periodId' | 'scheme' | 'playerId' | 'startAt' | 'endAt' | 'currency' | 'purse' | 'fromSeq' | 'toSeq' | 'head'
> &
  Pick<CashbackRow, 'sums' | 'loss' | 'rate' | 'level' | 'formula' | 'least' | 'most' | 'amount' | 'pays'> &
  Pick<CashbackRow, 'template' | 'bonusTerms' | 'bonusVersion'> & {
    state: 'none' | 'paid_out' | 'active'
    claimHours: number
  }

/** The ids in the order of what was given; the same player, scheme and period is written once. */
export async function addCashbacks(tx: Tx, all: readonly NewCashback[]): Promise<Map<bigint, bigint>> {
  if (all.length === 0) return new Map()
  const added = await tx
    .insertInto('cashbacks_cashback')
    .values(
      all.map((one) => ({
        ...one.sums,
        period_id: one.periodId,
        scheme: one.scheme,
        player_id: one.playerId,
        start_at: one.startAt,
        end_at: one.endAt,
        currency: one.currency,
        purse_id: one.purse,
        from_seq: one.fromSeq,
        to_seq: one.toSeq,
        head: one.head,
        loss: one.loss,
        rate: one.rate,
        level: one.level,
        formula: one.formula,
        least: one.least,
        most: one.most,
        amount: one.amount,
        state: one.state,
        pays: one.pays,
        template: one.template,
        bonus_terms: one.bonusTerms === null ? null : JSON.stringify(one.bonusTerms),
        bonus_version: one.bonusVersion,
        receiving_expired_at:
          one.state === 'active' ? sql<Date>`now() + make_interval(hours => ${one.claimHours})` : null,
        paid_out_at: one.state === 'paid_out' ? sql<Date>`now()` : null,
        ended_at: one.state === 'active' ? null : sql<Date>`now()`,
      })),
    )
    .onConflict((row) => row.columns(['scheme', 'player_id', 'start_at']).doNothing())
    .returning(['id', 'player_id as playerId'])
    .execute()
  return new Map(added.map(({ id, playerId }) => [playerId, id]))
}

/** False where it was not in this state any more. */
export async function writePaid(tx: Tx, id: bigint, from: readonly ClosedState[]): Promise<boolean> {
  const paid = await tx
    .updateTable('cashbacks_cashback')
    .set({ state: 'paid_out', paid_out_at: sql<Date>`now()`, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('id')
    .executeTakeFirst()
  return paid !== undefined
}

export const writeEnd = (tx: Tx, id: bigint, state: 'expired' | 'declined') =>
  tx
    .updateTable('cashbacks_cashback')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute()

export const writeBonus = (tx: Tx, id: bigint, bonusId: bigint) =>
  tx.updateTable('cashbacks_cashback').set({ bonus_id: bonusId }).where('id', '=', id).execute()

export async function playersWithDueCashback(db: Db, { most, except }: DuePage): Promise<bigint[]> {
  const { rows } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from cashbacks_cashback
    where state = 'active' and receiving_expired_at <= now() and player_id <> all(${`{${except.join()}}`}::bigint[])
    order by player_id limit ${most}`.execute(db)
  return rows.map(({ playerId }) => playerId)
}

export async function readDueCashbacks(tx: Tx, playerId: bigint): Promise<CashbackRow[]> {
  const found = await rows(tx)
    .where('c.player_id', '=', playerId)
    .where('c.state', '=', 'active')
    .where('c.receiving_expired_at', '<=', sql<Date>`clock_timestamp()`)
    .orderBy('c.id')
    .execute()
  return found.map(open)
}

/** Its last day has begun, it could be claimed before that, and its player was not told. */
const isEndingUntold = sql<boolean>`state = 'active' and told_at is null and receiving_expired_at > clock_timestamp()
  and receiving_expired_at - interval '24 hours' between closed_at and clock_timestamp()`

export async function playersWithEndingCashback(db: Db, count: number): Promise<bigint[]> {
  const { rows: found } = await sql<{ playerId: bigint }>`select distinct player_id as "playerId" from (
      select player_id from cashbacks_cashback where ${isEndingUntold} order by receiving_expired_at limit ${count}
    ) as ending`.execute(db)
  return found.map(({ playerId }) => playerId)
}

type EndingCashback = { currency: string; amount: bigint; until: Date }

/** From now on its player is told. The player is locked. */
export async function claimEndingCashbacks(tx: Tx, playerId: bigint): Promise<EndingCashback[]> {
  const { rows: found } = await sql<EndingCashback>`update cashbacks_cashback set told_at = clock_timestamp()
    where player_id = ${playerId} and ${isEndingUntold}
    returning currency, amount, receiving_expired_at as until`.execute(tx)
  return found
}
