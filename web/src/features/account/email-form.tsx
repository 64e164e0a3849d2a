import { email as emailRule } from '@croupier/contract/fields/email'
import { withoutEmoji } from '@croupier/contract/fields/text'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReasonText } from '../../forms/reasons.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useFocusOnShow } from '../../ui/use-focus-on-show.ts'
import { ContactForm, type ContactReading, type Sent } from './contact-form.tsx'

export function EmailForm({ onSent }: { onSent: (sent: Sent) => void }) {
  const t = useTranslations('profile.dialogs')
  const reasonText = useReasonText()
  const [address, setAddress] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFocusOnShow(input)
  const read = (): ContactReading => {
    const reason = emailRule(address.trim())
    return reason ? { error: reasonText(reason, 'email') } : { contact: address.trim() }
  }
  return (
    <ContactForm type="email" read={read} onSent={onSent}>
      {(error, forget) => (
        <Field label={t('changeEmail.label')} error={error}>
          <Input
            ref={input}
            type="email"
            name="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            value={address}
            onChange={({ target }) => {
              forget()
              setAddress(withoutEmoji(target.value))
            }}
          />
        </Field>
      )}
    </ContactForm>
  )
}
