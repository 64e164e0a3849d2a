import { email, emailKey, emailText } from '@croupier/contract/fields/email'
import { Refusal } from '@croupier/contract/refusals'
import { feedbackContactReason, tidyFeedback } from '@croupier/contract/support'
import type { Context, Operation, Tx } from '../../context.ts'
import { post } from '../mail/mail.ts'
import { addFeedback, type NewFeedback } from './store.ts'

/** However many browsers one has: so many a day, and so many letters of ours to one address that was only typed in. */
const perDay = { points: 10, seconds: 24 * 3600 }

export const sendFeedback: Operation<'Support.sendFeedback'> = async (ctx, input) => {
  const { player, locale } = ctx
  const own = player?.standing.email ?? null
  const wrong = feedbackContactReason(input.contact, own !== null)
  if (wrong) throw new Refusal('InvalidParameter', { message: 'No address to answer to', fields: { contact: [wrong] } })
  const contact = own ?? emailText(input.contact)
  if (player) await ctx.attempts.count('feedback', perDay, `player:${player.id}`)
  if (own === null) await ctx.attempts.count('feedback', perDay, `contact:${emailKey(contact)}`)
  const playerId = player?.id ?? null
  const feedback = { playerId, topic: input.topic, text: tidyFeedback(input.text), contact, locale }
  await ctx.begin(async (tx) => {
    const id = await addFeedback(tx, feedback)
    if (id === null) return
    await tellSupport(ctx, tx, id, feedback)
    await tellWriter(ctx, tx, id, feedback)
  })
  return null
}

/** The row is what counts; where content names no address of support, the operator reads it from the list. */
async function tellSupport(
  ctx: Context,
  tx: Tx,
  id: bigint,
  { topic, text, contact, playerId }: NewFeedback,
): Promise<void> {
  const { defaultLocale } = await ctx.i18n.locales()
  const { supportEmail } = (await ctx.content.config(defaultLocale)).site
  if (email(supportEmail) !== null) return
  const writer = playerId === null ? 'guest' : String(playerId)
  await post(ctx, tx, {
    channel: 'email',
    to: emailText(supportEmail),
    kind: 'feedback',
    locale: defaultLocale,
    params: { number: String(id), topic, contact, writer, quote: text },
    headers: { 'Reply-To': contact },
  })
}

/** An address that was only typed in may be a stranger's: it gets a receipt, and none of the words. */
async function tellWriter(ctx: Context, tx: Tx, id: bigint, { topic, text, contact, locale }: NewFeedback) {
  const number = String(id)
  const { email: own, isEmailConfirmed } = ctx.player?.standing ?? { email: null, isEmailConfirmed: false }
  const to = { channel: 'email', to: contact, locale } as const
  if (own === contact && isEmailConfirmed)
    await post(ctx, tx, { ...to, kind: 'feedbackCopy', params: { number, topic, quote: text } })
  else await post(ctx, tx, { ...to, kind: 'feedbackReceived', params: { number } })
}
