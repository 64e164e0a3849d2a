import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Failure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { useSend } from '../../forms/use-attempt.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { SiteLink } from '../../site/site-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type AuthView, useAuth } from './auth-view.ts'
import type { Attempt } from './entry.ts'
import { AuthTitle, BackLink } from './parts.tsx'

type Props = { authView: Extract<AuthView, { view: 'excluded' }> }

/** Calm and plain: until when, where to find help, and the two things that stay possible. Nothing here is ember. */
export function ExcludedView({ authView: { exclusion, attempt } }: Props) {
  const t = useTranslations('popups.auth.excluded')
  const wrong = useTranslations('popups.auth')
  const failureText = useFailureText()
  const { config, come, isPage } = useAuth()
  const [failure, setFailure] = useState<Failure | 'wrongCredentials' | null>(null)
  const { isBusy, send } = useSend()
  const { kind, until } = exclusion

  const ask = (known: Attempt, wish: Partial<Attempt>) =>
    send(async () => {
      setFailure(null)
      const { entry } = await come({ ...known, isPayoutOnly: false, isReturn: false, ...wish })
      if (entry.kind === 'failure') setFailure(entry.failure)
      if (entry.kind === 'wrongCredentials') setFailure('wrongCredentials')
    })

  const date = () => (until ? <LocalTime at={until} withTime /> : null)
  return (
    <div className="auth-form">
      <BackLink />
      <AuthTitle isPage={isPage}>{t('title')}</AuthTitle>
      {kind === 'person' && <p>{t('refused')}</p>}
      {kind === 'excluded' && (
        <p>
          {t('selfExcluded')} {until ? t.rich('until', { date }) : t('permanent')}
        </p>
      )}
      {kind === 'returnNeeded' && <p>{t('returnNeeded')}</p>}
      {kind === 'returnWaits' && <p>{until ? t.rich('returnWaits', { date }) : t('asked')}</p>}
      {failure && (
        <Notice kind="error">
          {failure === 'wrongCredentials' || failure.kind === 'fields' ? wrong('wrongEnterText') : failureText(failure)}
        </Notice>
      )}
      {attempt && kind !== 'person' && (
        <>
          <p>{t('payout')}</p>
          <div className="auth-wishes">
            <Button size="l" busy={isBusy} onClick={() => ask(attempt, { isPayoutOnly: true })}>
              {t('payoutOnly')}
            </Button>
            {kind === 'returnNeeded' && (
              <Button size="l" kind="outline" busy={isBusy} onClick={() => ask(attempt, { isReturn: true })}>
                {t('comeBack')}
              </Button>
            )}
          </div>
        </>
      )}
      {!attempt && kind !== 'person' && <p>{t('byPassword')}</p>}
      {config.site.helplines.length > 0 && (
        <section className="auth-help">
          <h3>{t('help')}</h3>
          <p>{t('helpText')}</p>
          <ul>
            {config.site.helplines.map(({ name, url, note }) => (
              <li key={name}>
                {url ? (
                  <SiteLink className="link" url={url}>
                    {name}
                  </SiteLink>
                ) : (
                  name
                )}
                {note && <small>{note}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
