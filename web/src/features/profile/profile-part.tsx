import { useTranslations } from 'use-intl'
import { NotOpenYet } from '../../site/coming-page.tsx'
import type { IconName } from '../../ui/icon-names.ts'

/** Messages `profile.{name}.title` and `.notOpen`. */
export function ProfilePart({ name, icon }: { name: string; icon: IconName }) {
  const t = useTranslations(`profile.${name}`)
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <NotOpenYet icon={icon} text={t('notOpen')} />
    </>
  )
}
