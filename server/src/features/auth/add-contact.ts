import { cleanText } from '@croupier/contract/fields/text'
import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { contacts, lockPlayer, noteEvent } from '../account/account.ts'
import { refuseEnded } from './sessions.ts'
import { stepUp } from './step-up.ts'

/** The answer is the same whether the contact is free or another player's: only its owner learns of it, by letter. */
export const addContact: Operation<'account.addcontact'> = async (ctx, input) => {
  const playerId = ctx.player.id
  const { forms } = await ctx.content.config(ctx.locale)
  const written = cleanText(input.contact.includes('@') ? 'email' : 'phone', input.contact, forms.preventEmoji)
  const contact = contacts.read(written, input.phone_country_code)
  if ('reason' in contact)
    throw wrongField('CONTACT_FORMAT', 'contact', 'This is no e-mail address and no phone number')
  const before = await contacts.of(ctx.sql, playerId, contact.type)
  if (before.isConfirmed && before.key === contact.key) {
    throw wrongField('CONTACT_CONFIRMED', 'contact', 'This contact is confirmed already')
  }
  // A new contact is a new way in, so a player who has shown one before is asked, and so is one who has no password.
  const { standing } = ctx.player
  const hasProven = standing.isEmailConfirmed || standing.isPhoneConfirmed
  if (hasProven || !standing.hasPassword) await stepUp(ctx, input.password ?? '')
  await ctx.attempts.count('account.contactSends', contacts.sends, contact.key)

  const sent = await ctx.begin(async (tx) => {
    await contacts.lock(tx, [contact.key])
    await lockPlayer(tx, playerId)
    await refuseEnded(tx, ctx.player.sessionId)
    // It may have been confirmed since it was looked at: then the password is asked for.
    const now = await contacts.of(tx, playerId, contact.type)
    if (now.isConfirmed && !hasProven && standing.hasPassword) {
      throw wrongField('PASSWORD_WRONG', 'password', 'This contact was confirmed meanwhile')
    }
    const issued = await contacts.sendCode(ctx, tx, playerId, contact)
    if (issued.kind === 'wait') return issued
    await contacts.claim(tx, ctx.keys.documentKey, playerId, contact)
    await noteEvent(tx, playerId, 'contactAdded', ctx.visitor)
    await tellPlayer(tx, playerId, 'account')
    return issued
  })
  if (sent.kind === 'wait') throw contacts.tooEarly(sent.resendSeconds)
  return { resend_time: sent.resendSeconds }
}
