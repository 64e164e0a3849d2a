import { realityMinutes } from '@croupier/contract/control'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast-store.ts'

const choices = ['0', ...realityMinutes.map(String)]
/** Arrow keys walk through the choices; only where they stop is meant. */
const settleMs = 500

type Props = { minutes: number | null; isFrozen: boolean; onChange: () => void }

export function RealityCard({ minutes, isFrozen, onChange }: Props) {
  const t = useTranslations('control.realityCard')
  const words = useTranslations('control')
  const failureText = useFailureText()
  const saved = String(minutes ?? 0)
  const [chosen, setChosen] = useState(saved)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setChosen(saved), [saved])
  useEffect(() => () => clearTimeout(timer.current), [])

  const save = async (value: string) => {
    try {
      await call('account.setRealityCheck', { minutes: value })
      toast({
        id: 'reality',
        kind: 'success',
        title: value === '0' ? t('turnedOff') : t('turnedOn', { minutes: Number(value) }),
      })
      onChange()
    } catch (error) {
      const failure = readFailure(error)
      setChosen(saved)
      toast({
        id: 'reality',
        kind: 'error',
        title: t('failed'),
        text: failure.kind === 'fields' ? undefined : failureText(failure),
      })
    }
  }
  const choose = (value: string) => {
    setChosen(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(value), settleMs)
  }
  return (
    <Card id="reality" className="control-card">
      <header className="control-head">
        <Icon name="bell" />
        <h2>{t('title')}</h2>
      </header>
      <p className="muted">{t('text')}</p>
      {isFrozen ? (
        <p>{t('frozen')}</p>
      ) : (
        <Segmented
          label={t('label')}
          value={chosen}
          options={choices.map((value) => ({
            value,
            title: value === '0' ? t('off') : words('minutes', { minutes: value }),
          }))}
          onChange={choose}
        />
      )}
    </Card>
  )
}
