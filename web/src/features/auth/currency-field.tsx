import { isCurrency, currencies as known } from '@croupier/contract/money'
import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { FormValues } from '../../forms/profile-field.tsx'
import { useReasonText } from '../../forms/reasons.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const nameOf = (code: string) =>
  isCurrency(code) && known[code].symbol !== code ? `${code}, ${known[code].symbol}` : code

export function CurrencyField({
  control,
  currencies,
}: {
  control: Control<FormValues>
  currencies: readonly string[]
}) {
  const t = useTranslations('fields')
  const reasonText = useReasonText()
  const { field, fieldState } = useController({ control, name: 'currency' })
  const reason = fieldState.error?.message
  return (
    <Field label={t('labels.currency')} error={reason && reasonText(reason, 'currency')}>
      <Select
        options={currencies.map((code) => ({ value: code, title: nameOf(code) }))}
        value={field.value ?? ''}
        ref={field.ref}
        onBlur={field.onBlur}
        onChange={field.onChange}
        placeholder={t('choose')}
      />
    </Field>
  )
}
