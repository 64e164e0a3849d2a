import './consent.css'
import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { changeConsent } from './change-consent.ts'

/** Asked once, beside the page and never over it; both answers weigh the same. */
export function ConsentBar() {
  const t = useTranslations('support.consent')
  const [isAnswered, setAnswered] = useState(false)
  if (isAnswered) return null
  // A yes holds from the next page on: nothing that is being typed is lost.
  const answer = (tracking: boolean) => {
    changeConsent({ tracking })
    setAnswered(true)
  }
  return (
    <section className="consent-bar" aria-label={t('label')}>
      <p>
        {t('text')}{' '}
        <Link className="link" to={paths.page('cookies')}>
          {t('more')}
        </Link>
      </p>
      <div className="consent-acts">
        <Button onClick={() => answer(false)}>{t('no')}</Button>
        <Button onClick={() => answer(true)}>{t('yes')}</Button>
      </div>
    </section>
  )
}
