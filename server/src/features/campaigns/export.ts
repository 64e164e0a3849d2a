import type { Context } from '../../context.ts'
import { readClaimsOf, readKnown } from './claim-store.ts'
import { readPopupRows } from './popups-store.ts'

/** What this feature keeps about a player, for the player. */
export async function exportCampaigns(
  { sql }: Pick<Context, 'sql'>,
  playerId: bigint,
): Promise<Record<string, unknown>> {
  const [known, claims] = await Promise.all([readKnown(sql, playerId), readClaimsOf(sql, playerId)])
  return {
    level: known.player.level,
    paid_deposits: known.player.deposits,
    invitations: known.player.segments,
    popups: await readPopupRows(sql, playerId),
    claims: claims.map(
      ({ id, offer, campaign, state, reason, version, entryId, given, madeAt, promisedAt, endedAt }) => ({
        id: String(id),
        offer,
        campaign,
        state,
        reason,
        version,
        deposit: entryId === null ? null : Number(entryId),
        given,
        made_at: madeAt.toISOString(),
        promised_at: promisedAt?.toISOString() ?? null,
        ended_at: endedAt?.toISOString() ?? null,
      }),
    ),
  }
}
