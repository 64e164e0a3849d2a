import { isCurrency, toWire } from '@croupier/contract/money'
import type { Operation } from '../../context.ts'
import { readPlayer } from './store.ts'

// Contacts cannot be confirmed yet, so none is.
const contact = (value: string | null) => (value ? { value, confirmed: false } : null)

export const getInfo: Operation<'account.getInfo'> = async ({ sql, player }) => {
  const row = await readPlayer(sql, player.id)
  if (!isCurrency(row.currency)) throw new Error(`player ${row.id} has an unknown currency`)
  const nothing = toWire(0n, row.currency)
  return {
    uid: Number(row.id),
    reg_time: row.reg_time.toISOString(),
    login: row.login,
    fakename: row.fakename,
    is_subscribed: false,
    // Purses come with the wallet; until then every balance is honestly zero.
    balance_main: nothing,
    balance_bonus: nothing,
    balance_betting_bonus: nothing,
    balance_fun: toWire(0n, 'FUN'),
    is_on_verification: false,
    is_verified: false,
    is_kyc_block_enabled: false,
    is_registration_completed: row.is_registration_completed,
    country_code: row.country_code,
    locale: row.locale,
    two_factor_auth: false,
    contacts: { email: contact(row.email), phone: contact(row.phone) },
  }
}
