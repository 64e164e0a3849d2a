import type { JobContext } from '../../context.ts'
import type { Listener } from '../../db/listener.ts'
import { ledgerLines, lineFeed } from '../wallet/wallet.ts'
import { cupFeed, playersBehind } from './feed-store.ts'
import { workIn } from './work-in.ts'

type CupContext = Pick<JobContext, 'sql' | 'begin' | 'log'>

const reader = (ctx: CupContext) => ({
  name: 'tournaments',
  store: cupFeed,
  behind: (page: { after: bigint; count: number }) => playersBehind(ctx.sql, ledgerLines.mainPurseRelation, page),
  workIn: (playerIds: readonly bigint[]) => workIn(ctx, playerIds),
})

export const sweepCups = (ctx: CupContext) => lineFeed.sweep(reader(ctx))

export const openFeed = (ctx: CupContext, listener: Listener | null) => lineFeed.open(ctx, reader(ctx), listener)
