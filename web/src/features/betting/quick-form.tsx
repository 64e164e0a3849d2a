import { type Currency, toWire } from '@croupier/contract/money'
import { minimumStake } from '@croupier/sportsbook/stated'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Switch } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { setQuick, useQuickBet } from './quick-store.ts'
import { useSign } from './slip-sign.ts'
import { stakeMinor } from './slip-sums.ts'

/** The stake of quick bets, typed by the player, and their switch. */
export function QuickForm({ uid, currency }: { uid: number; currency: Currency }) {
  const t = useTranslations('placing.quick')
  const tStake = useTranslations('slip.stake')
  const format = useFormat()
  const [isAsked, setAsked] = useState(false)
  const quick = useQuickBet(uid)
  const symbol = useSign(currency)
  const minor = stakeMinor(quick.stake, currency)
  const least = minimumStake(currency, 1)
  const isFit = minor !== null && minor >= least
  const sign = <span className="slip-sign">{symbol.text}</span>
  const fault =
    minor !== null && !isFit ? tStake('TOO_SMALL', { amount: format.money(toWire(least, currency)) }) : t('needs')
  return (
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
          onChange={({ target }) => setQuick({ uid, isOn: false, stake: target.value })}
        />
      </Field>
      <Switch
        checked={quick.isOn}
        onChange={({ target }) => {
          setAsked(true)
          if (!target.checked || isFit) setQuick({ uid, isOn: target.checked, stake: quick.stake })
        }}
      >
        {t('on')}
      </Switch>
    </>
  )
}
