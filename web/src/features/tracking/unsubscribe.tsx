import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { useLinkToken } from '../../site/browser.ts'
import { SystemCard } from '../../site/system-page.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

export const handle = { title: 'system.unsubscribe.header', isIndexed: false }

type State = 'asking' | 'busy' | 'failed' | 'done' | 'invalid'

/** A link in a letter leads here. Nothing ends before the button is pressed: letters are opened by machines too. */
export default function Unsubscribe() {
  const t = useTranslations('system.unsubscribe')
  const token = useLinkToken()
  const [state, setState] = useState<State>('asking')

  if (state === 'done')
    return (
      <SystemCard icon="circle-check" title={t('done.header')} text={t('done.description')}>
        <ButtonLink size="l" to={paths.home()}>
          {t('done.button')}
        </ButtonLink>
      </SystemCard>
    )
  if (token === null || state === 'invalid')
    return (
      <SystemCard
        icon="mail"
        title={token === null ? t('missing.header') : t('invalid.header')}
        text={token === null ? t('missing.description') : t('invalid.description')}
      >
        <ButtonLink size="l" to={paths.notification()}>
          {t('invalid.button')}
        </ButtonLink>
      </SystemCard>
    )

  const end = async () => {
    if (!token || state === 'busy') return
    setState('busy')
    try {
      await call('account.unsubscribe', { token })
      setState('done')
    } catch (error) {
      const { kind } = readFailure(error)
      setState(kind === 'fields' || kind === 'refused' ? 'invalid' : 'failed')
    }
  }
  return (
    <SystemCard icon="mail" title={t('header')} text={t('description')}>
      {state === 'failed' && <Notice kind="error">{t('failed')}</Notice>}
      <Button kind="primary" size="l" busy={state === 'busy'} onClick={end}>
        {t('button')}
      </Button>
    </SystemCard>
  )
}
