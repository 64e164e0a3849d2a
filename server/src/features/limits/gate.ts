import type { GateWant } from '@croupier/contract/control'
import { type Currency, isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Config } from '../../config.ts'
import type { Tx } from '../../context.ts'
import { isKycBlocking, lockPlayer, readStanding } from '../account/account.ts'
import { notePresence, readMoment } from './presence-store.ts'
import { type Answer, decide, kindsFor, realityCheckAt, type Tight } from './rules.ts'
import { addUse, type NewUse, readLimits, readUse, readUsed, removeUse } from './store.ts'

type Wish = {
  playerId: bigint
  want: GateWant
  /** For a deposit or a stake: minor units of the account's currency. */
  amountMinor?: bigint
  jurisdiction: Config['jurisdiction']
}

/**
 * The one gate of the house: returns, or throws the refusal. Every product asks it inside the transaction that moves the
 * money, before anything else is locked; the player's row stays locked until that transaction ends. So whatever was
 * acknowledged before (a limit, an exclusion, a ban) holds, and two stakes cannot both use the last of a limit.
 */
export async function gate(tx: Tx, { playerId, want, amountMinor = 0n, jurisdiction }: Wish): Promise<void> {
  if (amountMinor < 0n) throw new Error('an amount below zero')
  await lockPlayer(tx, playerId)
  const standing = await readStanding(tx, playerId)
  const isPlay = want === 'play' || want === 'stake'
  // A stake through a game's own server is presence too.
  if (isPlay) await notePresence(tx, playerId)
  const { now, realityMinutes, realitySeenAt, visitStartedAt } = await readMoment(tx, playerId)
  const dueAt = realityCheckAt(realityMinutes, realitySeenAt, visitStartedAt)
  const kinds = kindsFor(want)
  const limits = kinds.length === 0 ? [] : (await readLimits(tx, playerId)).filter(({ kind }) => kinds.includes(kind))
  const periods = [...new Set(limits.map(({ periodDays }) => periodDays))]
  const answer = decide({
    want,
    amountMinor,
    standing,
    isKycBlocking: isKycBlocking(standing, jurisdiction),
    isRealityCheckDue: dueAt !== null && dueAt <= now,
    limits,
    uses: await readUsed(tx, playerId, periods),
  })
  if (answer) throw refusalOf(answer, standing.currency)
}

function refusalOf({ refusal, limit }: Answer, currency: string): Refusal {
  const message = limit ? `The player's own ${limit.kind} limit` : `Refused: ${refusal}`
  if (!limit) return new Refusal(refusal, { message })
  if (!isCurrency(currency)) throw new Error('a player has an unknown currency')
  return new Refusal(refusal, { message, data: roomOf(limit, currency) })
}

/** Which limit it was and what is left of it. */
const roomOf = ({ kind, periodDays, amount, left }: Tight, currency: Currency) => ({
  kind,
  period: periodDays,
  ...(kind === 'session'
    ? { limit_minutes: Number(amount), available_minutes: Number(left / 60n) }
    : { limit_amount: toWire(amount, currency), available_amount: toWire(left, currency) }),
})

/**
 * Counts a movement against the limits, in the transaction of the movement and after its gate. The same key counts once:
 * false when it was counted before. A deposit is counted when it begins, so that what is on its way is reserved.
 */
export async function noteUse(tx: Tx, use: NewUse): Promise<boolean> {
  if (await addUse(tx, use)) return true
  const { kind, amount } = await readUse(tx, use.playerId, use.key)
  if (kind !== use.kind || amount !== use.amountMinor) throw new Error('one key for two different movements')
  return false
}

/** Takes a count back: a deposit that failed, a stake that was rolled back. Safe to call twice. */
export async function dropUse(tx: Tx, { playerId, key }: { playerId: bigint; key: string }): Promise<void> {
  await removeUse(tx, playerId, key)
}
