import { repeatReason } from '@croupier/contract/fields/password'
import { Refusal } from '@croupier/contract/refusals'
import type { Context, Tx } from '../../context.ts'
import { isCommonPassword } from '../../passwords.ts'
import type { Standing } from '../../ports/standing.ts'
import { signInWays } from '../account/account.ts'
import { postToPlayer } from './letters.ts'
import { commonPassword } from './refusals.ts'
import { isOwnName } from './rules.ts'
import * as store from './store.ts'

/** The list of common passwords, and the names by which the account itself is known. */
export function refuseCommon(
  password: string,
  names: readonly (string | null | undefined)[],
  field = 'password',
): void {
  if (isCommonPassword(password) || isOwnName(password, names)) throw commonPassword(field)
}

export function refuseOtherRepeat(password: string, repeat: string | undefined): void {
  const reason = repeatReason(password, repeat)
  if (!reason) return
  throw new Refusal('InvalidParameter', { message: 'The repeat differs', fields: { repeat_password: [reason] } })
}

export const namesOf = ({ login, email, phone }: Pick<Standing, 'login' | 'email' | 'phone'>) => [login, email, phone]

/** Under the player's lock. The owner hears of it in any case. */
export async function replacePassword(
  ctx: Pick<Context, 'announce' | 'i18n' | 'content' | 'config'>,
  tx: Tx,
  standing: Standing,
  hash: string,
): Promise<void> {
  await store.writePassword(tx, standing.playerId, hash)
  await signInWays.setHasPassword(tx, standing.playerId, true)
  await postToPlayer(ctx, tx, standing, 'passwordChanged', {})
}
