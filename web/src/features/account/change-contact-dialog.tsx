import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { ContactCode } from './contact-code.tsx'
import type { Sent } from './contact-form.tsx'
import type { ContactType } from './contacts.ts'
import { EmailForm } from './email-form.tsx'
import { PhoneForm } from './phone-form.tsx'

/** A new e-mail address or phone number, then its code. */
export default function ChangeContactDialog({ type, onDone }: { type: ContactType; onDone: () => void }) {
  const t = useTranslations('profile.dialogs')
  const [sent, setSent] = useState<Sent>()
  const isPhone = type === 'phone'
  if (sent)
    return (
      <DialogBody>
        <DialogTitle>{isPhone ? t('confirmPhone.title') : t('confirmEmail.title')}</DialogTitle>
        <ContactCode contact={sent.contact} sendsFirst={false} resendSeconds={sent.resendSeconds} onDone={onDone} />
        <Button kind="ghost" icon="arrow-left" onClick={() => setSent(undefined)}>
          {t('back')}
        </Button>
      </DialogBody>
    )
  return (
    <DialogBody>
      <DialogTitle>{isPhone ? t('changePhone.title') : t('changeEmail.title')}</DialogTitle>
      <p>{isPhone ? t('changePhone.text') : t('changeEmail.text')}</p>
      {isPhone ? <PhoneForm onSent={setSent} /> : <EmailForm onSent={setSent} />}
    </DialogBody>
  )
}
