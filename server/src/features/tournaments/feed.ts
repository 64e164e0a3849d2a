import type { JobContext } from '../../context.ts'
import { ledgerLines, lineFeed } from '../wallet/wallet.ts'
import { feedLease, playersBehind } from './feed-store.ts'
import { workIn } from './work-in.ts'

type CupContext = Pick<JobContext, 'sql' | 'begin' | 'log'>

const reader = (ctx: CupContext) => ({
  name: 'tournaments',
  behind: (page: { after: bigint; count: number }) => playersBehind(ctx.sql, ledgerLines.mainPurseRelation, page),
  workIn: (playerIds: readonly bigint[]) => workIn(ctx, playerIds),
})

export const sweepCups = (ctx: CupContext) => lineFeed.sweep(ctx, reader(ctx))

/** Of this feed and that of points: one node works for both. */
export const openClubLease = (ctx: Pick<JobContext, 'sql' | 'log'>) => lineFeed.lease(ctx, feedLease)

type Hearing = Parameters<typeof lineFeed.open>[2]

export const openFeed = (ctx: CupContext, hearing: Hearing) => lineFeed.open(ctx, reader(ctx), hearing)
