import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Fact, type RoundRecord, VerifyRecord } from '../fairness/fairness.tsx'
import { ProfileSection } from './profile-section.tsx'

type Play = NonNullable<RoundRecord['play']>

/** Where the chance of this round came from, and how to recompute it. */
export function RoundProof({ record, play }: { record: RoundRecord; play: Play }) {
  const t = useTranslations('bets.round')
  const seed = play.server_seed
  return (
    <ProfileSection title={t('fairness')} text={t('fairnessText')}>
      <dl className="proofs">
        <Fact name={t('id')} copy={record.round} />
        <Fact name={t('version')}>{record.version}</Fact>
        {play.shared && <Fact name={t('shared')} copy={play.shared.id} />}
        <Fact name={t('clientSeed')} copy={play.client_seed} />
        <Fact name={t('nonce')}>{play.nonce}</Fact>
        <Fact name={t('hash')} copy={play.hash} />
        {seed === null ? (
          <Fact name={t('serverSeed')}>
            <span className="proofs-words">
              {play.shared ? t('sealedShared') : t('sealed')}{' '}
              {!play.shared && (
                <Link className="link" to={`${paths.fairness()}#seeds`}>
                  {t('change')}
                </Link>
              )}
            </span>
          </Fact>
        ) : (
          <Fact name={t('serverSeed')} copy={seed} />
        )}
      </dl>
      <VerifyRecord record={record} />
    </ProfileSection>
  )
}
