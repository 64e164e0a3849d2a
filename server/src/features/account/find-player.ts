import type { Db } from '../../db/db.ts'
import { loginKey, looksLikePhone, phoneKeyOf } from './rules.ts'
import { findByKeys } from './store.ts'

/**
 * Whom a login names: by login, confirmed e-mail address or confirmed phone number; case and a leading plus do not
 * count. `by` says which of them it was. Banned and deleted players are found too: the caller decides what to say.
 */
export const findByLogin = async (db: Db, text: string) =>
  (await findByKeys(db, {
    loginKey: loginKey(text),
    phoneKey: looksLikePhone(text) ? phoneKeyOf(text) : null,
  })) ?? null

export type FoundPlayer = NonNullable<Awaited<ReturnType<typeof findByLogin>>>
