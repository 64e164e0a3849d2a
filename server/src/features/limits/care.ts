import type { SiteConfig } from '@croupier/contract/content'
import type { Context, Db, JobContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { addNotice, lockPlayer, readStanding } from '../account/account.ts'
import { careRule } from './care-rules.ts'
import * as store from './sign-store.ts'

/**
 * Care: a player who may be in trouble gets nothing that invites. It takes nothing away: open bonuses and what is owed
 * stay. The player is told once, with people to talk to.
 */

type CareContext = Pick<Context, 'content'>

type Beginning = {
  playerId: bigint
  /** The rule that was met, or the operator. */
  reason: string
  words?: string
}

/** False where it had begun before. The player is locked. */
export async function beginCare(
  { content }: CareContext,
  tx: Tx,
  { playerId, reason, words = '' }: Beginning,
): Promise<boolean> {
  if (!(await store.writeCareOn(tx, playerId))) return false
  await store.addCareLine(tx, { playerId, isOn: true, reason, words })
  const { locale } = await readStanding(tx, playerId)
  const { site } = await content.config(locale)
  await addNotice(tx, playerId, 'care', { lines: linesOf(site) }, true)
  await tellPlayer(tx, playerId, 'account')
  return true
}

const linesOf = ({ helplines }: SiteConfig['site']) =>
  helplines.map(({ name, note }) => (note ? `${name} (${note})` : name)).join(', ')

type CareEnd = { kind: 'ended' } | { kind: 'none' } | { kind: 'tooEarly'; lastSignAt: Date }

/** Only the operator ends it, and only after a week without a sign. The player is locked. */
export async function endCare(tx: Tx, { playerId, words }: { playerId: bigint; words: string }): Promise<CareEnd> {
  const lastSignAt = await store.readLastSign(tx, playerId)
  if (lastSignAt) return { kind: 'tooEarly', lastSignAt }
  if (!(await store.writeCareOff(tx, playerId))) return { kind: 'none' }
  await store.addCareLine(tx, { playerId, isOn: false, reason: 'operator', words })
  return { kind: 'ended' }
}

/** A player was refused by an own limit, in a call that left nothing else behind. */
export const noteLimitRefusal = (db: Db, playerId: bigint) => store.writeRefusalSigns(db, [playerId])

/** No popup for a while: a deposit was declined. */
export const noteDeclinedDeposit = async (db: Db, playerId: bigint): Promise<void> => {
  await store.keepQuiet(db, [playerId])
}

/** Whether something has just been refused to this player: nothing comes up by itself then. */
export const isLeftAlone = store.isQuiet

/** A payout was taken back to play on. */
export const notePayoutCancelled = (tx: Tx, playerId: bigint) => store.writeSign(tx, playerId, 'cancel')

/** Every hour: who was here for too long within a day. */
export async function noteLongDays(ctx: Pick<JobContext, 'sql' | 'content'>): Promise<void> {
  const { hours } = await careNumbers(ctx)
  if (hours > 0) await store.writeLongDays(ctx.sql, hours)
}

const careNumbers = async ({ content }: CareContext) => (await content.config('en')).site.care

/** Every minute: players whose signs of the last days meet a rule. Twice, or on two nodes at once, is once. */
export async function beginCareByRules(ctx: Pick<JobContext, 'sql' | 'begin' | 'content'>): Promise<void> {
  const numbers = await careNumbers(ctx)
  const found = Map.groupBy(await store.countSigns(ctx.sql), ({ playerId }) => playerId)
  for (const [playerId, signs] of found) {
    if (careRule(signs, numbers) === null) continue
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      const reason = careRule(await store.countSigns(tx, playerId), numbers)
      if (reason !== null) await beginCare(ctx, tx, { playerId, reason })
    })
  }
}
