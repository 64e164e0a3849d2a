import './auth.css'
import { paths } from '@croupier/contract/paths'
import { pagePath } from '@croupier/contract/safe-path'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { useShell } from '../../shell.ts'
import { type PageHandle, useRouteWord } from '../../site/page-handle.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/form-page'
import { AuthPanel, useAuthConfig } from './auth-panel.tsx'
import type { AuthView } from './auth-view.ts'
import { isFromParent, parentOrigin, readFromParent, type ToParent } from './frame-parent.ts'
import { useEntered } from './use-entered.ts'

type Form = 'authorization' | 'registration'

const pathOf = { authorization: paths.signInForm(), registration: paths.signUpForm() } as const

export const handle = (view: string): PageHandle => ({ title: `popups.auth.${view}.title`, isIndexed: false })

export function loader({ context }: Route.LoaderArgs) {
  return { frameHosts: context.get(bootContext).config.site.frameHosts }
}

/**
 * The auth form alone: on its own page, or in the frame of another site that content allows. The id of its route says
 * which of the two.
 */
export default function FormPage({ loaderData: { frameHosts } }: Route.ComponentProps) {
  const view = useRouteWord() === 'registration' ? 'registration' : 'authorization'
  const { account } = useShell()
  return (
    <Card className="auth-page" data-view={account ? undefined : view}>
      {account ? <Done /> : <Form key={view} view={view} frameHosts={frameHosts} />}
    </Card>
  )
}

const never = () => () => {}

function Done() {
  const t = useTranslations('popups.auth')
  // The server cannot know; until the browser does, nothing is offered that could be wrong.
  const isInFrame = useSyncExternalStore(never, isFramed, () => true)
  return (
    <div className="auth-form">
      <h1 className="dialog-title">{t('signedIn')}</h1>
      <Notice kind="success">{t('framed')}</Notice>
      {!isInFrame && <ButtonLink to={paths.home()}>{t('socialRegistration.home')}</ButtonLink>}
    </div>
  )
}

const isFramed = () => window.self !== window.top

function Form({ view, frameHosts }: { view: Form; frameHosts: readonly string[] }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const enter = useEntered(paths.home())
  const config = useAuthConfig()
  const [authView, setAuthView] = useState<AuthView>({ view })
  const { tell } = useParent(frameHosts, (asked) => change(asked))

  function change(to: Form) {
    navigate({ pathname: pathOf[to], search })
  }

  function go(next: AuthView) {
    if (next.view !== 'authorization' && next.view !== 'registration') return setAuthView(next)
    if (next.view === view) return setAuthView(next)
    const backUrl = pagePath(new URLSearchParams(search).get('backUrl')) ?? pathname
    tell({ type: 'redirect', to: next.view, backUrl })
    change(next.view)
  }

  return (
    <AuthPanel
      isPage
      config={config}
      authView={authView}
      go={go}
      character=""
      onEntered={(how, isPayoutOnly) => {
        if (!isFramed()) return enter(how, isPayoutOnly)
        tell({ type: 'refresh_user' })
        revalidate()
      }}
    />
  )
}

/** Speaks to the page around, and hears it. Without an allowed one nothing is said and nothing is heard. */
function useParent(frameHosts: readonly string[], onRedirect: (to: Form) => void) {
  const { pathname } = useLocation()
  const parent = () =>
    parentOrigin({
      isFramed: isFramed(),
      ancestor: window.location.ancestorOrigins?.[0],
      referrer: document.referrer,
      ownOrigin: window.location.origin,
      allowed: frameHosts,
    })
  const tell = (message: ToParent) => {
    const origin = parent()
    if (origin) window.parent.postMessage(message, origin)
  }
  const tellPath = useEffectEvent((path: string) => tell({ type: 'checkIframe', path }))
  const hear = useEffectEvent((event: MessageEvent<unknown>) => {
    const origin = parent()
    if (!origin || !isFromParent(event, origin, window.parent)) return
    const asked = readFromParent(event.data)
    if (asked?.type === 'checkIframe') tellPath(pathname)
    if (asked?.type === 'redirect') onRedirect(asked.to)
  })
  useEffect(() => {
    const heard = (event: MessageEvent<unknown>) => hear(event)
    window.addEventListener('message', heard)
    return () => window.removeEventListener('message', heard)
  }, [])
  useEffect(() => tellPath(pathname), [pathname])
  return { tell }
}
