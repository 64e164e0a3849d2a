import { randomUUID } from 'node:crypto'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { noteEvent, readStanding } from '../account/account.ts'
import { exclude } from '../limits/limits.ts'
import { postToPlayer } from './letters.ts'
import { sayEnded } from './sessions.ts'
import { endPlayerSessions } from './store.ts'

/** Stands here and not in limits, because it ends sessions. All or nothing, for every account of the person. */
export const selfExclude: Operation<'account.selfExclude'> = async (ctx, { period }) => {
  const { endsAt } = await ctx.begin(async (tx) => {
    const excluded = await exclude(tx, { playerId: ctx.player.id, period })
    for (const playerId of excluded.playerIds) {
      await sayEnded(ctx, tx, await endPlayerSessions(tx, playerId))
      // Another account of the same person must not learn from where this one was used.
      await noteEvent(tx, playerId, 'selfExcluded', playerId === ctx.player.id ? ctx.visitor : null)
      await postToPlayer(ctx, tx, await readStanding(tx, playerId), 'excluded', { until: excluded.endsAt })
      await tellPlayer(tx, playerId, 'session')
      await ctx.announce(tx, 'exclusion.began', { playerId: String(playerId), period, key: randomUUID() })
    }
    return excluded
  })
  ctx.visitor.setCookie('sid', null)
  return { ends_at: endsAt?.toISOString() ?? null }
}
