import type { VerificationInfo } from '@croupier/contract/methods/account-control'
import { paths } from '@croupier/contract/paths'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Steps } from '../../ui/steps.tsx'
import { openFillProfile } from '../account/account.tsx'
import { AskedFor } from './asked-for.tsx'
import { ReturnButton } from './return-button.tsx'
import { mayReturnToCheck, mayStartVerification, type State, stepNames, stepOf, stepsOf } from './rules.ts'

const icons: Record<State, IconName> = {
  none: 'badge-check',
  created: 'file-text',
  pending: 'hourglass',
  approved: 'circle-check',
  retry: 'refresh-cw',
  rejected: 'circle-alert',
}

/** How the identity check stands, what is missing, and the way on. It changes by itself when news comes. */
export function VerificationPage({ info, onStart }: { info: VerificationInfo; onStart: () => void }) {
  const t = useTranslations('verification')
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  const { state, missing, reasons, is_enabled, updated_at } = info
  const current = stepOf(info)
  const place = current === null ? stepNames.length : stepNames.indexOf(current) + 1
  const fill = async () => {
    await openFillProfile({ fields: missing })
    revalidate()
  }
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      {!is_enabled && state !== 'approved' && <Notice>{t('off')}</Notice>}
      {account?.is_kyc_block_enabled && state !== 'approved' && <Notice kind="warning">{t('blocked')}</Notice>}
      <Card className="control-card">
        <Steps
          label={t('steps.label')}
          place={t('steps.place', { at: place, count: stepNames.length })}
          steps={stepsOf(info).map((step) => ({ title: t(`steps.${step.name}`), state: step.state }))}
        />
        <div className="verify-state" role="status">
          <Icon name={icons[state]} size={22} />
          <div>
            <h2>{t(`states.${state}.title`)}</h2>
            <p className="muted">{t(`states.${state}.text`)}</p>
            {updated_at && state !== 'none' && (
              <p className="dim">{t.rich('since', { date: () => <LocalTime at={updated_at} withTime /> })}</p>
            )}
          </div>
        </div>
        {(state === 'retry' || state === 'rejected') && <Reasons labels={reasons} />}
        {is_enabled && missing.length > 0 && state === 'none' && <Missing fields={missing} onFill={fill} />}
        {mayStartVerification(info) && (
          <>
            <AskedFor />
            <div>
              <Button size="l" kind="primary" onClick={onStart} aria-haspopup="dialog">
                {t(`states.${state}.button`)}
              </Button>
            </div>
          </>
        )}
        {mayReturnToCheck(info) && <ReturnButton />}
        {state === 'rejected' && (
          <div>
            <ButtonLink size="l" icon="message-circle" to={paths.support()}>
              {t('states.rejected.button')}
            </ButtonLink>
          </div>
        )}
      </Card>
      <Card className="control-card">
        <h2>{t('why.title')}</h2>
        <ul className="plain-list muted">
          <li>{t('why.law')}</li>
          <li>{t('why.once')}</li>
          <li>{t('why.data')}</li>
        </ul>
      </Card>
    </>
  )
}

/** The provider's labels in words; one that has none is told as it is meant: look again. */
function Reasons({ labels }: { labels: readonly string[] }) {
  const t = useTranslations('verification.reasons')
  const known = labels.filter((label) => /^[A-Z_]+$/.test(label) && t.has(label))
  const texts = known.length > 0 ? known.map((label) => t(label)) : [t('OTHER')]
  return (
    <ul className="plain-list">
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function Missing({ fields, onFill }: { fields: readonly string[]; onFill: () => void }) {
  const t = useTranslations('verification')
  const labels = useTranslations('fields.labels')
  return (
    <div className="stack">
      <p>{t('missing')}</p>
      <ul className="plain-list">
        {fields.map((name) => (
          <li key={name}>{labels.has(name) ? labels(name) : name}</li>
        ))}
      </ul>
      <div>
        <Button size="l" kind="primary" onClick={onFill} aria-haspopup="dialog">
          {t('fill')}
        </Button>
      </div>
    </div>
  )
}
