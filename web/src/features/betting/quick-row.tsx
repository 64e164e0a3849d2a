import { isCurrency, toWire } from '@croupier/contract/money'
import { minimumStake } from '@croupier/sportsbook/stated'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useShell } from '../../shell.ts'
import { Switch } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Input } from '../../ui/input.tsx'
import { setQuick, useQuickBet } from './quick-store.ts'
import { useSign } from './slip-sign.ts'
import { stakeMinor } from './slip-sums.ts'

/** Bets with one tap: off until the player types a stake and switches it on. */
export function QuickRow() {
  const t = useTranslations('placing.quick')
  const tStake = useTranslations('slip.stake')
  const format = useFormat()
  const { account } = useShell()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const quick = useQuickBet(account?.uid ?? null)
  const currency = account && isCurrency(account.currency) ? account.currency : 'EUR'
  const symbol = useSign(currency)
  if (!account || account.is_payout_only) return null
  const minor = stakeMinor(quick.stake, currency)
  const least = minimumStake(currency, 1)
  const isFit = minor !== null && minor >= least
  const sign = <span className="slip-sign">{symbol.text}</span>
  const fault =
    minor !== null && !isFit ? tStake('TOO_SMALL', { amount: format.money(toWire(least, currency)) }) : t('needs')
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
          <>
            <p className="slip-fine">{t('text')}</p>
            <Field label={t('stake')} error={isAsked && !isFit ? fault : undefined}>
              <Input
                className="slip-well"
                inputMode="decimal"
                autoComplete="off"
                maxLength={40}
                value={quick.stake}
                start={symbol.isFirst && sign}
                end={!symbol.isFirst && sign}
                // Another sum is another agreement.
                onChange={({ target }) => setQuick({ uid: account.uid, isOn: false, stake: target.value })}
              />
            </Field>
            <Switch
              checked={quick.isOn}
              onChange={({ target }) => {
                setAsked(true)
                if (!target.checked || isFit) setQuick({ uid: account.uid, isOn: target.checked, stake: quick.stake })
              }}
            >
              {t('on')}
            </Switch>
          </>
        )}
      </div>
    </div>
  )
}
