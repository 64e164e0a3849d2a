import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { readContacts } from './contact-store.ts'
import { findOwn, sendContactCode, tooEarly } from './contacts.ts'
import { lockPlayer } from './lock-store.ts'
import { contactSends } from './rules.ts'

export const sendConfirmation: Operation<'account.sendconfirmationtocontact'> = async (ctx, input) => {
  const own = findOwn(await readContacts(ctx.sql, ctx.player.id), input.contact)
  if (!own) throw wrongField('CONTACT_UNKNOWN', 'contact', 'This is no contact of the player')
  if (own.state === 'confirmed') throw wrongField('CONTACT_CONFIRMED', 'contact', 'This contact is confirmed already')
  await ctx.attempts.count('account.contactSends', contactSends, own.key)
  const sent = await ctx.begin(async (tx) => {
    await lockPlayer(tx, ctx.player.id)
    return sendContactCode(ctx, tx, ctx.player.id, own)
  })
  if (sent.kind === 'wait') throw tooEarly(sent.resendSeconds)
  return { resend_time: sent.resendSeconds }
}
