import { lazy, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { openPopup } from '../../dialogs/dialogs.ts'
import { useSend } from '../../forms/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useCheckFailure } from './check-failure.ts'

const ProviderFrame = lazy(() => import('./provider-frame.tsx'))

/** The way back to the provider's pages while a result is awaited: closed too early, they may still want something. */
export function ReturnButton() {
  const t = useTranslations('verification')
  const failureText = useCheckFailure()
  const { isBusy, send } = useSend()
  const [failed, setFailed] = useState<string | null>(null)
  const open = () =>
    send(async () => {
      setFailed(null)
      try {
        const { url } = await call('sumsub.getAccessToken', {})
        openPopup({ name: 'return', title: t('title'), size: 'large', content: <ProviderFrame url={url} /> })
      } catch (error) {
        setFailed(failureText(error))
      }
    })
  return (
    <>
      {failed && <Notice kind="error">{failed}</Notice>}
      <div>
        <Button size="l" busy={isBusy} onClick={open} aria-haspopup="dialog">
          {t('states.pending.button')}
        </Button>
      </div>
    </>
  )
}
