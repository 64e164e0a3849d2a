import { Refusal } from '@croupier/contract/refusals'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { openPopup } from '../../dialogs/dialogs.ts'
import { DialogActions, DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { openFillProfile } from '../account/account.tsx'
import { AskedFor } from './asked-for.tsx'
import { useCheckFailure } from './check-failure.ts'
import ProviderFrame from './provider-frame.tsx'
import { fieldsOf } from './rules.ts'

type Props = {
  actionId?: string
  /** The account had lacked some lines and has them now: it begins anew. */
  onFilled: () => void
}

/** What will be asked, before anything is; then the provider's own pages. */
export default function VerificationDialog({ actionId, onFilled }: Props) {
  const t = useTranslations('verification')
  const failureText = useCheckFailure()
  const { close } = useDialog()
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  const fill = async (fields: string[]) => {
    if (await openFillProfile({ fields, queue: 'replace' })) onFilled()
  }
  const start = async () => {
    if (isBusy) return
    setBusy(true)
    setFailed(null)
    try {
      if (!actionId) await call('sumsub.createApplicant', {})
      const { url } = await call('sumsub.getAccessToken', { externalActionId: actionId })
      openPopup({
        name: 'verification',
        title: t('title'),
        size: 'large',
        content: <ProviderFrame url={url} />,
        queue: 'replace',
      })
    } catch (error) {
      if (Refusal.is(error) && error.type === 'UserNeedProfileData') return void fill(fieldsOf(error.data))
      setFailed(failureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <DialogBody>
      <DialogTitle>{t('dialog.title')}</DialogTitle>
      <p>{t('dialog.text')}</p>
      <AskedFor />
      {failed && <Notice kind="error">{failed}</Notice>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('dialog.later')}
        </Button>
        <Button size="l" kind="primary" busy={isBusy} onClick={start}>
          {t('dialog.start')}
        </Button>
      </DialogActions>
    </DialogBody>
  )
}
