import type { Context, Tx } from '../../context.ts'
import { type NewPlayer, subscriptions } from '../account/account.ts'
import { post } from '../mail/mail.ts'

/**
 * In the transaction that opens the account, by whatever way: the first mailing to a player who wished for them, and the
 * news. The session of a fraud check is kept only where content has one.
 */
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
  const { seon_session, ...plain } = params
  const { isSeonEnabled } = (await ctx.content.config(locale)).site
  const told = isSeonEnabled ? params : plain
  await ctx.announce(tx, 'player.registered', { playerId: String(playerId), visit, params: told })
}
