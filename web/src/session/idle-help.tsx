import { paths } from '@croupier/contract/paths'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { openPopup, queue } from '../dialogs/dialogs.ts'
import { DialogActions, useDialog } from '../dialogs/parts.tsx'
import { useShell } from '../shell.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { lastActiveAt } from './last-active.ts'
import { helpSecondsAt } from './rules.ts'
import { useEverySecond } from './use-every-second.ts'

/** A player who sits still in the cashier or the profile may be stuck: asked once per part of the site, and never over another dialog. */
export function useIdleHelp() {
  const t = useTranslations('control.help')
  const { session } = useShell()
  const { pathname } = useLocation()
  const asked = useRef(new Set<string>())
  const part = pathname.split('/')[1] ?? ''
  const seconds = session ? helpSecondsAt(pathname, session.idle.help) : 0
  useEverySecond(() => {
    const now = Date.now()
    if (document.hidden || asked.current.has(part) || now - lastActiveAt(now) < seconds * 1000) return
    if (queue.shown().length > 0) return
    asked.current.add(part)
    openPopup({ name: 'help', title: t('title'), size: 'small', content: <HelpOffer /> })
  }, seconds > 0)
}

function HelpOffer() {
  const t = useTranslations('control.help')
  const { close } = useDialog()
  return (
    <>
      <p>{t('text')}</p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('no')}
        </Button>
        <ButtonLink size="l" kind="ivory" icon="message-circle" to={paths.support()} onClick={close}>
          {t('support')}
        </ButtonLink>
      </DialogActions>
    </>
  )
}
