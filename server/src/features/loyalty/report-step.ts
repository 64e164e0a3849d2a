import { type ClientStep, isClientStep } from '@croupier/contract/loyalty'
import { wrongField } from '@croupier/contract/refusals'
import type { Context, Operation, Tx } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { reportEvent } from '../campaigns/campaigns.ts'
import { stepValue, weekOf } from './quest-rules.ts'
import { addReport } from './quest-store.ts'
import { payQuests, readQuests } from './quests.ts'
import { readClubPlayer } from './store.ts'
import { clubFlags } from './texts.ts'

/** Reports of browsers. Those that can be steps of quests name something that exists, and are kept for players. */
export const handleClubEvent: Operation<'events.handle'> = async (ctx, input) => {
  const { event_name: event, event_params: params } = input
  if (!isClientStep(event)) return reportEvent(ctx, input)
  const value = await valueIn(ctx, event, params)
  await reportEvent(ctx, input)
  const { player } = ctx
  if (!player || player.isPayoutOnly) return null
  const { isActive } = await readClubPlayer(ctx.sql, player.id)
  if (!isActive || !(await clubFlags(ctx)).isOn) return null
  const at = await readNow(ctx.sql)
  await ctx.begin((tx) => addReport(tx, { playerId: player.id, event, value, week: weekOf(at.getTime()), at }))
  await payQuests(ctx, player.id)
  return null
}

/** Only in the spelling of content: another one is another word, and unknown. */
async function valueIn(ctx: Context, event: ClientStep, params: Record<string, unknown>): Promise<string> {
  if (event === 'fairness_checked') return ''
  const said = event === 'article_read' ? params.slug : params.tour
  const known = event === 'article_read' ? await ctx.content.slugs() : await toursOf(ctx)
  const found = known.find((each) => each === said)
  if (found === undefined) throw wrongField('UNKNOWN_VALUE', 'event_params', 'Nothing has this name')
  return found
}

async function toursOf({ sql: db }: Context): Promise<string[]> {
  const quests = await readQuests(db)
  return quests.flatMap(({ terms }) =>
    terms.steps.flatMap((step) => (step.kind === 'tour_done' ? [stepValue(step)] : [])),
  )
}

/** An article that a player of the demo world has read. */
export async function noteRead(tx: Tx, playerId: bigint, slug: string): Promise<void> {
  const at = await readNow(tx)
  await addReport(tx, { playerId, event: 'article_read', value: slug, week: weekOf(at.getTime()), at })
}
