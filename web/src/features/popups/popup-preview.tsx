import type { WirePopup } from '@croupier/contract/methods/popups'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CampaignPopup } from './campaign-popup.tsx'

/** What an editor sees by the key of a record, also of one that is not live. */
export default function PopupPreview({ previewKey }: { previewKey: string }) {
  const t = useTranslations('popups')
  const { close } = useDialog()
  const [found, setFound] = useState<WirePopup | null | undefined>()
  useEffect(() => {
    let isGone = false
    call('popups.get', { preview: previewKey.slice(0, 80) })
      .catch(() => null)
      .then((popup) => isGone || setFound(popup))
    return () => {
      isGone = true
    }
  }, [previewKey])
  if (found) return <CampaignPopup popup={found} onRefuse={close} />
  return (
    <DialogBody>
      <DialogTitle>{t('preview.title')}</DialogTitle>
      {found === undefined ? (
        <Spinner label={t('preview.loading')} />
      ) : (
        <Notice kind="warning">{t('preview.unknown')}</Notice>
      )}
    </DialogBody>
  )
}
