import { useTranslations } from 'use-intl'
import { NotOpenYet, PageHead } from '../../site/coming-page.tsx'

export const handle = { title: 'pages.confirmed.title', isIndexed: false }

export default function Confirmed() {
  const t = useTranslations('pages.confirmed')
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <NotOpenYet icon="circle-check" text={t('notOpen')} />
    </>
  )
}
