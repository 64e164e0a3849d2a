import { isBreak, type SelfExclusionPeriod } from '@croupier/contract/control'
import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import type { Db, Tx } from '../../context.ts'
import { lockPlayer, samePerson, setExcludedUntil, subscriptions } from '../account/account.ts'
import * as store from './exclusion-store.ts'
import { type ExclusionStanding, exclusionEnd, isEarlier, longestOf, opensAt, standingOf } from './rules.ts'

type Excluded = {
  endsAt: Date | null
  /** Every account of the person that is excluded now, the asking one first. */
  playerIds: bigint[]
}

/**
 * Excludes the person: this account and all others of the same person. The caller ends their sessions in the same
 * transaction. Sessions or not, from the moment it commits neither the gate nor the door lets them pass.
 */
export async function exclude(tx: Tx, wish: { playerId: bigint; period: SelfExclusionPeriod }): Promise<Excluded> {
  const { playerId, period } = wish
  const others = await samePerson.accountsOf(tx, playerId)
  // In one order, whichever account asks first.
  for (const id of [playerId, ...others].toSorted((one, other) => (one < other ? -1 : 1))) await lockPlayer(tx, id)
  const startedAt = await store.readClock(tx)
  const endsAt = exclusionEnd(startedAt, period)
  if (!(await lengthen(tx, { ...wish, askedBy: playerId, startedAt, endsAt }))) {
    throw new Refusal('InvalidParameter:EXCLUSION_SHORTER', { message: 'An exclusion can only be made longer' })
  }
  const excluded = [playerId]
  for (const id of others) {
    if (await lengthen(tx, { playerId: id, askedBy: playerId, period, startedAt, endsAt })) excluded.push(id)
  }
  return { endsAt, playerIds: excluded }
}

type New = Parameters<typeof store.addExclusion>[1]

/** False when the account is excluded for longer already. */
async function lengthen(tx: Tx, wanted: New): Promise<boolean> {
  const earlier = await store.readExclusions(tx, wanted.playerId)
  const isRunning = standingOf(earlier, wanted.startedAt).kind === 'excluded'
  if (isRunning && isEarlier(wanted.endsAt, longestOf(earlier)?.endsAt ?? null)) return false
  await store.addExclusion(tx, wanted)
  await close(tx, wanted.playerId)
  await subscriptions.end(tx, wanted.playerId)
  return true
}

/** What the door and the gate look at: until then the account is closed. */
async function close(tx: Tx, playerId: bigint) {
  const at = opensAt(await store.readExclusions(tx, playerId))
  await setExcludedUntil(tx, playerId, at ? sql<Date>`${at}::timestamptz` : sql<Date>`'infinity'::timestamptz`)
}

/** How the door stands for a player who wants to sign in. */
export async function signInStanding(db: Db, playerId: bigint): Promise<ExclusionStanding> {
  const exclusions = await store.readExclusions(db, playerId)
  return exclusions[0] ? standingOf(exclusions, exclusions[0].now) : { kind: 'free' }
}

/** Shut out by breaks alone: the account opens by itself, and what it is owed can wait for that. */
export async function isOnBreak(db: Db, playerId: bigint): Promise<boolean> {
  const exclusions = await store.readExclusions(db, playerId)
  const running = exclusions.filter(({ endsAt, now }) => isEarlier(now, endsAt))
  return opensAt(exclusions) !== null && running.length > 0 && running.every(({ period }) => isBreak(period))
}

/** The wish to come back, which only counts once the time is over. Asking again changes nothing. */
export async function askReturn(tx: Tx, playerId: bigint): Promise<ExclusionStanding> {
  await lockPlayer(tx, playerId)
  const standing = await signInStanding(tx, playerId)
  if (standing.kind !== 'returnNeeded') return standing
  await store.writeReturnAsked(tx, playerId, await store.readClock(tx))
  await close(tx, playerId)
  return signInStanding(tx, playerId)
}

/** When a player was shut out, and until when; null: it still is, and nothing says until when. */
export async function shutTimes(db: Db, playerId: bigint): Promise<{ from: Date; until: Date | null }[]> {
  const exclusions = await store.readExclusions(db, playerId)
  return exclusions.map((exclusion) => ({ from: exclusion.startedAt, until: opensAt([exclusion]) }))
}
