import './auth.css'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useDialog } from '../../dialogs/parts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthPanel, useAuthConfig } from './auth-panel.tsx'
import type { AuthView } from './auth-view.ts'
import { Banner, charactersOf } from './banner.tsx'
import { useEntered } from './use-entered.ts'

type Props = { authView: AuthView; isPrevented: boolean; onEntered: () => void }

/** The auth popup: a side banner and one of its views. */
export default function AuthDialog({ authView: first, isPrevented, onEntered }: Props) {
  const t = useTranslations('popups.auth')
  const { close } = useDialog()
  const enter = useEntered()
  const config = useAuthConfig()
  const [authView, setAuthView] = useState(first)
  const [chosen, setChosen] = useState('')
  const characters = config.state === 'ready' ? charactersOf(config.value) : []
  const character = chosen || (characters[0]?.id ?? '')
  const isJoining = authView.view === 'registration'

  // A popup that is scrolled down would show the next view from its middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the reason to run, not an input.
  useEffect(() => {
    document.querySelector('.dialog-auth > .dialog-scroll')?.scrollTo({ top: 0, behavior: 'instant' })
  }, [authView.view])

  return (
    <div className="auth" data-view={authView.view}>
      {/* No character deals to a player who takes a break. */}
      {authView.view !== 'excluded' && (
        <Banner
          config={config.state === 'ready' ? config.value : null}
          chosen={character}
          onChoose={isJoining ? setChosen : undefined}
        />
      )}
      <div className="auth-main">
        <AuthPanel
          config={config}
          authView={authView}
          go={setAuthView}
          character={character}
          notice={isPrevented && first.view !== 'socialRegistration' && <Notice>{t('preventClose')}</Notice>}
          onEntered={(how, isPayoutOnly) => {
            onEntered()
            close()
            enter(how, isPayoutOnly)
          }}
        />
      </div>
    </div>
  )
}
