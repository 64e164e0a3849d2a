import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../context.ts'
import { plannedOnce } from '../../db/db.ts'
import { relations, samePerson } from '../account/account.ts'
import { promotionsShut } from '../limits/limits.ts'
import { allCurrencies, liveMark } from './live-store.ts'

/** A reward as it was promised: its terms are a copy. */
export type PromisedReward = {
  kind: 'bonus' | 'freespins' | 'betting_bonus' | 'points'
  template: string
  version: string
  body: unknown
  /** Of spins whose winnings become a bonus. */
  becomes?: { template: string; version: string; body: unknown }
}
export type Given = { kind: PromisedReward['kind']; id: string; template: string }
export type ClaimState = 'taken' | 'promised' | 'issued' | 'released' | 'refused'

const claims = (db: Db) =>
  db
    .selectFrom('campaigns_claim')
    .select(({ ref }) => [
      'id',
      'offer',
      'campaign',
      'player_id as playerId',
      'place',
      ref('state').$castTo<ClaimState>().as('state'),
      'reason',
      'version',
      ref('rewards').$castTo<PromisedReward[]>().as('rewards'),
      'currency',
      'reserved',
      'code_id as codeId',
      'entry_id as entryId',
      'deposit_amount as depositAmount',
      ref('given').$castTo<Given[]>().as('given'),
      'made_at as madeAt',
      'promised_at as promisedAt',
      'ended_at as endedAt',
    ])

export type Claim = Awaited<ReturnType<typeof readClaim>>

export const readClaim = (db: Db, id: bigint) => claims(db).where('id', '=', id).executeTakeFirstOrThrow()

/** All of a player's, the oldest first. */
export const readClaimsOf = (db: Db, playerId: bigint) =>
  claims(db).where('player_id', '=', playerId).orderBy('id').execute()

/** What became of the choice at a deposit; the last where it was chosen anew. */
export const readClaimOfEntry = (db: Db, entryId: bigint) =>
  claims(db).where('entry_id', '=', entryId).orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Not kept in time: their players are locked one by one afterwards. */
export const readStalePromises = (db: Db, hours: number, most: number) =>
  claims(db)
    .where('state', '=', 'promised')
    .where('promised_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy('promised_at')
    .limit(most)
    .execute()

/** Promises of deposits that began long enough ago, and those that could not be kept. */
export const readUnkept = (db: Db, minutes: number, most: number) =>
  claims(db)
    .where(({ or, and, eb }) =>
      or([
        and([
          eb('state', '=', 'promised'),
          eb('entry_id', 'is not', null),
          eb('promised_at', '<', sql<Date>`now() - make_interval(mins => ${minutes})`),
        ]),
        eb('state', '=', 'refused'),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

type NewClaim = {
  offer: string
  campaign: string
  playerId: bigint
  place: string
  state: 'taken' | 'promised' | 'refused'
  reason?: string
  version: string
  rewards: readonly PromisedReward[]
  currency: string
  reserved: bigint
  codeId: bigint | null
  entryId: bigint | null
  depositAmount: bigint
}

/** Its number; null where the place is used already. A choice that was remembered becomes the claim. */
export async function addClaim(tx: Tx, claim: NewClaim): Promise<bigint | null> {
  const columns = {
    place: claim.place,
    state: claim.state,
    reason: claim.reason ?? '',
    version: claim.version,
    rewards: JSON.stringify(claim.rewards),
    currency: claim.currency,
    reserved: claim.reserved,
    code_id: claim.codeId,
    entry_id: claim.entryId,
    deposit_amount: claim.depositAmount,
    promised_at: claim.state === 'promised' ? sql<Date>`now()` : null,
    ended_at: claim.state === 'refused' ? sql<Date>`now()` : null,
  }
  const remembered = await tx
    .updateTable('campaigns_claim')
    .set(columns)
    .where('offer', '=', claim.offer)
    .where('player_id', '=', claim.playerId)
    .where('state', '=', 'taken')
    .returning('id')
    .executeTakeFirst()
  if (remembered) return remembered.id
  const added = await tx
    .insertInto('campaigns_claim')
    .values({ ...columns, offer: claim.offer, campaign: claim.campaign, player_id: claim.playerId })
    .onConflict((is) => is.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** False where it was not promised any more: whatever follows an end follows once. */
export async function endPromise(
  tx: Tx,
  id: bigint,
  end:
    | { state: 'issued'; given: readonly Given[]; reserved: bigint }
    | { state: 'released' | 'refused'; reason: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable('campaigns_claim')
    .set({
      state: end.state,
      ended_at: sql<Date>`now()`,
      ...(end.state === 'issued'
        ? { given: JSON.stringify(end.given), reserved: end.reserved }
        : { reason: end.reason, reserved: 0n }),
    })
    .where('id', '=', id)
    .where('state', '=', 'promised')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

// The budget

type Spending = { offer: string; currency: string; amount: bigint }

/** False where all were given. The row that counts claims comes first, for everyone. */
export async function spendBudget(tx: Tx, { offer, currency, amount }: Spending): Promise<boolean> {
  const spend = async (row: string, claimed: number, sum: bigint) => {
    const { rows } = await sql`update campaigns_budget set claims = claims + ${claimed}, amount = amount + ${sum}
      where offer = ${offer} and currency = ${row} and (most_claims is null or claims + ${claimed} <= most_claims)
        and (most_amount is null or amount + ${sum} <= most_amount) returning 1`.execute(tx)
    return rows.length === 1
  }
  return (await spend(allCurrencies, 1, 0n)) && (await spend(currency, 1, amount))
}

/** The reverse. Only who ended the promise may call it. */
export async function returnBudget(tx: Tx, { offer, currency, amount }: Spending, isClaim: boolean): Promise<void> {
  const claimed = isClaim ? 1 : 0
  for (const [row, sum] of [
    [allCurrencies, 0n],
    [currency, amount],
  ] as const) {
    await sql`update campaigns_budget set claims = claims - ${claimed}, amount = amount - ${sum}
      where offer = ${offer} and currency = ${row}`.execute(tx)
  }
}

// The person behind accounts

/** False where another account of the same person has this place. Keys come in one order, so that two never wait for each other. */
export async function addPersons(
  tx: Tx,
  { offer, place, claimId }: { offer: string; place: string; claimId: bigint },
  keys: readonly { key: Buffer }[],
): Promise<boolean> {
  for (const { key } of keys) {
    const added = await tx
      .insertInto('campaigns_person')
      .values({ offer, place, key, claim_id: claimId })
      .onConflict((is) => is.doNothing())
      .returning('claim_id')
      .executeTakeFirst()
    if (!added) return false
  }
  return true
}

export const dropPersons = (tx: Tx, claimId: bigint) =>
  tx.deleteFrom('campaigns_person').where('claim_id', '=', claimId).execute()

// The player

type ProfileFacts = typeof relations.profileFacts extends RawBuilder<infer Facts> ? Facts : never

/** Of the player itself: all that conditions ask about. */
export type PlayerSide = ProfileFacts & {
  now: Date
  isOpen: boolean
  level: number
  deposits: number
  isClubOff: boolean
  segments: string[]
}

type Known = {
  player: PlayerSide
  /** What is published now, see `liveMark`. */
  live: string
  claims: StandingClaim[]
  /** Offers of which nothing is left, by currency; `*` where no claims are. */
  spent: { offer: string; currency: string }[]
  /** What other accounts of the same person have used. */
  persons: { offer: string; place: string }[]
}

type Row = Omit<Known, 'player' | 'claims'> & PlayerSide & { claims: unknown }

const sideColumns = sql`now() as now, profile.*,
      not exists (select from ${promotionsShut} as shut where shut.player_id = asked.id) as "isOpen",
      coalesce(player.level, 1) as level,
      coalesce(player.deposits, 0) as deposits,
      coalesce(player.is_club_off, false) as "isClubOff",
      coalesce((select json_agg(segment) from campaigns_segment where player_id = asked.id), '[]') as segments`
const sideTables = sql`join ${relations.profileFacts} as profile on profile."playerId" = asked.id
    left join campaigns_player as player on player.player_id = asked.id`

/** All that decides about the offers of a player, in one question: pages ask it often. */
export async function readKnown(db: Db, playerId: bigint): Promise<Known> {
  const { rows } = await sql<Row>`${plannedOnce('offers')}select ${sideColumns}, ${liveMark} as live,
      (select coalesce(json_agg(json_build_object('offer', offer, 'state', state, 'place', place, 'codeId', code_id::text,
          'entryId', entry_id::text, 'madeAt', made_at, 'promisedAt', promised_at) order by id), '[]')
        from campaigns_claim where player_id = asked.id
          and (state in ('taken', 'promised', 'issued') or code_id is not null)) as claims,
      coalesce((select json_agg(json_build_object('offer', offer, 'currency', currency)) from campaigns_budget
        where claims >= most_claims or amount >= most_amount), '[]') as spent,
      coalesce((select json_agg(json_build_object('offer', person.offer, 'place', person.place))
        from campaigns_person as person join campaigns_claim as claim on claim.id = person.claim_id
        where person.key in (${samePerson.provenKeys(db, playerId)}) and claim.player_id <> asked.id), '[]') as persons
    from (select ${playerId}::bigint as id) as asked ${sideTables}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a question without an answer')
  return { ...row, player: row, claims: standingClaims.parse(row.claims) }
}

/** The part about the players themselves, of a crowd, in one question. */
export async function readPlayerSides(db: Db, playerIds: readonly bigint[]): Promise<PlayerSide[]> {
  const { rows } = await sql<PlayerSide>`${plannedOnce('offers-crowd')}select ${sideColumns}
    from unnest(${`{${playerIds.join()}}`}::bigint[]) as asked (id) ${sideTables}`.execute(db)
  return rows
}

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const number = z.string().transform(BigInt)

/** What decides about offers: claims that stand, and which codes were typed. Deposits that failed leave no more to read. */
const standingClaims = z.array(
  z.object({
    offer: z.string(),
    state: z.enum(['taken', 'promised', 'issued', 'released', 'refused']),
    place: z.string(),
    codeId: number.nullable(),
    entryId: number.nullable(),
    madeAt: moment,
    promisedAt: moment.nullable(),
  }),
)

export type StandingClaim = z.output<typeof standingClaims>[number]

export const writeClubOff = (tx: Tx, playerId: bigint, isOff: boolean) =>
  sql`insert into campaigns_player (player_id, is_club_off) values (${playerId}, ${isOff})
    on conflict (player_id) do update set is_club_off = excluded.is_club_off`.execute(tx)

export async function isClubOff(db: Db, playerId: bigint): Promise<boolean> {
  const { rows } = await sql`select 1 from campaigns_player where player_id = ${playerId} and is_club_off`.execute(db)
  return rows.length > 0
}

/** The number itself, not one more: told twice, or late, it is the same. It never goes down. */
export const writeDeposits = (tx: Tx, playerId: bigint, deposits: number) =>
  sql`insert into campaigns_player (player_id, deposits) values (${playerId}, ${deposits})
    on conflict (player_id) do update set deposits = greatest(campaigns_player.deposits, excluded.deposits)`.execute(tx)

/** The last change counts: told twice, or late, it is the same. */
export const writeLevel = (tx: Tx, { playerId, level, no }: { playerId: bigint; level: number; no: number }) =>
  sql`insert into campaigns_player as known (player_id, level, level_no) values (${playerId}, ${level}, ${no})
    on conflict (player_id) do update set level = excluded.level, level_no = excluded.level_no
    where excluded.level_no > known.level_no or (known.level_no = 0 and excluded.level > known.level)`.execute(tx)

/** The list as it is now: who is not on it any more is not invited any more. */
export async function writeSegment(tx: Tx, segment: string, playerIds: readonly bigint[]): Promise<void> {
  await tx.deleteFrom('campaigns_segment').where('segment', '=', segment).execute()
  await sql`insert into campaigns_segment (segment, player_id)
    select distinct ${segment}, id from unnest(${`{${playerIds.join()}}`}::bigint[]) as id`.execute(tx)
}

/** True for the first who asks: the code of a registration is tried once. */
export async function markCodeTried(tx: Tx, playerId: bigint): Promise<boolean> {
  const { rows } = await sql`insert into campaigns_player (player_id, code_tried_at) values (${playerId}, now())
    on conflict (player_id) do update set code_tried_at = now() where campaigns_player.code_tried_at is null
    returning 1`.execute(tx)
  return rows.length === 1
}

// Reports

export const readClaimsOfOffers = (
  db: Db,
  offers: readonly string[],
  { from, to }: { from: Date | null; to: Date | null },
) =>
  claims(db)
    .where('offer', 'in', [...offers])
    .$if(from !== null, (query) => query.where('made_at', '>=', from ?? new Date(0)))
    .$if(to !== null, (query) => query.where('made_at', '<', to ?? new Date(0)))
    .orderBy('id')
    .execute()

/** How far players have come; one without a row is at the first level. */
export async function readLevels(db: Db, playerIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ playerId: bigint; level: number }>`select player_id as "playerId", level
    from campaigns_player where player_id = any(${`{${playerIds.join()}}`}::bigint[])`.execute(db)
  return new Map(rows.map(({ playerId, level }) => [playerId, level]))
}
