import { useTranslations } from 'use-intl'
import { DialogBody, DialogTitle } from '../../dialogs/parts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'

export default function CampaignPreview({ name }: { name: string }) {
  const t = useTranslations('popups.preview')
  return (
    <DialogBody>
      <Tag>{t('tag')}</Tag>
      <DialogTitle>{t('title')}</DialogTitle>
      <code className="system-path">{name.slice(0, 100)}</code>
      <Notice>{t('notOpen')}</Notice>
    </DialogBody>
  )
}
