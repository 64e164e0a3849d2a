import type { Context, Tx } from '../../context.ts'
import { type NewPlayer, subscriptions } from '../account/account.ts'
import { post } from '../mail/mail.ts'

/** In the transaction that opens the account, by whatever way: the first mailing to a player who wished for them, and the news. */
export async function tellRegistered(
  ctx: Pick<Context, 'announce' | 'i18n' | 'content' | 'config' | 'keys'>,
  tx: Tx,
  playerId: bigint,
  { email, isSubscribed, locale }: NewPlayer,
  { visit, params }: { visit: string; params: Record<string, string> },
): Promise<void> {
  if (email && isSubscribed) {
    const link = await subscriptions.link(ctx, locale, { playerId, type: 'email' })
    await post(ctx, tx, {
      channel: 'email',
      to: email.value,
      kind: 'welcome',
      locale,
      params: { unsubscribeLink: link },
    })
  }
  await ctx.announce(tx, 'player.registered', { playerId: String(playerId), visit, params })
}
