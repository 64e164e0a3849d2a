import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { reasonIn } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { useLinkToken } from '../../site/browser.ts'
import { SystemCard } from '../../site/system-page.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { openAuth } from '../auth/auth.tsx'
import { ContactCode } from './contact-code.tsx'
import { unconfirmedOf } from './contacts.ts'

export const handle = { title: 'pages.confirmation.title', isIndexed: false }

type State = 'asking' | 'busy' | 'failed' | 'wrong' | 'taken' | 'excluded'

/** A link in a letter leads here. Nothing is confirmed before the button is pressed: letters are opened by machines too. */
export default function Confirmation() {
  const t = useTranslations('pages.confirmation')
  const { config } = useShell()
  const navigate = useNavigate()
  const token = useLinkToken()
  const [state, setState] = useState<State>('asking')

  if (token === null) return <WithoutToken />
  if (state === 'wrong') return <Dead title={t('wrongTitle')} text={t('wrong')} />
  if (state === 'taken') return <Dead title={t('takenTitle')} text={t('taken')} />
  if (state === 'excluded') return <Dead title={t('excludedTitle')} text={t('excluded')} />

  const confirm = async () => {
    if (!token || state === 'busy') return
    setState('busy')
    try {
      await call('account.confirmContact', { token })
      await navigate(paths.confirmed(), { replace: true })
    } catch (error) {
      setState(stateAfter(error))
    }
  }
  return (
    <SystemCard icon="mail" title={t('title')} text={t('lead', { site: config.site.name })}>
      {state === 'failed' && <Notice kind="error">{t('failed')}</Notice>}
      <Button kind="primary" size="l" busy={state === 'busy'} onClick={confirm}>
        {t('agree')}
      </Button>
    </SystemCard>
  )
}

function stateAfter(error: unknown): State {
  const failure = readFailure(error)
  const reason = reasonIn(failure)
  if (reason === 'CONTACT_TAKEN') return 'taken'
  if (reason === 'SELF_EXCLUDED') return 'excluded'
  return failure.kind === 'fields' || reason ? 'wrong' : 'failed'
}

/** The link no longer leads anywhere; a player can ask for another code, a guest has to sign in first. */
function Dead({ title, text }: { title: string; text: string }) {
  const t = useTranslations('pages.confirmation')
  const { account } = useShell()
  return (
    <SystemCard icon="circle-alert" title={title} text={text}>
      {account ? (
        <ButtonLink size="l" to={paths.settings()}>
          {t('settings')}
        </ButtonLink>
      ) : (
        <LogIn />
      )}
    </SystemCard>
  )
}

const LogIn = () => {
  const t = useTranslations('pages.confirmation')
  return (
    <Button size="l" icon="log-in" onClick={() => openAuth('authorization')}>
      {t('logIn')}
    </Button>
  )
}

function WithoutToken() {
  const t = useTranslations('pages.confirmation')
  const { account } = useShell()
  const navigate = useNavigate()
  // It is confirmed a moment before this page is left.
  const [contact] = useState(() => unconfirmedOf(account))
  if (!account)
    return (
      <SystemCard icon="mail" title={t('guestTitle')} text={t('guest')}>
        <LogIn />
      </SystemCard>
    )
  if (!contact)
    return (
      <SystemCard icon="circle-check" title={t('noneTitle')} text={t('none')}>
        <ButtonLink size="l" to={paths.settings()}>
          {t('settings')}
        </ButtonLink>
      </SystemCard>
    )
  return (
    <Card className="code-card stack">
      <h1 className="h2">{t('title')}</h1>
      <ContactCode
        contact={contact}
        sendsFirst={false}
        takesFocus={false}
        onDone={() => navigate(paths.confirmed(), { replace: true })}
      />
    </Card>
  )
}
