import { useTranslations } from 'use-intl'

/** On a site that strangers can reach: nobody may take a sandbox for a house with real money and closed letters. */
export function SandboxStrip() {
  const t = useTranslations('shell')
  return (
    <p className="sandbox-strip" role="note">
      {t('sandbox')}
    </p>
  )
}
