import { isCurrency, toWire } from '@croupier/contract/money'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { useQuickBet } from './quick-store.ts'
import { stakeMinor } from './slip-sums.ts'

/** Few players open it. */
const QuickForm = lazy(() => import('./quick-form.tsx').then((module) => ({ default: module.QuickForm })))

/** Bets with one tap: off until the player types a stake and switches it on. */
export function QuickRow() {
  const t = useTranslations('placing.quick')
  const format = useFormat()
  const { account } = useShell()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const quick = useQuickBet(account?.uid ?? null)
  if (!account || account.is_payout_only) return null
  const currency = isCurrency(account.currency) ? account.currency : 'EUR'
  const minor = stakeMinor(quick.stake, currency)
  return (
    <div className="slip-policy slip-quick">
      <button
        type="button"
        className="slip-row"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen)
          // What a tap does then is there before the switch is found.
          void import('./quick-bets.tsx')
        }}
      >
        <Icon name="zap" />
        {t('label')}
        <b className="num">{quick.isOn && minor !== null ? format.money(toWire(minor, currency)) : t('off')}</b>
        <Icon name="chevron-down" />
      </button>
      <div id={id} hidden={!isOpen} className="slip-quick-form">
        {isOpen && (
          <Suspense>
            <QuickForm uid={account.uid} currency={currency} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
