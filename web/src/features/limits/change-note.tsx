import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { isSessionOver, readFailure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Change } from './rules.ts'
import { useLimitWords } from './words.ts'

type Props = { change: Change; title: string; isFrozen: boolean; onChange: () => void }

/** A raise that waits: first its 24 hours, then a second yes. Dropping it is as easy. */
export function ChangeNote({ change, title, isFrozen, onChange }: Props) {
  const t = useTranslations('control.change')
  const words = useLimitWords()
  const failureText = useFailureText()
  const [busy, setBusy] = useState<'confirm' | 'cancel' | null>(null)
  const { id, ready_at, expires_at, is_ready } = change
  const value = words.value(change)

  const act = async (what: 'confirm' | 'cancel') => {
    if (busy) return
    setBusy(what)
    try {
      if (what === 'confirm') await call('account.confirmLimit', { id })
      else await call('account.cancelLimit', { id })
      toast({ kind: 'success', title: what === 'confirm' ? t('confirmed') : t('dropped') })
    } catch (error) {
      const failure = readFailure(error)
      // Another tab was faster, or the clock of this device is: what holds now is shown below.
      const isGone = failure.kind === 'fields' || (failure.kind === 'refused' && !isSessionOver(failure))
      const text = isGone ? t('gone') : failureText(failure)
      toast({ kind: 'error', title: t('failed'), text })
    } finally {
      setBusy(null)
      onChange()
    }
  }
  return (
    <div className="change-note">
      <Icon name="hourglass" />
      <div>
        <p>
          <b>{value ? t('to', { period: title, amount: value }) : t('lift', { period: title })}</b>
        </p>
        <p>
          {is_ready
            ? t.rich('ready', { date: () => <LocalTime at={expires_at} withTime /> })
            : t.rich('waits', { date: () => <LocalTime at={ready_at} withTime /> })}
        </p>
      </div>
      {!isFrozen && (
        <div className="change-buttons">
          <Button size="s" busy={busy === 'cancel'} onClick={() => act('cancel')}>
            {is_ready ? t('keep') : t('cancel')}
          </Button>
          {is_ready && (
            <Button size="s" kind="outline" busy={busy === 'confirm'} onClick={() => act('confirm')}>
              {t('confirm')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
