import { readDate } from '@croupier/contract/fields/date'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { asWritten, dateMask } from './day-text.ts'
import { MaskedInput } from './masked-input.tsx'

/** A day in the site's own form, whatever the browser thinks of dates. A form finds it under its name as `2026-11-17`. */
export function DayInput({ name, day = '' }: { name: string; day?: string }) {
  const t = useTranslations('fields')
  const [text, setText] = useState(asWritten(day))
  return (
    <>
      <MaskedInput
        mask={dateMask}
        value={text}
        onText={setText}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('datePlaceholder')}
      />
      <input type="hidden" name={name} value={readDate(text) ?? ''} />
    </>
  )
}
