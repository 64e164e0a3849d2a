import type { DepositAction, DepositMethod, Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { pagePath } from '@croupier/contract/safe-path'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../api.ts'
import { useIntentKey } from '../../forms/intent-key.ts'
import { kept } from '../../session/browser-storage.ts'
import { backUrlNote } from '../auth/auth.tsx'
import { payUrl } from './deposit-rules.ts'
import type { Awaited } from './qr-panel.tsx'

type DepositRequest = {
  amount: string
  currency: string
  campaign_offer_id: string
  requisites?: Record<string, string>
  requisite_id?: number
}

/** Begins a deposit and goes where the method wants the player: away, to a window, to a phone, or to a code. */
export function useMakeDeposit(onQr: (awaited: Awaited) => void) {
  const keyed = useIntentKey()
  const navigate = useNavigate()
  const [query] = useSearchParams()

  return async (method: DepositMethod, request: DepositRequest): Promise<void> => {
    // Of this address, or of the one with which the visit began.
    const back = pagePath(query.get('backUrl')) ?? pagePath(kept(backUrlNote, 'sessionStorage'))
    const body = { method_id: method.id, ...request, back_url: back ?? undefined }
    // A window may be opened only while the press is fresh, so it waits empty for its address.
    const room = method.action === 'new_window' ? window.open('', '_blank') : null
    try {
      const { transaction, action } = await keyed(body, (key) => call('cashier.makedeposit', { ...body, key }))
      await follow(transaction, action, room)
    } catch (error) {
      room?.close()
      throw error
    }
  }

  async function follow(transaction: Transaction, action: DepositAction | null, room: Window | null) {
    const id = String(transaction.id)
    const url = action && payUrl(action.url, location.href)
    if (action?.kind !== 'new_window') room?.close()
    if (action?.kind === 'qr') return onQr({ id: transaction.id, transaction, action })
    if (action?.kind === 'mobile') return void navigate(paths.payMobile(id))
    if (action?.kind === 'new_window' && url) {
      if (room) {
        // The provider's page must not be able to move ours.
        room.opener = null
        room.location.replace(url)
      }
      return void navigate(paths.payNewWindow(id))
    }
    if (action?.kind === 'form' && url) {
      submitForm(url, action.fields ?? {})
      return leaving()
    }
    if (action?.kind === 'redirect' && url) {
      location.assign(url)
      return leaving()
    }
    // Nothing more to do here: it is paid, refused, or not known yet. The page of it tells.
    navigate(paths.payPending(id))
  }
}

const mostLeavingMs = 10_000

/** The button stays busy until the page is gone; a page that comes back out of the browser's memory can be used again. */
const leaving = () =>
  new Promise<void>((done) => {
    window.addEventListener('pageshow', () => done(), { once: true })
    setTimeout(done, mostLeavingMs)
  })

/** A real form, as if the player had filled it in. */
export function submitForm(url: string, fields: Readonly<Record<string, string>>) {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
