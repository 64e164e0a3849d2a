import { currencyOf, toWire, writeMoney } from '@croupier/contract/money'
import type { JobContext, Tx } from '../../context.ts'
import { addNotice, readStanding } from '../account/account.ts'
import { post } from '../mail/mail.ts'
import type { Entry } from './store.ts'

export type NotifyContext = Pick<JobContext, 'announce' | 'i18n' | 'content' | 'config'>

/** Told where the player is next: on the site, and by the contact that is confirmed. */
const notify =
  (kind: 'payoutPaid' | 'payoutDeclined' | 'payoutAccepted') => async (ctx: NotifyContext, tx: Tx, entry: Entry) => {
    const { playerId } = entry
    const params = { amount: writeMoney(toWire(entry.amount, currencyOf(entry))) }
    await addNotice(tx, playerId, kind, params)
    const { email, isEmailConfirmed, phone, isPhoneConfirmed, locale } = await readStanding(tx, playerId)
    if (email && isEmailConfirmed) await post(ctx, tx, { channel: 'email', to: email, kind, locale, params })
    else if (phone && isPhoneConfirmed) await post(ctx, tx, { channel: 'sms', to: phone, kind, locale, params })
  }

export const notifyPaid = notify('payoutPaid')
export const notifyDeclined = notify('payoutDeclined')
/** Where it goes was accepted, so it goes on. */
export const notifyAccepted = notify('payoutAccepted')
