import { stakeUnit } from '@croupier/studio/engine/stakes'
import type { Tx } from '../../context.ts'
import { stoodBets } from '../bets/bets.ts'
import { addCountedSteps, readCountedSteps } from './bet-store.ts'
import { countPlay } from './count-play.ts'
import { clubFeed } from './feed-store.ts'
import { earn, lockMembers } from './points.ts'
import { betType, type PlayLine } from './rules.ts'
import { readClubTerms } from './terms.ts'
import type { PointsContext } from './work-in.ts'

type CountedStep = Awaited<ReturnType<typeof stoodBets.countedSteps>>[number]

/**
 * Points of bets when they are settled, and what becomes of them when a result is corrected or taken back: all steps of
 * these bets that were not counted yet. Told twice, or in another order, it is the same.
 */
export async function workInBets(ctx: PointsContext, { bets }: { bets: readonly { betId: string }[] }): Promise<void> {
  const ids = [...new Set(bets.map(({ betId }) => betId))].map(BigInt)
  await ctx.begin((tx) => workInside(ctx, tx, ids))
}

async function workInside(ctx: PointsContext, tx: Tx, ids: readonly bigint[]): Promise<void> {
  const owners = [...new Set((await stoodBets.countedSteps(tx, ids)).map(({ playerId }) => playerId))]
  if (owners.length === 0) return
  const terms = await readClubTerms(tx)
  const players = await lockMembers(tx, owners, terms)
  // Behind the locks: another node may have counted them meanwhile, and the next step may be there.
  const known = new Set((await readCountedSteps(tx, ids)).map(nameOf))
  const steps = (await stoodBets.countedSteps(tx, ids)).filter((step) => !known.has(nameOf(step))).sort(byTime)
  const last = new Map(steps.map((step) => [step.playerId, step]))
  const meant = players.filter(({ playerId }) => last.has(playerId))
  const lines = steps.map((step) => ({ ...playLineOf(step), playerId: step.playerId }))
  const counted = await countPlay(tx, terms, { players: meant, lines })
  const earnings = counted.flatMap(({ player, points }) => {
    const step = last.get(player.playerId)
    if (!step) return []
    return [{ player, points, scope: 'points', key: `bet:${nameOf(step)}`, ref: 'play', isTold: false }]
  })
  const far = Map.groupBy(await clubFeed.readCursors(tx, owners), ({ playerId }) => playerId)
  const seqsOf = (playerId: bigint) =>
    Object.fromEntries((far.get(playerId) ?? []).map(({ purse, seq }) => [String(purse), Number(seq)]))
  await addCountedSteps(
    tx,
    steps.map(({ playerId, betId, n }) => ({ playerId, betId, n, seqs: seqsOf(playerId) })),
  )
  await earn({ announce: ctx.announce, terms }, tx, earnings)
}

const nameOf = ({ betId, n }: Pick<CountedStep, 'betId' | 'n'>) => `${betId}:${n}`

const byTime = (one: CountedStep, other: CountedStep): number =>
  one.atMs - other.atMs || Number(one.betId - other.betId) || one.n - other.n

/** As if what counts now had been staked then, or had come back. */
export const playLineOf = ({
  atMs,
  change,
  currency,
}: Pick<CountedStep, 'atMs' | 'change' | 'currency'>): PlayLine => ({
  ...{ atMs, amount: -change, reason: change > 0n ? 'stake' : 'rollback' },
  unit: stakeUnit(currency),
  game: { sysname: stoodBets.game, type: betType },
})
