import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { IconName } from '../../ui/icon-names.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useAuth } from './auth-view.ts'
import { AuthTitle, SwitchLine } from './parts.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { guessCountry, offeredTypes, type RegistrationType } from './registration-types.ts'
import { SocialJoin } from './social-join.tsx'

const icons: Record<RegistrationType, IconName> = { fast: 'zap', form: 'user', social: 'users' }

/** Ways to open an account: as many as content offers, in its order. Tabs only where there is a choice. */
export function RegistrationView() {
  const t = useTranslations('popups.auth')
  const { config, isPage, draft } = useAuth()
  const types = offeredTypes(config)
  const kept = types.find(({ type }) => type === draft.current?.type)
  const [type, setType] = useState<RegistrationType>(kept?.type ?? types[0]?.type ?? 'form')
  // Whoever walks through the tabs keeps the focus there.
  const hasChosen = useRef(false)
  const choose = (next: RegistrationType) => {
    hasChosen.current = true
    draft.current = { ...draft.current, type: next }
    setType(next)
  }
  return (
    <div className="auth-form">
      <div className="auth-head">
        <AuthTitle isPage={isPage}>{t('registration.title')}</AuthTitle>
        <SwitchLine to="authorization" />
      </div>
      {types.length > 1 && (
        <Segmented
          label={t('registration.types')}
          value={type}
          onChange={choose}
          options={types.map((each) => ({
            value: each.type,
            title: each.label || t(`registration.${each.type}`),
            icon: icons[each.type],
          }))}
        />
      )}
      {type === 'social' ? (
        <SocialJoin />
      ) : (
        <RegistrationForm
          type={type}
          takesFocus={!hasChosen.current}
          country={draft.current?.country_code ?? guessCountry(navigator.languages, config.site.countries)}
        />
      )}
    </div>
  )
}
