import { useTranslations } from 'use-intl'
import { CopyButton } from './copy-button.tsx'

type Props = { qr: string | null; secret: string | null; uri: string | null }

/** What an authenticator app needs: the picture for another device, the key for this one. */
export function AppSecret({ qr, secret, uri }: Props) {
  const t = useTranslations('profile.dialogs.twoFactor')
  return (
    <>
      <p>{t('scan')}</p>
      {qr && (
        <img
          className="qr"
          // A picture, not markup: whatever is in it cannot run.
          src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
          alt={t('qr')}
          width={192}
          height={192}
        />
      )}
      {secret && (
        <div className="secret">
          <span className="dim">{t('secret')}</span>
          <div className="row">
            <code dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={secret} label={t('copy')} done={t('copied')} />
          </div>
        </div>
      )}
      {uri && (
        <a className="link" href={uri}>
          {t('openApp')}
        </a>
      )}
    </>
  )
}
