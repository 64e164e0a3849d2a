import { isBreak, type LimitKind } from '@croupier/contract/control'
import { type Currency, currencyOf, toWire } from '@croupier/contract/money'
import type { Db, Operation } from '../../context.ts'
import { readExclusions } from './exclusion-store.ts'
import { readReality } from './presence-store.ts'
import { isReady, longestOf, standingOf, type Tight, tightest, usedOf } from './rules.ts'
import { readChanges, readLimits, readNextRoom, readUsed } from './store.ts'

/** Money, or minutes for a session limit; neither where a limit is to be lifted. */
const amountOf = (kind: LimitKind, amount: bigint | null, currency: Currency) => ({
  amount: amount === null || kind === 'session' ? null : toWire(amount, currency),
  minutes: amount === null || kind !== 'session' ? null : Number(amount),
})

export const getLimits: Operation<'account.getLimits'> = async ({ sql, player }) => {
  const currency = currencyOf(player.standing)
  const limits = await readLimits(sql, player.id)
  const uses = await readUsed(sql, player.id, [...new Set(limits.map(({ periodDays }) => periodDays))])
  const realityMinutes = await readReality(sql, player.id)
  return {
    limits: limits.map((limit) => {
      const used = usedOf(limit, uses)
      const isTime = limit.kind === 'session'
      return {
        kind: limit.kind,
        period: limit.periodDays,
        ...amountOf(limit.kind, limit.amount, currency),
        // Who is ahead has lost nothing.
        used_amount: isTime ? null : toWire(used > 0n ? used : 0n, currency),
        used_minutes: isTime ? Number(used / 60n) : null,
      }
    }),
    changes: (await readChanges(sql, player.id)).map((change) => ({
      id: Number(change.id),
      kind: change.kind,
      period: change.periodDays,
      ...amountOf(change.kind, change.amount, currency),
      requested_at: change.requestedAt.toISOString(),
      ready_at: change.readyAt.toISOString(),
      expires_at: change.expiresAt.toISOString(),
      is_ready: isReady(change, change.now),
    })),
    reality_check_minutes: realityMinutes,
    exclusion: await exclusionOf(sql, player.id),
  }
}

async function exclusionOf(db: Parameters<typeof readExclusions>[0], playerId: bigint) {
  const exclusions = await readExclusions(db, playerId)
  const longest = longestOf(exclusions)
  if (!longest || standingOf(exclusions, longest.now).kind === 'free') return null
  return {
    period: longest.period,
    started_at: longest.startedAt.toISOString(),
    ends_at: longest.endsAt?.toISOString() ?? null,
    is_break: isBreak(longest.period),
  }
}

/** The deposit limit that leaves the least, or null without one. */
export async function depositRoom(db: Db, playerId: bigint): Promise<Tight | null> {
  const limits = (await readLimits(db, playerId)).filter(({ kind }) => kind === 'deposit')
  const uses = await readUsed(
    db,
    playerId,
    limits.map(({ periodDays }) => periodDays),
  )
  return tightest(limits, uses, ['deposit'])
}

export const getDepositLimit: Operation<'account.getDepositLimit'> = async ({ sql, player }) => {
  const currency = currencyOf(player.standing)
  const tight = await depositRoom(sql, player.id)
  const nextRoom = tight ? await readNextRoom(sql, player.id, tight.periodDays) : null
  return {
    available_amount: tight ? toWire(tight.left, currency) : null,
    can_edit: !player.isPayoutOnly,
    expired_at: nextRoom?.at?.toISOString() ?? null,
    limit_amount: tight ? toWire(tight.amount, currency) : null,
    period: tight?.periodDays ?? null,
  }
}
