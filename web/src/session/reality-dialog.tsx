import type { Activity } from '@croupier/contract/methods/account-control'
import { paths } from '@croupier/contract/paths'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { DialogActions } from '../dialogs/parts.tsx'
import { useFormat } from '../i18n/format.ts'
import { useShell } from '../shell.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useFocusOnShow } from '../ui/use-focus-on-show.ts'
import { realityAnswered } from './activity.ts'
import { tellTabs } from './other-tabs.ts'
import { clockText } from './rules.ts'
import { useSignOut } from './sign-out.ts'

/** Time and result of this session. Going on and leaving are equally easy. */
export function RealityDialog({ uid, activity }: { uid: number; activity: Activity }) {
  const { features } = useShell()
  const t = useTranslations('control.reality')
  const format = useFormat()
  const signOut = useSignOut()
  const [busy, setBusy] = useState<'go' | 'leave' | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  // A player in the middle of a game may be about to press a key: it must not answer for them.
  useFocusOnShow(text)
  const { session, session_seconds, open_stakes } = activity

  const run = async (what: 'go' | 'leave', act: () => Promise<unknown>) => {
    setBusy(what)
    setFailed(false)
    await act().catch(() => setFailed(true))
    setBusy(null)
  }
  const answer = async () => {
    await call('account.confirmRealityCheck', {})
    // The dialog closes when this is known.
    realityAnswered(uid)
    tellTabs({ kind: 'reality' })
  }
  const goOn = () => run('go', answer)
  return (
    <>
      <p ref={text} tabIndex={-1} className="starts-focus">
        {t('text')}
      </p>
      <dl className="facts well" aria-live="off">
        <div>
          <dt>{t('time')}</dt>
          <dd className="num">{clockText(session_seconds)}</dd>
        </div>
        <div>
          <dt>{t('staked')}</dt>
          <dd className="num">{format.money(session.staked)}</dd>
        </div>
        <div>
          <dt>{t('won')}</dt>
          <dd className="num">{format.money(session.won)}</dd>
        </div>
        <div>
          <dt>{t('net')}</dt>
          <dd className="num">{format.signedMoney(session.net)}</dd>
        </div>
        {/[1-9]/.test(open_stakes.amount) && (
          <div>
            <dt>{t('open')}</dt>
            <dd className="num">{format.money(open_stakes)}</dd>
          </div>
        )}
      </dl>
      <p className="control-links">
        {features.betHistory && (
          <Link className="link" to={paths.betHistory()} onClick={goOn}>
            {t('history')}
          </Link>
        )}
        {features.responsibleGaming && (
          <Link className="link" to={paths.responsibleGame()} onClick={goOn}>
            {t('limits')}
          </Link>
        )}
      </p>
      {hasFailed && <Notice kind="error">{t('failed')}</Notice>}
      <DialogActions>
        <Button size="l" busy={busy === 'leave'} onClick={() => run('leave', signOut.logOut)}>
          {t('logOut')}
        </Button>
        <Button size="l" busy={busy === 'go'} onClick={goOn}>
          {t('goOn')}
        </Button>
      </DialogActions>
    </>
  )
}
