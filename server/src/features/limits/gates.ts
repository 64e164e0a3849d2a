import type { GateWant } from '@croupier/contract/control'
import { type Currency, isCurrency, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Config } from '../../config.ts'
import type { Tx } from '../../context.ts'
import { isKycBlocking, lockPlayers } from '../account/account.ts'
import { type Drop, type Facts, type NewUse, readFacts, readWindows, writeNotes } from './gate-store.ts'
import { decide, type GateRefused, kindsFor, realityCheckAt, type Tight, type Used } from './rules.ts'
import { writeRefusalSigns } from './sign-store.ts'

export type GateQuery = {
  playerId: bigint
  want: GateWant
  /** For a deposit or a stake: minor units of the account's currency. */
  amountMinor?: bigint
}

/** Who is here is written down again after so long. */
const presenceMs = 30_000

export type Gates = Awaited<ReturnType<typeof openGates>>

/**
 * The gate for a crowd. Locks these players in one order, then reads everything that decides about them with one
 * question each, however many they are. Wishes are then asked one after the other: what was noted for one counts for
 * the next. Nothing is written before `write`, which is one statement.
 */
export async function openGates(
  tx: Tx,
  { playerIds, jurisdiction }: { playerIds: readonly bigint[]; jurisdiction: Config['jurisdiction'] },
) {
  // Asked in this order, and a statement of its own after the lock: what its holder committed is seen.
  const [locked, found] = await Promise.all([lockPlayers(tx, playerIds), readFacts(tx, playerIds)])
  const standings = new Map(locked.map((standing) => [standing.playerId, standing]))
  const facts = new Map(found.map((fact) => [fact.playerId, fact]))
  const windows = await readUsedBy(tx, found)
  const uses: NewUse[] = []
  const drops: Drop[] = []
  const present = new Set<bigint>()
  const refusedByLimit = new Set<bigint>()

  const factsOf = (playerId: bigint) => {
    const [standing, fact] = [standings.get(playerId), facts.get(playerId)]
    if (!standing || !fact) throw new Error('a player who was not locked')
    return { standing, fact }
  }

  return {
    knows: (playerId: bigint) => standings.has(playerId),

    /** As it is while the player is locked. */
    currencyOf: (playerId: bigint): string => factsOf(playerId).standing.currency,

    /** The bonus that could pay for a stake, of those who have one. */
    openBonuses: new Map(
      locked.flatMap(({ playerId, openBonusId }) => (openBonusId === null ? [] : [[playerId, openBonusId] as const])),
    ),

    /** May this happen now? Null is a yes. */
    ask({ playerId, want, amountMinor = 0n }: GateQuery): Refusal | null {
      if (amountMinor < 0n) throw new Error('an amount below zero')
      const { standing, fact } = factsOf(playerId)
      const visitStartedAt = fact.visitStartedAt ?? fact.now
      const dueAt = realityCheckAt(fact.realityMinutes, fact.realitySeenAt ?? visitStartedAt, visitStartedAt)
      const kinds = kindsFor(want)
      // A stake through a game's own server is presence too.
      if ((want === 'play' || want === 'stake') && isStale(fact)) present.add(playerId)
      const answer = decide({
        want,
        amountMinor,
        standing,
        isKycBlocking: isKycBlocking(standing, jurisdiction),
        isRealityCheckDue: dueAt !== null && dueAt <= fact.now,
        isUnreachable: fact.isUnreachable,
        limits: fact.limits.filter(({ kind }) => kinds.includes(kind)),
        uses: windows.get(playerId) ?? [],
      })
      if (answer?.limit) refusedByLimit.add(playerId)
      return answer && refusalOf(answer, standing.currency)
    },

    /** Counts a movement of now, for those who ask after it and, with `write`, for good. */
    note(use: NewUse) {
      uses.push(use)
      for (const used of windows.get(use.playerId) ?? []) addTo(used, use)
    },

    /**
     * The room of a count that is taken back is there for those who come after this transaction. A return that is taken
     * back is different: it made room, and the next stake must not use what is gone, so its amount is said.
     */
    drop(drop: Drop, returnedMinor = 0n) {
      const at = uses.findIndex(({ playerId, key }) => playerId === drop.playerId && key === drop.key)
      if (at >= 0) uses.splice(at, 1)
      else drops.push(drop)
      for (const used of windows.get(drop.playerId) ?? []) used.returned -= returnedMinor
    },

    async write(): Promise<void> {
      if (refusedByLimit.size > 0) await writeRefusalSigns(tx, [...refusedByLimit])
      if (uses.length + drops.length + present.size === 0) return
      await writeNotes(tx, { uses, drops, present: [...present] })
    },
  }
}

const isStale = ({ now, visitLastAt }: Facts) =>
  visitLastAt === null || now.getTime() - visitLastAt.getTime() > presenceMs

async function readUsedBy(tx: Tx, facts: readonly Facts[]): Promise<Map<bigint, Used[]>> {
  const wanted = facts.flatMap(({ playerId, limits }) =>
    [...new Set(limits.map(({ periodDays }) => periodDays))].map((periodDays) => ({ playerId, periodDays })),
  )
  const read = wanted.length === 0 ? [] : await readWindows(tx, wanted)
  return Map.groupBy(read, ({ playerId }) => playerId)
}

function addTo(used: Used, { kind, amountMinor, returnedMinor = 0n }: NewUse) {
  if (kind === 'deposit') used.deposited += amountMinor
  if (kind === 'stake') used.staked += amountMinor
  used.returned += kind === 'return' ? amountMinor : returnedMinor
}

function refusalOf({ refusal, limit }: GateRefused, currency: string): Refusal {
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
