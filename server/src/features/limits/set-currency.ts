import { isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayer, readStanding, writeCurrency } from '../account/account.ts'
import { balancesOf } from '../wallet/wallet.ts'
import { isCurrencyInUse } from './store.ts'

/** Stands here and not in account, because limits are amounts of the currency: they know whether it can still change. */
export const setCurrency: Operation<'account.setCurrency'> = async (
  { begin, content, locale, player },
  { currency },
) => {
  const { site } = await content.config(locale)
  if (!isCurrency(currency) || !site.currencies.includes(currency)) {
    throw new Refusal('InvalidParameter:CURRENCY_UNKNOWN', {
      message: 'Not a currency of this site',
      fields: { currency: ['UNKNOWN_VALUE'] },
    })
  }
  return begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const standing = await readStanding(tx, player.id)
    if (standing.currency === currency) return null
    // What a gift or a free spin left counts for no limit, but it would be out of sight in another currency.
    const isHolding = (await balancesOf(tx, player.id)).some(
      (purse) => purse.kind !== 'fun' && purse.currency !== currency && purse.balance > 0n,
    )
    if (standing.hasDeposited || isHolding || (await isCurrencyInUse(tx, player.id))) {
      throw new Refusal('InvalidParameter:CURRENCY_FIXED', { message: 'Money moved in it, or a limit is set in it' })
    }
    await writeCurrency(tx, player.id, currency)
    await tellPlayer(tx, player.id, 'account')
    return null
  })
}
