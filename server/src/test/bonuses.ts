import { randomUUID } from 'node:crypto'
import type { Database } from '../db/db.ts'
import { begin } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { issueBonus, readBonus, takeBonus } from '../features/bonuses/bonuses.ts'
import { rulesOf } from '../features/jurisdiction/jurisdiction.ts'
import type { Announce } from '../happenings.ts'

/** Terms as content has them: thirty times the bonus, own money first. */
export const plainTerms = {
  mode: 'non_sticky',
  wagering: { basis: 'bonus', times: 30 },
  contributions: [
    { type: 'casino', percent: 10 },
    { type: 'live', percent: 10 },
    { type: 'fast', percent: 50 },
  ],
  min_balance: { EUR: '0.20', USD: '0.20', JPY: '20', USDT: '0.20' },
  days: 14,
}

const quietly: Announce = async () => undefined

type Given = { playerId: bigint; amount: bigint; terms?: Record<string, unknown>; currency?: string; key?: string }

/** A bonus that the player has said yes to: open, or in the queue. Answers its number. */
export const giveBonus = (
  db: Database,
  { playerId, amount, terms = {}, currency = 'EUR', key = randomUUID() }: Given,
): Promise<bigint> =>
  begin(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const grant = { playerId, source: 'operator', sourceKey: key, template: 'test', currency, amount } as const
    const issued = await issueBonus(tx, { ...grant, terms: { ...plainTerms, ...terms } })
    const bonus = issued && (await readBonus(tx, issued.id))
    if (!bonus) throw new Error('no bonus')
    await takeBonus(tx, bonus, { announce: quietly, isIsolationOn: false, law: rulesOf('default').promotions })
    return bonus.id
  })
