import { isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { lockPlayers, readStanding, writeCurrency } from '../account/account.ts'
import { bonusHouse } from '../bonuses/bonuses.ts'
import { activePacks } from '../freespins/freespins.ts'
import { isCurrencyInUse } from '../limits/limits.ts'
import { balancesOf } from '../wallet/wallet.ts'

/** Stands here and not in account: limits, bonuses and free spins are amounts of the currency and say whether it can change. */
export const setCurrency: Operation<'account.setCurrency'> = async (
  { begin, announce, content, locale, player },
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
    const [locked] = await lockPlayers(tx, [player.id])
    const standing = await readStanding(tx, player.id)
    if (standing.currency === currency) return null
    const isHolding = (await balancesOf(tx, player.id)).some(
      (purse) => isOfAccount(purse.kind) && purse.currency !== currency && purse.balance > 0n,
    )
    const isFixed =
      standing.hasDeposited ||
      locked?.openBonusId != null ||
      isHolding ||
      (await isCurrencyInUse(tx, player.id)) ||
      (await isPromised(tx, player.id))
    if (isFixed) {
      throw new Refusal('InvalidParameter:CURRENCY_FIXED', {
        message: 'Money moved in it, a limit is set in it, or a bonus or free spins are in it',
      })
    }
    await writeCurrency(tx, player.id, currency)
    await announce(tx, 'currency.changed', { playerId: String(player.id), currency })
    await tellPlayer(tx, player.id, 'account')
    return null
  })
}

/**
 * What a gift or a free spin left counts for no limit, but it would be out of sight in another currency. Play money and
 * points have currencies of their own, whatever that of the account.
 */
const isOfAccount = (kind: string): boolean => kind !== 'fun' && kind !== 'points'

/** A bonus that waits for its turn, or spins that can be made: both have amounts in it. What was only offered ends with it. */
async function isPromised(tx: Tx, playerId: bigint): Promise<boolean> {
  const queued = await bonusHouse.list(tx, playerId, { status: 'queued', count: 1, offset: 0 })
  return queued.rows.length > 0 || (await activePacks(tx, [playerId])).length > 0
}
