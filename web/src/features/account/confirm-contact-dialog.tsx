import { lazy, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogActions, DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { ContactCode } from './contact-code.tsx'
import { contactNamed, contactTypeOf, isContactType } from './contacts.ts'

const ChangeContact = lazy(() => import('./change-contact-dialog.tsx'))

type Props = { contact?: string; isSent?: boolean; resendSeconds?: number; onDone: () => void }

/** Between two codes to one contact. */
const pauseSeconds = 60

export default function ConfirmContactDialog({
  contact: asked,
  isSent = false,
  resendSeconds = pauseSeconds,
  onDone,
}: Props) {
  const t = useTranslations('profile.dialogs')
  const { account } = useShell()
  // Confirming it makes it vanish from what is unconfirmed, while the dialog is still leaving.
  const [contact] = useState(() => contactNamed(asked, account))
  if (!contact && isContactType(asked)) return <ChangeContact type={asked} onDone={onDone} />
  const title = contact && contactTypeOf(contact) === 'phone' ? t('confirmPhone.title') : t('confirmEmail.title')
  return (
    <DialogBody>
      <DialogTitle>{title}</DialogTitle>
      {contact ? (
        <ContactCode
          contact={contact}
          sendsFirst={!isSent}
          resendSeconds={isSent ? resendSeconds : 0}
          onDone={onDone}
        />
      ) : (
        <>
          <p>{t('confirmEmail.none')}</p>
          <DialogActions>
            <Button size="l" onClick={onDone}>
              {t('done')}
            </Button>
          </DialogActions>
        </>
      )}
    </DialogBody>
  )
}
