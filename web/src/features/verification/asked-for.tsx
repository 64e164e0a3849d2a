import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'

/** What the provider wants to see. */
export function AskedFor() {
  const t = useTranslations('verification.asked')
  return (
    <ul className="verify-rows">
      <li>
        <Icon name="credit-card" />
        {t('document')}
      </li>
      <li>
        <Icon name="user" />
        {t('selfie')}
      </li>
    </ul>
  )
}
