import type { JobContext } from '../../context.ts'
import { ledgerLines, lineFeed } from '../wallet/wallet.ts'
import { membersBehind } from './feed-store.ts'
import { noteDeeds } from './note-deeds.ts'
import { payQuests } from './quests.ts'
import { writeDealersOn } from './store.ts'
import { clubFlags } from './texts.ts'
import { type PointsContext, workInPoints } from './work-in.ts'

/** Points are read on pages that are opened now and then; a level or a quest that comes some seconds later is none the worse. */
const patienceMs = 10_000

type QuestContext = Pick<JobContext, 'content' | 'i18n'>

const reader = (ctx: PointsContext) => ({
  name: 'points',
  patienceMs,
  behind: (page: { after: bigint; count: number }) => membersBehind(ctx.sql, ledgerLines.mainPurseRelation, page),
  workIn: (playerIds: readonly bigint[]) => workInPoints(ctx, playerIds),
})

/** A step of a quest may be done. Of those whose notice is lost it is found out when they look; what pays nothing is then not told. */
async function payChanged(ctx: PointsContext & QuestContext, playerIds: readonly bigint[]): Promise<void> {
  const { defaultLocale: locale } = await ctx.i18n.locales()
  for (const playerId of playerIds) {
    await payQuests({ ...ctx, locale }, playerId)
    await noteDeeds({ ...ctx, locale }, playerId)
  }
}

/** Points follow from what is written down, so whether content has dealers is. */
function dealersNoted(ctx: PointsContext & QuestContext): () => Promise<void> {
  let noted: boolean | null = null
  return async () => {
    const { defaultLocale: locale } = await ctx.i18n.locales()
    const { hasCharacters } = await clubFlags({ ...ctx, locale })
    if (hasCharacters === noted) return
    await ctx.begin((tx) => writeDealersOn(tx, hasCharacters))
    noted = hasCharacters
  }
}

export const sweepPoints = (ctx: PointsContext) => lineFeed.sweep(ctx, reader(ctx))

type Hearing = Parameters<typeof lineFeed.open>[2]

export function openPointsFeed(ctx: PointsContext & QuestContext, hearing: Hearing) {
  const noteDealers = dealersNoted(ctx)
  return lineFeed.open(
    ctx,
    {
      ...reader(ctx),
      accountsChanged: (playerIds) => payChanged(ctx, playerIds),
      async workIn(playerIds) {
        await noteDealers()
        await workInPoints(ctx, playerIds)
      },
    },
    hearing,
  )
}
