import './booking.css'
import { localePath } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useAttempt } from '../../forms/use-attempt.ts'
import { useShell } from '../../shell.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useSlip } from './slip-store.ts'

/** A code for the picks of the slip, so that they can be opened elsewhere: no stake, no name. */
export function ShareSlip() {
  const t = useTranslations('booking')
  const { origin, locale, defaultLocale } = useShell()
  const { picks } = useSlip()
  const { isBusy, problem, attempt } = useAttempt()
  const [shared, setShared] = useState<{ picks: string; code: string } | null>(null)
  const wanted = picks.map(({ pick }) => pick).join()
  if (picks.length === 0) return null
  const share = () =>
    attempt(async () => {
      const { code } = await call('bets.book', { picks: wanted })
      setShared({ picks: wanted, code })
    })
  // Another slip has no code yet.
  const code = shared?.picks === wanted ? shared.code : null
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ id: 'slip-copied', title: t('copied') })
    } catch {
      toast({ kind: 'error', title: t('copyFailed') })
    }
  }
  return (
    <div className="share-slip">
      {code === null ? (
        <Button kind="ghost" size="s" icon="copy" busy={isBusy} onClick={share}>
          {t('share')}
        </Button>
      ) : (
        <div className="share-code" role="status">
          <span className="dim">{t('shared')}</span>
          <b className="num">{code}</b>
          <Button
            size="s"
            icon="copy"
            onClick={() => copy(origin + localePath(locale, defaultLocale, paths.bettingCode(code)))}
          >
            {t('copy')}
          </Button>
          <p className="dim">{t('sharedText')}</p>
        </div>
      )}
      {problem && <Notice kind="error">{problem}</Notice>}
    </div>
  )
}
