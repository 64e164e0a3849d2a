import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { PasswordStep } from './password-step.tsx'

type Props = { text: ReactNode; act: (password: string) => Promise<void>; onDone: () => void }

export default function PasswordDialog({ text, act, onDone }: Props) {
  const t = useTranslations('profile.dialogs.password')
  const go = async (password: string) => {
    await act(password)
    onDone()
  }
  return (
    <DialogBody>
      <DialogTitle>{t('title')}</DialogTitle>
      <PasswordStep act={go} agree={t('agree')}>
        <p>{text}</p>
      </PasswordStep>
    </DialogBody>
  )
}
