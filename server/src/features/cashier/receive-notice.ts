import type { PaymentProvider } from '../../ports/payments.ts'
import { applyProviderUpdate, type UpdateContext } from './apply-provider-update.ts'
import { isNoticeKnown } from './notice-store.ts'
import type { Verdict } from './rules.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** One notice of a payment provider: what proves itself is heard, and what became of it is kept for the operator. */
export async function hearNotice(
  ctx: UpdateContext,
  provider: PaymentProvider,
  raw: Buffer,
  headers: Headers,
): Promise<Verdict | 'forged' | 'unreadable'> {
  const notice = await provider.readNotice(raw, headers)
  if (notice === 'forged' || notice === 'unreadable') return notice
  const { noticeId, ...update } = notice
  // Repeats are many and change nothing: they do not wait for the lock of a player.
  if (await isNoticeKnown(ctx.sql, provider.name, noticeId)) return 'repeated'
  return applyProviderUpdate(ctx, provider.name, update, noticeId)
}
