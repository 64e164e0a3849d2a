import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { DialogActions, useDialog } from '../../dialogs/parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isFramable, isSubmitted } from './rules.ts'

/** The provider's own pages: in a frame when they are of our origin, else in a tab of their own. */
export default function ProviderFrame({ url }: { url: string }) {
  const t = useTranslations('verification')
  const { close } = useDialog()
  const { revalidate } = useRevalidator()
  const frame = useRef<HTMLIFrameElement>(null)
  const canFrame = isFramable(url, location.origin)

  const submitted = useEffectEvent(async () => {
    // The provider's own notice says the same a little later; who was faster does not matter.
    await call('account.setUserOnVerification', {}).catch(() => undefined)
    revalidate()
  })
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin === location.origin && source === frame.current?.contentWindow && isSubmitted(data)) submitted()
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [])
  // Whatever happened inside, the page below shows how it stands now.
  const renew = useEffectEvent(() => void revalidate())
  useEffect(() => () => renew(), [])
  return (
    <>
      {canFrame ? (
        <iframe ref={frame} className="verify-frame" src={url} title={t('frame.title')} />
      ) : (
        <>
          <p>{t('frame.outside')}</p>
          <a className="btn btn-l btn-ivory btn-full" href={url} target="_blank" rel="noopener noreferrer">
            <Icon name="external-link" />
            {t('frame.open')}
          </a>
        </>
      )}
      <p className="dim">{t('frame.note')}</p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('frame.close')}
        </Button>
      </DialogActions>
    </>
  )
}
