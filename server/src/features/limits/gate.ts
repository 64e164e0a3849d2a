import type { Config } from '../../config.ts'
import type { Tx } from '../../context.ts'
import { addUseOnce, type Drop, type NewUse, writeNotes } from './gate-store.ts'
import { type GateQuery, openGates } from './gates.ts'
import { readUse } from './store.ts'

/**
 * The one gate of the house: returns, or throws the refusal. Every product asks it inside the transaction that moves the
 * money, before anything else is locked; the player's row stays locked until that transaction ends. So whatever was
 * acknowledged before (a limit, an exclusion, a ban) holds, and two stakes cannot both use the last of a limit.
 */
export async function gate(
  tx: Tx,
  { jurisdiction, ...query }: GateQuery & { jurisdiction: Config['jurisdiction'] },
): Promise<void> {
  const gates = await openGates(tx, { playerIds: [query.playerId], jurisdiction })
  if (!gates.knows(query.playerId)) throw new Error('no such player')
  const refusal = gates.ask(query)
  if (refusal) throw refusal
  await gates.write()
}

/**
 * Counts a movement against the limits, in the transaction of the movement and after its gate. The same key counts once:
 * false when it was counted before. A deposit is counted when it begins, so that what is on its way is reserved.
 */
export async function noteUse(tx: Tx, use: NewUse): Promise<boolean> {
  if (await addUseOnce(tx, use)) return true
  const { kind, amount } = await readUse(tx, use.playerId, use.key)
  if (kind !== use.kind || amount !== use.amountMinor) throw new Error('one key for two different movements')
  return false
}

/** The same for many at once. The players of what is taken back are locked; each of the counts is new. */
export async function noteUses(
  tx: Tx,
  { uses, drops }: { uses: readonly NewUse[]; drops: readonly Drop[] },
): Promise<void> {
  if (uses.length + drops.length === 0) return
  await writeNotes(tx, { uses, drops, present: [] })
}

/** Takes a count back: a deposit that failed, a stake that was rolled back. Safe to call twice. */
export async function dropUse(tx: Tx, drop: Drop): Promise<void> {
  await writeNotes(tx, { uses: [], drops: [drop], present: [] })
}
