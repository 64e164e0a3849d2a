import { type Currency, isCurrency, toWire } from '@croupier/contract/money'
import type { Operation, SessionPlayer } from '../../context.ts'
import { type PlayerPurse, readPurses } from '../wallet/wallet.ts'
import { isKycBlocking } from './rules.ts'

const contact = (value: string | null, confirmed: boolean) => (value ? { value, confirmed } : null)

/** What every page shows; `purses` is what a look-up told of them. */
export function wireBalances({ currency, purses }: { currency: string; purses: string | null }) {
  if (!isCurrency(currency)) throw new Error('a player has an unknown currency')
  const found = readPurses(purses)
  const inPurse = (kind: PlayerPurse, unit: Currency) =>
    toWire(found.find((purse) => purse.kind === kind && purse.currency === unit)?.balance ?? 0n, unit)
  return {
    balance_main: inPurse('main', currency),
    balance_bonus: inPurse('bonus', currency),
    balance_betting_bonus: inPurse('betting_bonus', currency),
    balance_fun: inPurse('fun', 'FUN'),
    balance_held: inPurse('withdrawal_hold', currency),
    balance_version: found.reduce((sum, { seq }) => sum + seq, 0),
  }
}

const balancesOf = ({ standing, purses }: SessionPlayer) => wireBalances({ currency: standing.currency, purses })

export const getBalance: Operation<'account.getBalance'> = async ({ player }) => balancesOf(player)

export const getInfo: Operation<'account.getInfo'> = async ({ player, config }) => {
  const { standing } = player
  return {
    uid: Number(standing.playerId),
    reg_time: standing.regTime.toISOString(),
    login: standing.login,
    fakename: standing.fakename,
    is_subscribed: standing.isEmailSubscribed || standing.isPhoneSubscribed,
    currency: standing.currency,
    ...balancesOf(player),
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
