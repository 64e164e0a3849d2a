import { useTranslations } from 'use-intl'
import { openAuth } from '../features/auth/auth.tsx'
import { Button } from '../ui/button.tsx'

export function GuestActions() {
  const t = useTranslations('shell')
  return (
    <>
      <Button kind="ghost" onClick={() => openAuth('authorization')}>
        {t('logIn')}
      </Button>
      <Button kind="primary" onClick={() => openAuth('registration')}>
        {t('join')}
      </Button>
    </>
  )
}
