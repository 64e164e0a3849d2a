import { useTranslations } from 'use-intl'
import { useAuth } from './auth-view.ts'

/** The way from one form to the other. */
export function SwitchLine({ to }: { to: 'authorization' | 'registration' }) {
  const t = useTranslations('popups.auth')
  const { go } = useAuth()
  return (
    <p className="auth-switch">
      {t(`${to}.switchText`)}{' '}
      <button type="button" className="link" onClick={() => go({ view: to })}>
        {t(`${to}.switch`)}
      </button>
    </p>
  )
}
