import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { FormValues } from '../../forms/profile-field.tsx'
import { keep } from '../../session/browser-storage.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { betTypeNote } from './where-next.ts'

/** Casino or sports: kept for the visit, until a registration uses it up. */
export function CameFor({ control }: { control: Control<FormValues> }) {
  const t = useTranslations('popups.auth.registration')
  const { field } = useController({ control, name: 'is_betting' })
  const change = (value: string) => {
    keep(betTypeNote, value)
    field.onChange(value)
  }
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {t('cameFor')}
      </span>
      <Segmented
        label={t('cameFor')}
        value={field.value ?? '0'}
        onChange={change}
        options={[
          { value: '0', title: t('casino'), icon: 'cherry' },
          { value: '1', title: t('sports'), icon: 'volleyball' },
        ]}
      />
    </div>
  )
}
