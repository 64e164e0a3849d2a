import { isCurrency, toWire } from '@croupier/contract/money'
import type { Operation } from '../../context.ts'
import { isKycBlocking } from './rules.ts'

const contact = (value: string | null, confirmed: boolean) => (value ? { value, confirmed } : null)

function balancesIn(currency: string) {
  if (!isCurrency(currency)) throw new Error('a player has an unknown currency')
  const nothing = toWire(0n, currency)
  return {
    // Purses come with the wallet; until then every balance is honestly zero.
    balance_main: nothing,
    balance_bonus: nothing,
    balance_betting_bonus: nothing,
    balance_fun: toWire(0n, 'FUN'),
  }
}

export const getBalance: Operation<'account.getBalance'> = async ({ player }) => balancesIn(player.standing.currency)

export const getInfo: Operation<'account.getInfo'> = async ({ player, config }) => {
  const { standing } = player
  return {
    uid: Number(standing.playerId),
    reg_time: standing.regTime.toISOString(),
    login: standing.login,
    fakename: standing.fakename,
    is_subscribed: standing.isEmailSubscribed || standing.isPhoneSubscribed,
    currency: standing.currency,
    ...balancesIn(standing.currency),
    has_deposited: standing.hasDeposited,
    is_on_verification: standing.isOnVerification,
    is_verified: standing.isVerified,
    is_kyc_block_enabled: isKycBlocking(standing, config.jurisdiction),
    is_registration_completed: standing.isRegistrationCompleted,
    is_payout_only: player.isPayoutOnly,
    has_password: standing.hasPassword,
    country_code: standing.countryCode,
    locale: standing.locale,
    two_factor_auth: standing.twoFactorMethod !== null,
    contacts: {
      email: contact(standing.email, standing.isEmailConfirmed),
      phone: contact(standing.phone, standing.isPhoneConfirmed),
    },
  }
}
