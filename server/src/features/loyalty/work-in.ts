import { stakeUnit } from '@croupier/studio/engine/stakes'
import type { Db, JobContext, Tx } from '../../context.ts'
import { kindsOf } from '../games/games.ts'
import { stoodRounds } from '../rounds/rounds.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { countPlay } from './count-play.ts'
import { clubFeed } from './feed-store.ts'
import { type Earning, earn, lockMembers } from './points.ts'
import { compareLines, type PlayLine } from './rules.ts'
import { readClubTerms } from './terms.ts'

export type PointsContext = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'log'>

/**
 * Points of everything that these players played since their cursors. The cursors move in the same transaction: killed
 * in between, it is as if nothing had been done; done twice, it is done once. No account is locked: no stake waits.
 */
export async function workInPoints(ctx: PointsContext, playerIds: readonly bigint[]): Promise<void> {
  for (let left = playerIds; left.length > 0; ) left = await ctx.begin((tx) => workInside(ctx, tx, left))
}

/** Answers whose lines were too many for one go. */
async function workInside(ctx: PointsContext, tx: Tx, playerIds: readonly bigint[]): Promise<bigint[]> {
  const terms = await readClubTerms(tx)
  const players = await lockMembers(tx, playerIds, terms)
  const { slices, cursors, left } = await clubFeed.readNews(tx, playerIds)
  const lines = await readPlayLines(tx, slices)
  const last = new Map(cursors.map((cursor) => [cursor.playerId, cursor]))
  const meant = players.filter(({ playerId }) => last.has(playerId))
  const counted = await countPlay(tx, terms, { players: meant, lines })
  const earnings = counted.flatMap(({ player, points }): Earning[] => {
    const cursor = last.get(player.playerId)
    if (!cursor) return []
    const about = { scope: 'points', key: `${cursor.purse}:${cursor.seq}`, ref: 'play', isTold: false }
    return [{ player, points, ...about }]
  })
  await earn({ announce: ctx.announce, terms }, tx, earnings)
  await clubFeed.moveCursors(tx, cursors)
  return left
}

type Slice = { purse: bigint; playerId: bigint; currency: string; after: bigint; upTo: bigint }

/** Lines of purses that are about play, with the games of their rounds. */
export async function readPlayLines(tx: Db, slices: readonly Slice[]) {
  if (slices.length === 0) return []
  const bySlice = new Map(slices.map((slice) => [slice.purse, slice]))
  const found = await ledgerLines.readBrief(tx, slices, ['stake', 'rollback'])
  const names = new Map(found.flatMap(({ ref }) => stoodRounds.nameIn(ref) ?? []).map((name) => [nameOf(name), name]))
  const games = new Map(
    (await stoodRounds.gamesOf(tx, [...names.values()])).map((round) => [nameOf(round), round.game]),
  )
  const kinds = games.size === 0 ? new Map() : await kindsOf(tx, [...games.values()])
  const lines = found.flatMap(({ purse, seq, amount, reason, ref, atMs }) => {
    const slice = bySlice.get(purse)
    const name = stoodRounds.nameIn(ref)
    const sysname = name && games.get(nameOf(name))
    if (!slice || !sysname) return []
    const game = { sysname, type: String(kinds.get(sysname)?.type ?? '') }
    const line: PlayLine = { atMs, amount, reason, unit: stakeUnit(slice.currency), game }
    return [{ ...line, playerId: slice.playerId, purse, seq }]
  })
  return lines.sort(compareLines)
}

const nameOf = ({ provider, round }: { provider: string; round: string }) => `${provider}\n${round}`
