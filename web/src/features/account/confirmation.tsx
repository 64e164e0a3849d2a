import { useTranslations } from 'use-intl'
import { NotOpenYet, PageHead } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.confirmation.title', isIndexed: false }

export default function Confirmation() {
  const t = useTranslations('pages.confirmation')
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <NotOpenYet icon="mail" text={t('notOpen')} />
    </>
  )
}
