import type { RouterContextProvider } from 'react-router'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'

export const limitAskedNote = 'deposit_limit_asked'

/** What both deposit pages stand on. */
export async function loadDeposit(context: Readonly<RouterContextProvider>) {
  const { call, report } = context.get(bootContext)
  // What only makes the page nicer may fail without it.
  const orNull = <T>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((fault: unknown) => {
      report(fault)
      return null
    })
  const [settings, latest, unfinished, offers, bonuses] = await Promise.all([
    serverCall(context)('cashier.getdepositsettings', {}),
    orNull(call('cashier.gethistory', { type: 'deposit', count: 1 })),
    orNull(call('cashier.gethistory', { type: 'deposit', statuses: 'created,pending', count: 1 })),
    orNull(call('campaigns.getoffers', { action: 'deposit', count: 50 })),
    // The open one comes first.
    orNull(call('bonuses.get', { count: 1 })),
  ])
  // A limit that leaves nothing says when it will.
  const isUsedUp = settings.blocked_by?.type === 'BillingDepositLimitExceeded'
  const room = isUsedUp ? await orNull(call('account.getDepositLimit', {})) : null
  const asked = settings.should_ask_limit ? await orNull(call('storage.get', { keys: limitAskedNote })) : null
  return {
    settings,
    opensAt: room?.expired_at ?? null,
    lastMethod: latest?.items[0]?.method ?? null,
    unfinished: unfinished?.items[0] ?? null,
    /** None where nothing may be offered. */
    offers: offers?.items ?? [],
    openBonus: bonuses?.items.find(({ status }) => status === 'active' || status === 'paused') ?? null,
    /** Before the first deposit, once in a life. */
    asksLimit: settings.should_ask_limit && !asked?.[limitAskedNote],
  }
}

export type DepositData = Awaited<ReturnType<typeof loadDeposit>>
