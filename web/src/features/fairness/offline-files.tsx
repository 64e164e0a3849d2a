import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { FairSection } from './fair-section.tsx'

/** For whoever wants to check without us: the verifier as a file, and rounds with known outcomes to test one's own with. */
export function OfflineFiles() {
  const t = useTranslations('fairness.offline')
  return (
    <FairSection id="offline" title={t('title')} text={t('text')}>
      <div className="verify-acts">
        <a className="btn" href={verifier} download>
          <Icon name="download" />
          {t('verifier')}
        </a>
        <a className="btn" href={vectors} download>
          <Icon name="file-text" />
          {t('vectors')}
        </a>
      </div>
      <ol className="offline-steps">
        <li>{t('first')}</li>
        <li>
          {t('second')}
          <code>node verify-round.mjs round.json</code>
        </li>
        <li>{t('third')}</li>
      </ol>
      <p className="dim">{t('formula')}</p>
      <code className="offline-formula">HMAC-SHA256(server seed, “client seed:nonce:cursor”)</code>
    </FairSection>
  )
}

/** What whoever wants to check a round without us takes along. */
export const verifier = '/studio/verify-round.mjs'
const vectors = '/studio/vectors.json'
