import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { AuthView } from './auth.tsx'

/** The frame of the auth popup: a side banner and one of five views. Forms come with players. */
export default function AuthDialog({ view: first }: { view: AuthView }) {
  const t = useTranslations('popups.auth')
  const { auth } = useShell().config
  const [view, setView] = useState(first)
  const isBackLinked = view === 'restore' || view === 'twofa'
  const other = view === 'registration' ? 'authorization' : 'registration'
  return (
    <div className="auth">
      <div className="auth-banner on-art">
        {auth.banner && <Picture src={auth.banner} alt="" width={360} height={520} quality={80} eager />}
        <p className="auth-slogan">{t('slogan')}</p>
      </div>
      <DialogBody>
        {isBackLinked && (
          <Button kind="ghost" icon="arrow-left" onClick={() => setView('authorization')}>
            {t('back')}
          </Button>
        )}
        <DialogTitle>{t(`${view}.title`)}</DialogTitle>
        <Notice>{t('notOpen')}</Notice>
        <Button full size="l" onClick={() => setView(other)}>
          {t(`${other}.switch`)}
        </Button>
      </DialogBody>
    </div>
  )
}
