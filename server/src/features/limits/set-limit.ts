import type { LimitKind } from '@croupier/contract/control'
import { type Currency, currencyOf, fromDecimal } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { lockPlayer, noteEvent, readStanding } from '../account/account.ts'
import { effectOf, isReady } from './rules.ts'
import { writeSign } from './sign-store.ts'
import * as store from './store.ts'

const mostMinor = 2n ** 63n - 1n

/** Null lifts the limit. Zero is an amount: nothing at all. */
function readAmount(text: string, { kind, periodDays }: { kind: LimitKind; periodDays: number }, currency: Currency) {
  if (text === '') return null
  const amount = kind === 'session' ? readMinutes(text, periodDays) : fromDecimal(text, currency)
  if (amount === null || amount > mostMinor) {
    throw new Refusal('InvalidParameter:AMOUNT_INVALID', {
      message: 'Not an amount of this currency, or not a number of minutes in this period',
      fields: { amount: ['FORMAT'] },
    })
  }
  return amount
}

function readMinutes(text: string, periodDays: number): bigint | null {
  const minutes = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return minutes >= 1 && minutes <= periodDays * 1440 ? BigInt(minutes) : null
}

export const setLimit: Operation<'account.setLimit'> = ({ begin, player, visitor }, { kind, period, amount: text }) =>
  begin(async (tx) => {
    await lockPlayer(tx, player.id)
    // Read after the lock: the currency may have changed a moment ago.
    const currency = currencyOf(await readStanding(tx, player.id))
    const place = { playerId: player.id, kind, periodDays: period }
    const amount = readAmount(text, place, currency)
    const limits = await store.readLimits(tx, player.id)
    const current = limits.find((limit) => limit.kind === kind && limit.periodDays === period)?.amount ?? null
    const effect = effectOf(current, amount)
    if (effect === null) throw new Refusal('InvalidParameter:LIMIT_UNKNOWN', { message: 'There is no such limit' })
    await store.closeOlderChanges(tx, place)
    if (effect === 'holds' && amount !== null) {
      await store.writeLimit(tx, { ...place, amount })
      await noteEvent(tx, player.id, 'limitChanged', visitor)
      return { is_pending: false, ready_at: null }
    }
    await writeSign(tx, player.id, 'raise')
    const { readyAt } = await store.addChange(tx, { ...place, amount })
    return { is_pending: true, ready_at: readyAt.toISOString() }
  })

const unknownChange = () => new Refusal('InvalidParameter:CHANGE_UNKNOWN', { message: 'No such change waits' })

export const confirmLimit: Operation<'account.confirmLimit'> = ({ begin, player, visitor }, { id }) =>
  begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const change = await store.readChange(tx, player.id, BigInt(id))
    if (!change) throw unknownChange()
    if (!isReady(change, change.now)) {
      throw new Refusal('InvalidParameter:CHANGE_NOT_READY', {
        message: 'The wait is not over',
        data: { ready_at: change.readyAt.toISOString() },
      })
    }
    const place = { playerId: player.id, kind: change.kind, periodDays: change.periodDays }
    if (change.amount === null) await store.removeLimit(tx, place)
    else await store.writeLimit(tx, { ...place, amount: change.amount })
    await store.closeChange(tx, change.id, 'confirmed')
    await noteEvent(tx, player.id, 'limitChanged', visitor)
    return null
  })

export const cancelLimit: Operation<'account.cancelLimit'> = ({ begin, player }, { id }) =>
  begin(async (tx) => {
    await lockPlayer(tx, player.id)
    const change = await store.readChange(tx, player.id, BigInt(id))
    if (!change) throw unknownChange()
    await store.closeChange(tx, change.id, 'cancelled')
    return null
  })
