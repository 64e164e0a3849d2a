import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { pagePath } from '@croupier/contract/safe-path'
import { data, type RouterContextProvider, redirect } from 'react-router'
import { bootContext } from '../../boot.ts'
import { numberOf } from './outcome-rules.ts'

type OutcomeLoaderArgs = {
  request: Request
  context: Readonly<RouterContextProvider>
  params: { transaction?: string }
}

/** The deposit that an address names, as it is stored. */
export async function loadOutcome({ request, context, params }: OutcomeLoaderArgs) {
  const { call, account, config } = context.get(bootContext)
  const query = new URL(request.url).searchParams
  const asked = params.transaction ?? query.get('transaction')
  if (!asked) return { asked: null, entry: null, balance: null, isFirst: false, back: null }
  const id = numberOf(asked)
  const entry = id === null ? null : await find(call('cashier.getdepositinfo', { id }))
  if (!entry) return { asked, entry: null, balance: null, isFirst: false, back: null }
  if (entry.type !== 'deposit') throw redirect(paths.receipt(entry.id))
  const isPaid = entry.status === 'paid'
  const [balance, paid] = await Promise.all([
    isPaid ? call('account.getBalance', {}).catch(() => null) : null,
    // Two-factor is offered once: after the first deposit.
    isPaid && config.site.features.twoFactor && account && !account.two_factor_auth
      ? call('cashier.gethistory', { type: 'deposit', statuses: 'paid', count: 2 }).catch(() => null)
      : null,
  ])
  return {
    asked,
    entry,
    balance: balance?.balance_main ?? null,
    isFirst: paid?.items.length === 1,
    back: pagePath(entry.back_url) ?? pagePath(query.get('backUrl')),
  }
}

/** One that is unknown, or another player's, is simply not there. */
async function find<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (!Refusal.is(error)) throw error
    if (error.type === 'InvalidParameter') return null
    throw data({ refusal: error.type }, { status: error.status })
  }
}

export type OutcomeData = Awaited<ReturnType<typeof loadOutcome>>
export type Entry = NonNullable<OutcomeData['entry']>
