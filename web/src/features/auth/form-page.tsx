import { useTranslations } from 'use-intl'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { AuthView } from './auth.tsx'

/** The auth form alone, for the frame of another site. */
export function FormPage({ view }: { view: AuthView }) {
  const t = useTranslations('popups.auth')
  return (
    <Card className="grid gap-4">
      <h1 className="h2">{t(`${view}.title`)}</h1>
      <Notice>{t('notOpen')}</Notice>
    </Card>
  )
}
