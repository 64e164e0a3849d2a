import { lazy } from 'react'
import { openPopup } from '../../dialogs/dialogs.ts'

export { ControlAside } from './control-aside.tsx'
export { ControlPage } from './control-page.tsx'

const DepositLimit = lazy(() => import('./deposit-limit-dialog.tsx'))

/** Asks for a deposit limit; tells at its end whether one was set. */
export function openDepositLimit(currency: string): Promise<boolean> {
  return new Promise((answer) => {
    let isSet = false
    const done = () => {
      isSet = true
    }
    openPopup({
      name: 'deposit-limit',
      content: <DepositLimit currency={currency} onDone={done} />,
      onClosed: () => answer(isSet),
    })
  })
}
