import { paths } from '@croupier/contract/paths'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm as confirmDialog } from '../../dialogs/dialogs.ts'
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

type State = 'asking' | 'busy' | 'failed' | 'wrong' | 'taken' | 'excluded' | 'other' | 'disowned'

/**
 * A link in a letter leads here. Nothing is confirmed before the button is pressed: letters are opened by machines too. A
 * guest may be the owner of an address with which a stranger opened an account, so both answers stand here.
 */
export default function Confirmation() {
  const t = useTranslations('pages.confirmation')
  const { account, config } = useShell()
  const navigate = useNavigate()
  const token = useLinkToken()
  const notMe = useLinkToken('not_me')
  const [state, setState] = useState<State>('asking')

  if (token === null) return <WithoutToken />
  if (state === 'disowned')
    return (
      <SystemCard icon="circle-check" title={t('disownedTitle')} text={t('disowned')}>
        <ButtonLink size="l" to={paths.home()}>
          {t('home')}
        </ButtonLink>
      </SystemCard>
    )

  const disown = async () => {
    if (!notMe) return
    const texts = { title: t('notMeTitle'), content: t('notMeText'), agree: t('notMe'), reject: t('back') }
    if (!(await confirmDialog({ ...texts, danger: true }))) return
    try {
      await call('account.disownContact', { token: notMe })
      setState('disowned')
    } catch (error) {
      setState(stateAfter(error))
    }
  }
  const disownButton = notMe && (
    <Button size="l" onClick={disown}>
      {t('notMe')}
    </Button>
  )
  if (state === 'wrong')
    return (
      <Dead title={t('wrongTitle')} text={t('wrong')}>
        {disownButton}
      </Dead>
    )
  if (state === 'other')
    return (
      <SystemCard icon="circle-alert" title={t('otherTitle')} text={t('other')}>
        {disownButton}
      </SystemCard>
    )
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
  const failed = state === 'failed' && <Notice kind="error">{t('failed')}</Notice>
  if (!account)
    return (
      <SystemCard icon="mail" title={t('askTitle')} text={t('ask', { site: config.site.name })}>
        {failed}
        <Button kind="primary" size="l" icon="log-in" onClick={() => openAuth('authorization')}>
          {t('askLogIn')}
        </Button>
        {disownButton}
      </SystemCard>
    )
  return (
    <SystemCard icon="mail" title={t('title')} text={t('lead', { site: config.site.name })}>
      {failed}
      <Button kind="primary" size="l" busy={state === 'busy'} onClick={confirm}>
        {t('agree')}
      </Button>
      {disownButton}
    </SystemCard>
  )
}

function stateAfter(error: unknown): State {
  const failure = readFailure(error)
  const reason = reasonIn(failure)
  if (reason === 'CONTACT_TAKEN') return 'taken'
  if (reason === 'SELF_EXCLUDED') return 'excluded'
  if (reason === 'SIGN_IN_NEEDED') return 'other'
  return failure.kind === 'fields' || reason ? 'wrong' : 'failed'
}

/** The link no longer leads anywhere; a player can ask for another code, a guest has to sign in first. */
function Dead({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
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
      {children}
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
