import { randomUUID } from 'node:crypto'
import templates from '../content/site/collections/bonus-templates.json' with { type: 'json' }
import { lockPlayer } from '../server/src/features/account/account.ts'
import { issueBonus } from '../server/src/features/bonuses/bonuses.ts'
import type { Visit } from './browser.ts'
import { callApi } from './cashier-steps.ts'
import { inDatabase } from './new-player.ts'

type BonusOf = { playerId: bigint; amount: bigint; terms?: Record<string, unknown> }

/** The bonus of the demo house that journeys are given, with its name in English. */
export const [half] = templates.filter(({ sysname }) => sysname === 'welcome-half')

/** As the operator's grant: the player may take it, and nothing moves before. What the terms say beside the demo's. */
export const grantBonus = ({ playerId, amount, terms = {} }: BonusOf): Promise<string> =>
  inDatabase((sql) =>
    sql.transaction().execute(async (tx) => {
      await lockPlayer(tx, playerId)
      const issued = await issueBonus(tx, {
        playerId,
        source: 'operator',
        sourceKey: `operator:${randomUUID()}`,
        template: 'welcome-half',
        terms: { ...half?.terms, ...terms },
        currency: 'EUR',
        amount,
      })
      if (!issued) throw new Error('the bonus is not offered in this currency')
      return String(issued.id)
    }),
  )

/** A bonus that the player has taken: its money is in the purse. */
export async function openBonus(visitor: Visit, bonus: BonusOf): Promise<string> {
  const id = await grantBonus(bonus)
  const { data } = await callApi(visitor, 'bonuses.activate', { bonus_id: id })
  if (data?.status !== 'active') throw new Error('the bonus did not open')
  return id
}
