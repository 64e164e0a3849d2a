import type { Context, Tx } from '../../context.ts'
import type { Standing } from '../../ports/standing.ts'
import { type LetterKind, type Letters, post } from '../mail/mail.ts'

type Reachable = Pick<Standing, 'login' | 'locale' | 'email' | 'isEmailConfirmed' | 'phone' | 'isPhoneConfirmed'>

export type ReachableBy = { channel: 'email' | 'sms'; to: string }

const isSame = (login: string, contact: string) =>
  login.replace(/^\+/, '').toLowerCase() === contact.replace(/^\+/, '').toLowerCase()

/** Where letters about safety go: a confirmed contact, or the one the account is named by; mail before SMS. */
export function confirmedContactOf({
  login,
  email,
  isEmailConfirmed,
  phone,
  isPhoneConfirmed,
}: Reachable): ReachableBy | null {
  if (email && (isEmailConfirmed || isSame(login, email))) return { channel: 'email', to: email }
  if (phone && (isPhoneConfirmed || isSame(login, phone))) return { channel: 'sms', to: phone }
  return null
}

/** A player who cannot be reached has nothing to be told by. */
export async function postToPlayer<K extends LetterKind>(
  ctx: Pick<Context, 'announce' | 'i18n' | 'content' | 'config'>,
  tx: Tx,
  player: Reachable,
  kind: K,
  params: Letters[K],
): Promise<void> {
  const contact = confirmedContactOf(player)
  if (contact) await post(ctx, tx, { ...contact, kind, locale: player.locale, params })
}
