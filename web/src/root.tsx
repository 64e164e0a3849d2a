import './styles/app.css'
import { directionOf } from '@croupier/contract/locales'
import { parseRichText } from '@croupier/contract/rich-text'
import { type ReactNode, Suspense, use, useEffect, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useRouteError,
} from 'react-router'
import { IntlProvider, useTranslations } from 'use-intl'
import type { Route } from './+types/root'
import { bootContext } from './boot.ts'
import { DialogHost } from './dialogs/host.tsx'
import { forgetFatal, useFatal } from './fatal.ts'
import { OutsideHost } from './features/support/support.ts'
import { guard, keepHash, pathOf } from './guard.ts'
import { MessagesContext } from './i18n/messages-context.ts'
import { DefaultFrame } from './layouts/default.tsx'
import { EmptyFrame } from './layouts/empty.tsx'
import { HintScript } from './layouts/hints.tsx'
import { useCloseOnLeave, useUrlDialogs } from './layouts/url-dialogs.ts'
import { useEndNotice } from './session/after-sign-out.ts'
import { SessionHost } from './session/session-host.tsx'
import { loadReports } from './session/tracking.ts'
import { loadShell, useShell } from './shell.ts'
import { useBuildPoll } from './site/build-poll.ts'
import { Brand, Fonts } from './site/document-head.tsx'
import { type ErrorKind, errorKind } from './site/error-kind.ts'
import { LateStart } from './site/late-scripts.tsx'
import { SandboxStrip } from './site/sandbox-strip.tsx'
import { SeoHead } from './site/seo-head.tsx'
import { SystemPage } from './site/system-page.tsx'
import { ThemeScript, useKeptMarks } from './site/theme.tsx'
import { logProblem } from './ui/log-problem.ts'
import { SpriteSheet } from './ui/sprite-sheet.tsx'
import { Toasts } from './ui/toasts.tsx'

export const middleware: Route.MiddlewareFunction[] = [guard]
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepHash]

export async function loader({ url, context }: Route.LoaderArgs) {
  const boot = context.get(bootContext)
  const path = pathOf(url, boot.locale, boot.defaultLocale)
  const [shell, seo] = await Promise.all([loadShell(boot, path), boot.seo(path)])
  const { text, ...head } = seo
  return { shell, seo: head, seoText: parseRichText(text) }
}

/** User info is fetched on each navigation, except a change of the query or the hash alone, and when a page asks for it anew. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  if (formMethod) return defaultShouldRevalidate
  const isAskedAnew = currentUrl.href === nextUrl.href
  return isAskedAnew || currentUrl.pathname !== nextUrl.pathname
}

export function Layout({ children }: { children: ReactNode }) {
  const shell = useShell()
  const messages = use(MessagesContext)
  useKeptMarks()
  return (
    <html
      lang={shell.locale}
      dir={directionOf(shell.locale)}
      data-theme={shell.theme === 'auto' ? undefined : shell.theme}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <ThemeScript theme={shell.theme} />
        {shell.account && <HintScript uid={shell.account.uid} />}
        <Fonts locale={shell.locale} />
        <link
          rel="preload"
          as="fetch"
          crossOrigin="anonymous"
          data-messages=""
          href={`/nfx/i18n/messages/${shell.locale}?h=${shell.messagesHash}`}
        />
        <IntlProvider locale={shell.locale} messages={messages} timeZone="UTC">
          <SeoHead />
        </IntlProvider>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
        <Brand />
      </head>
      <body>
        <SpriteSheet />
        <IntlProvider locale={shell.locale} messages={messages} timeZone="UTC">
          {shell.isSandboxPublic && <SandboxStrip />}
          {children}
          <Overlays />
        </IntlProvider>
        <ScrollRestoration />
        <Scripts />
        <LateStart />
      </body>
    </html>
  )
}

const loadPlayerHost = async () => (await import('./layouts/player-host.tsx')).PlayerHost

/** What stands above every page, and what listens behind it. */
function Overlays() {
  const t = useTranslations('common')
  const { outside, hasCustomCode } = useShell()
  // What this document was loaded with: its policy stays the same, wherever the router goes.
  const [first] = useState(outside)
  useUrlDialogs()
  useCloseOnLeave()
  useBuildPoll()
  useEndNotice()
  return (
    <>
      <SessionHost load={loadPlayerHost} />
      {(outside || first || hasCustomCode) && (
        <Suspense>
          <OutsideHost first={first} />
        </Suspense>
      )}
      <DialogHost labels={{ close: t('close'), loading: t('loading'), failed: t('dialogFailed') }} />
      <Toasts closeLabel={t('close')} />
    </>
  )
}

/** Maintenance and forbidden stand alone; the other error pages keep the house around them. */
function ErrorPage({ kind, path }: { kind: ErrorKind; path?: string }) {
  const Frame = kind === 'maintenance' || kind === 'forbidden' ? EmptyFrame : DefaultFrame
  return (
    <Frame>
      <SystemPage kind={kind} path={path} />
    </Frame>
  )
}

export default function Root() {
  const { fatal } = useShell()
  const reported = useFatal()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused on one page is not said on the next.
  useEffect(() => forgetFatal, [pathname])
  const kind = reported ?? fatal
  return kind ? <ErrorPage kind={kind} /> : <Outlet />
}

export function ErrorBoundary() {
  const { fatal, path } = useShell()
  const error = useRouteError()
  const kind = fatal ?? errorKind(error)
  // A page that is not there is an answer; what was thrown is a fault that the page below does not tell.
  useEffect(() => {
    if (isRouteErrorResponse(error)) return
    logProblem(path, error)
    loadReports().then(
      ({ reportFault }) => reportFault(error),
      () => undefined,
    )
  }, [error, path])
  return <ErrorPage kind={kind} path={kind === 'offline' ? undefined : path} />
}
