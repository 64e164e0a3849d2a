import type { JobContext, Tx } from '../../context.ts'
import { kindsOf } from '../games/games.ts'
import { gamesOfRounds } from '../rounds/rounds.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { addCursors, moveCursors, readCursors, readPlayedDays, writeDays } from './feed-store.ts'
import { type Earning, earn, lockMembers } from './points.ts'
import { dayOf, type PlayLine, smallerOf, workLines } from './rules.ts'
import { readCharactersOf, readSwitchesOf } from './store.ts'
import { readClubTerms, stakeUnit, termsOf } from './terms.ts'

export type FeedContext = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'log'>

/** Lines of one purse in one go. */
const mostLines = 2_000n

/**
 * Points of everything that these players played since their cursors. The cursors move in the same transaction: killed
 * in between, it is as if nothing had been done; done twice, it is done once. No account is locked: no stake waits.
 */
export async function workIn(ctx: FeedContext, playerIds: readonly bigint[]): Promise<void> {
  for (let left = playerIds; left.length > 0; ) left = await ctx.begin((tx) => workInside(ctx, tx, left))
}

/** Answers whose lines were too many for one go. */
async function workInside(ctx: FeedContext, tx: Tx, playerIds: readonly bigint[]): Promise<bigint[]> {
  const terms = await readClubTerms(tx)
  const players = await lockMembers(tx, playerIds, terms)
  const { lines, cursors, left } = await readNews(tx, playerIds)
  const own = Map.groupBy(lines, ({ playerId }) => playerId)
  const asked = [...own].flatMap(([playerId, all]) =>
    [...new Set(all.map(({ atMs }) => dayOf(atMs)))].map((day) => ({ playerId, day })),
  )
  const [days, switches, characters] = await Promise.all([
    readPlayedDays(tx, asked),
    readSwitchesOf(tx, playerIds),
    readCharactersOf(tx, playerIds),
  ])
  const played = Map.groupBy(days, ({ playerId }) => playerId)
  const earnings: Earning[] = []
  const changed: { playerId: bigint; day: string; parts: bigint }[] = []
  for (const player of players) {
    const { playerId, program, rest } = player
    const before = new Map((played.get(playerId) ?? []).map(({ day, parts }) => [day, parts]))
    const member = { program, switches: switches.get(playerId) ?? [], characters: characters.get(playerId) ?? [] }
    const after = workLines({ rest, days: before }, own.get(playerId) ?? [], termsOf(terms, member))
    for (const [day, parts] of after.days) if (parts !== before.get(day)) changed.push({ playerId, day, parts })
    const last = cursors.findLast((cursor) => cursor.playerId === playerId)
    if (!last) continue
    const about = { scope: 'points', key: `${last.purse}:${last.seq}`, ref: 'play', isTold: false }
    earnings.push({ player: { ...player, rest: after.rest }, points: after.points, ...about })
  }
  await writeDays(tx, changed)
  await earn({ announce: ctx.announce, terms }, tx, earnings)
  await moveCursors(tx, cursors)
  return left
}

/** What moved in own purses since the cursors, in the order of time. The rows of the players are locked. */
async function readNews(tx: Tx, playerIds: readonly bigint[]) {
  const purses = await ledgerLines.mainPurses(tx, playerIds)
  await addCursors(tx, purses)
  const known = new Map((await readCursors(tx, playerIds)).map(({ purse, seq }) => [purse, seq]))
  const slices = purses.flatMap(({ purse, playerId, currency, seq }) => {
    const after = known.get(purse) ?? 0n
    if (seq <= after) return []
    return [{ purse, playerId, currency, after, upTo: smallerOf(seq, after + mostLines), seq }]
  })
  return {
    lines: await readPlayLines(tx, slices),
    cursors: slices.map(({ playerId, purse, upTo }) => ({ playerId, purse, seq: upTo })),
    left: [...new Set(slices.flatMap(({ playerId, seq, upTo }) => (seq > upTo ? [playerId] : [])))],
  }
}

type Slice = { purse: bigint; playerId: bigint; currency: string; after: bigint; upTo: bigint }

/** Lines of purses that are about play, with the games of their rounds. */
export async function readPlayLines(tx: Parameters<typeof gamesOfRounds>[0], slices: readonly Slice[]) {
  if (slices.length === 0) return []
  const bySlice = new Map(slices.map((slice) => [slice.purse, slice]))
  const found = (await ledgerLines.read(tx, slices)).filter(({ reason }) => reason === 'stake' || reason === 'rollback')
  const names = new Map(found.flatMap(({ ref }) => roundOf(ref) ?? []).map((name) => [nameOf(name), name]))
  const games = new Map((await gamesOfRounds(tx, [...names.values()])).map((round) => [nameOf(round), round.game]))
  const kinds = games.size === 0 ? new Map() : await kindsOf(tx, [...games.values()])
  const lines = found.flatMap(({ purse, seq, amount, reason, ref, atMs }) => {
    const slice = bySlice.get(purse)
    const name = roundOf(ref)
    const sysname = name && games.get(nameOf(name))
    if (!slice || !sysname) return []
    const game = { sysname, type: String(kinds.get(sysname)?.type ?? '') }
    const line: PlayLine = { atMs: Number(atMs), amount, reason, unit: stakeUnit(slice.currency), game }
    return [{ ...line, playerId: slice.playerId, purse, seq }]
  })
  return lines.sort(
    (one, other) => one.atMs - other.atMs || Number(one.purse - other.purse) || Number(one.seq - other.seq),
  )
}

const nameOf = ({ provider, round }: { provider: string; round: string }) => `${provider}\n${round}`

/** `round:studio:abc`; ids of rounds may have colons of their own. */
function roundOf(ref: string): { provider: string; round: string } | null {
  const [, provider, round] = /^round:([^:]+):(.+)$/.exec(ref) ?? []
  return provider !== undefined && round !== undefined ? { provider, round } : null
}
