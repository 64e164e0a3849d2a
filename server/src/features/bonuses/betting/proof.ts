import { sql } from 'kysely'
import type { Db } from '../../../context.ts'

/** Betting bonuses against their notes, their bets and the player's purses. The players are locked. */

type Proven = {
  id: bigint
  playerId: bigint
  type: string
  state: string
  currency: string
  required: bigint
  progress: bigint
  held: bigint
  inSlips: number
  staked: bigint
  base: bigint
  converted: bigint
  forfeited: bigint
  maxConversion: bigint | null
  /** The sum of its notes; what its settled bets counted; its open bets and what of its money is in them. */
  noted: bigint
  counted: bigint
  openSlips: number
  inOpen: bigint
}

type Holders = { after: bigint; most: number; isRecent: boolean }

export async function listBettingHolders(db: Db, { after, most, isRecent }: Holders): Promise<bigint[]> {
  const recent = sql`and (state in ('issued', 'active', 'used') or ended_at > now() - interval '2 hours')`
  const { rows } = await sql<{ id: bigint }>`select distinct player_id as id from bonuses_betting
    where player_id > ${after} ${isRecent ? recent : sql``} order by player_id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

type Purse = { kind: string; currency: string; balance: bigint }

export async function proveBetting(
  db: Db,
  playerIds: readonly bigint[],
  pursesOf: (playerId: bigint) => readonly Purse[],
): Promise<{ bonuses: number; faults: string[] }> {
  const ids = `{${playerIds.join()}}`
  const { rows } = await sql<Proven>`select b.id, b.player_id as "playerId", b.type, b.state, b.currency,
      b.required_bp as required, b.progress_bp as progress, b.held, b.in_slips as "inSlips", b.staked, b.base,
      b.converted, b.forfeited, b.max_conversion as "maxConversion",
      coalesce((select sum(counted_bp) from bonuses_betting_note where bonus_id = b.id), 0)::bigint as noted,
      s.counted, s.open as "openSlips", s.inside as "inOpen"
    from bonuses_betting b cross join lateral (
      select coalesce(sum(counted_bp), 0)::bigint as counted,
        count(*) filter (where state = 'open' and backing = 'bonus' and (paid > 0 or b.type <> 'wagering'))::int as open,
        coalesce(sum(paid) filter (where state = 'open' and backing = 'bonus'), 0)::bigint as inside
      from bonuses_betting_slip where bonus_id = b.id
    ) s where b.player_id = any(${ids}::bigint[]) order by b.id`.execute(db)
  const faults = rows.flatMap(faultsOfBetting)
  for (const playerId of playerIds) {
    const sums = new Map<string, bigint>()
    const add = (currency: string, amount: bigint) => sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    for (const { kind, currency, balance } of pursesOf(playerId)) if (kind === 'betting_bonus') add(currency, balance)
    for (const row of rows) if (row.playerId === playerId) add(row.currency, -row.held)
    for (const [currency, amount] of sums) {
      if (amount !== 0n)
        faults.push(`player ${playerId}: the purse betting_bonus ${currency} has ${amount} more than its bonuses`)
    }
  }
  return { bonuses: rows.length, faults }
}

type HeldStake = { playerId: bigint; currency: string; stake: bigint }

/** Of open bets that the sandbox placed by itself: those of the sportsbook have numbers for names, and are its own to prove. */
export async function stakesOutsideBets(db: Db, playerIds: readonly bigint[]): Promise<HeldStake[]> {
  const { rows } = await sql<HeldStake>`select player_id as "playerId", currency, sum(stake)::bigint as stake
    from bonuses_betting_slip where state = 'open' and slip !~ '^[0-9]+$'
      and player_id = any(${`{${playerIds.join()}}`}::bigint[]) group by player_id, currency`.execute(db)
  return rows
}

function faultsOfBetting(row: Proven): string[] {
  const { progress, required, noted, counted, inSlips, openSlips, staked, inOpen } = row
  const isWon = row.type === 'wagering' && row.state === 'completed'
  const checks: [boolean, string][] = [
    [progress === noted, `progress ${progress} is not the sum of its notes, ${noted}`],
    [progress === counted, `progress ${progress} is not that of its settled bets, ${counted}`],
    [progress <= required, `progress ${progress} is more than the requirement ${required}`],
    [inSlips === openSlips, `in ${inSlips} open bets, but there are ${openSlips}`],
    [staked === inOpen, `${staked} in open bets, but they hold ${inOpen}`],
    [row.state !== 'used' || inSlips > 0, 'used, but in no bet'],
    [row.state !== 'active' || inSlips === 0, 'in a bet, but not used'],
    [
      !isWon || row.base === row.converted + row.forfeited,
      `base ${row.base} is not ${row.converted} and ${row.forfeited}`,
    ],
    [
      row.type !== 'wagering' || row.state === 'completed' || row.converted === 0n,
      'money of a bonus that is not completed was converted',
    ],
    [
      row.type !== 'wagering' || row.maxConversion === null || row.converted <= row.maxConversion,
      `${row.converted} was converted, over the most`,
    ],
  ]
  return checks.flatMap(([isRight, what]) => (isRight ? [] : [`betting bonus ${row.id}: ${what}`]))
}
