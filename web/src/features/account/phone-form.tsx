import { readPhone } from '@croupier/contract/fields/phone'
import type { PhoneOption } from '@croupier/contract/methods/account'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { PhoneInput } from '../../forms/phone-field.tsx'
import { useReasonText } from '../../forms/reasons.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFocusOnShow } from '../../ui/use-focus-on-show.ts'
import { ContactForm, type ContactReading, type Sent } from './contact-form.tsx'

export function PhoneForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const t = useTranslations('fields')
  const p = useTranslations('profile.settings')
  const { account } = useShell()
  const reasonText = useReasonText()
  const { phones, problem, load } = usePhones()
  const [number, setNumber] = useState({ digits: '', country: account?.country_code ?? '' })
  const input = useRef<HTMLInputElement>(null)
  useFocusOnShow(input, phones !== undefined)
  const option = phones?.find(({ country_code }) => country_code === number.country) ?? phones?.[0]
  const read = (): ContactReading => {
    if (!number.digits) return { error: reasonText('REQUIRED', 'phone') }
    const contact = readPhone(number.digits, option?.country_code)
    return contact ? { contact, country: option?.country_code } : { error: reasonText('PHONE', 'phone') }
  }
  if (problem)
    return (
      <>
        <Notice kind="error">{problem}</Notice>
        <Button icon="refresh-cw" onClick={load}>
          {p('retry')}
        </Button>
      </>
    )
  return (
    <ContactForm type="phone" read={read} onSent={onSent}>
      {(error, forget) => (
        <Field label={t('labels.phone')} error={error}>
          {phones ? (
            <PhoneInput
              ref={(element) => {
                input.current = element
              }}
              phones={phones}
              country={number.country}
              value={number.digits}
              onChange={(digits, country) => {
                forget()
                setNumber({ digits, country })
              }}
            />
          ) : (
            <Input disabled />
          )}
        </Field>
      )}
    </ContactForm>
  )
}

function usePhones() {
  const { problem, attempt } = useAttempt()
  const [phones, setPhones] = useState<readonly PhoneOption[]>()
  const load = () => attempt(async () => setPhones(await call('account.getContactPhoneSettings', {})))
  const first = useEffectEvent(load)
  useEffect(() => {
    first()
  }, [])
  return { phones, problem, load }
}
