import { lazy, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../dialogs/dialogs.ts'
import { inAdvance, isWanted, whenIdle } from '../../site/in-advance.ts'
import { Button } from '../../ui/button.tsx'
import { loadAuthConfig } from './auth-config.ts'
import { type AuthView, attemptByCookie } from './auth-view.ts'
import { readExclusion, readSecondStep } from './entry.ts'

export { viewAfterMessenger } from './auth-view.ts'
export { backUrlNote, betTypeNote, popupQuery, postponedNote, whereNext } from './where-next.ts'

type Options = {
  preventClose?: boolean
  /** Told whether the visitor came in, or only closed the popup. */
  onClosed?: (hasEntered: boolean) => void
}

const loadDialog = () => import('./auth-dialog.tsx')
const AuthDialog = lazy(loadDialog)

/** Before the press: when the page rests, or by a pointer or the focus on a button. The first load stays light. */
const loadAll = () =>
  Promise.all([loadDialog(), loadAuthConfig(document.documentElement.lang), import('../../dialogs/dialog-stack.tsx')])
const warmUp = () => void loadAll().catch(() => undefined)
const warming = { onPointerEnter: warmUp, onFocus: warmUp }

/** The way in. Its code and its content come with the first opening. */
export function openAuth(where: 'authorization' | 'registration' | AuthView, options: Options = {}) {
  isWanted()
  const authView = typeof where === 'string' ? { view: where } : where
  const { preventClose = false, onClosed } = options
  let hasEntered = false
  const enter = () => {
    hasEntered = true
  }
  // Asked for beside the code of the popup, not after it; the popup itself tells of a failure.
  loadAuthConfig(document.documentElement.lang).catch(() => undefined)
  return openPopup({
    name: 'auth',
    size: 'auth',
    content: <AuthDialog authView={authView} isPrevented={preventClose} onEntered={enter} />,
    preventClose,
    onClosed: () => onClosed?.(hasEntered),
    queue: 'replace',
  })
}

const StepUpDialog = lazy(() => import('./step-up-dialog.tsx'))
let proving: Promise<boolean> | null = null

/** Asks a player without a password to prove who is there, above whatever is open. Calls that come at once share it. */
export function openStepUp(): Promise<boolean> {
  proving ??= askStepUp().finally(() => {
    proving = null
  })
  return proving
}

async function askStepUp(): Promise<boolean> {
  // A code can be sent without them.
  const config = await loadAuthConfig(document.documentElement.lang).catch(() => null)
  const services = config?.auth.socialServices ?? []
  return new Promise((answer) => {
    let isDone = false
    const { close } = openPopup({
      name: 'step-up',
      size: 'small',
      isUrgent: true,
      content: (
        <StepUpDialog
          services={services}
          onDone={() => {
            isDone = true
            close()
          }}
        />
      ),
      onClosed: () => answer(isDone),
    })
  })
}

/** A visitor inside a messenger comes in by what the messenger says in the address. Its code comes only then. */
export const loadMessenger = () => import('./messenger.ts')

/** A sign-in through another service that had no window of its own tells its end in the address. */
export function viewAfterSocial(outcome: string, reason: string | null): AuthView {
  if (outcome === 'twoFactor') return { view: 'twofa', attempt: attemptByCookie, step: readSecondStep() }
  const exclusion = outcome === 'excluded' ? readExclusion(reason ?? undefined) : null
  if (exclusion) return { view: 'excluded', exclusion, attempt: attemptByCookie }
  return { view: 'authorization', notice: 'socialRefused' }
}

/** The two ways in, as buttons of a frame around a page. Right after an exclusion no account is offered. */
export function GuestActions({ mayJoin = true }: { mayJoin?: boolean }) {
  const t = useTranslations('shell')
  useEffect(() => whenIdle(() => void inAdvance(loadAll)), [])
  return (
    <>
      <Button kind="ghost" {...warming} onClick={() => openAuth('authorization')}>
        {t('logIn')}
      </Button>
      {mayJoin && (
        <Button kind="primary" {...warming} onClick={() => openAuth('registration')}>
          {t('join')}
        </Button>
      )}
    </>
  )
}
