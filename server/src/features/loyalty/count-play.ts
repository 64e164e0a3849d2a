import type { Tx } from '../../context.ts'
import { readPlayedDays, writeDays } from './feed-store.ts'
import { dayOf, type PlayLine, workLines } from './rules.ts'
import { type ClubPlayer, readCharactersOf, readSwitchesOf } from './store.ts'
import { type ClubTerms, termsOf } from './terms.ts'

/** What these lines, in their order, make of players who are locked: their rest after them, and points to give. Days are written. */
export async function countPlay(
  tx: Tx,
  terms: ClubTerms,
  { players, lines }: { players: readonly ClubPlayer[]; lines: readonly (PlayLine & { playerId: bigint })[] },
): Promise<{ player: ClubPlayer; points: bigint }[]> {
  const own = Map.groupBy(lines, ({ playerId }) => playerId)
  const ids = [...own.keys()]
  const asked = [...own].flatMap(([playerId, all]) =>
    [...new Set(all.map(({ atMs }) => dayOf(atMs)))].map((day) => ({ playerId, day })),
  )
  const [days, switches, characters] = await Promise.all([
    readPlayedDays(tx, asked),
    readSwitchesOf(tx, ids),
    readCharactersOf(tx, ids),
  ])
  const played = Map.groupBy(days, ({ playerId }) => playerId)
  const changed: { playerId: bigint; day: string; parts: bigint }[] = []
  const counted = players.map((player) => {
    const { playerId, program, rest } = player
    const before = new Map((played.get(playerId) ?? []).map(({ day, parts }) => [day, parts]))
    const member = { program, switches: switches.get(playerId) ?? [], characters: characters.get(playerId) ?? [] }
    const after = workLines({ rest, days: before }, own.get(playerId) ?? [], termsOf(terms, member))
    for (const [day, parts] of after.days) if (parts !== before.get(day)) changed.push({ playerId, day, parts })
    return { player: { ...player, rest: after.rest }, points: after.points }
  })
  await writeDays(tx, changed)
  return counted
}
