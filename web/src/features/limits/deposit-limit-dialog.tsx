import { limitPeriods } from '@croupier/contract/control'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { LimitForm } from './limit-form.tsx'
import { useLimitWords } from './words.ts'

const week = '7'

/** The first deposit limit of a player, for a period of choice. */
export default function DepositLimitDialog({ currency, onDone }: { currency: string; onDone: () => void }) {
  const t = useTranslations('control')
  const words = useLimitWords()
  const [period, setPeriod] = useState(week)
  return (
    <DialogBody>
      <DialogTitle>{t('kinds.deposit.title')}</DialogTitle>
      <p>{t('kinds.deposit.text')}</p>
      <Segmented
        label={t('form.periodLabel')}
        value={period}
        onChange={setPeriod}
        options={limitPeriods.map((days) => ({ value: String(days), title: words.period(days) }))}
      />
      <LimitForm kind="deposit" period={Number(period)} limit={null} currency={currency} onChange={onDone} />
    </DialogBody>
  )
}
