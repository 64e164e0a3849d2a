import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../ui/toast-store.ts'
import { forget, keep, kept, notes } from './browser-storage.ts'

/** Why a session ended without the player's own click. */
export type EndReason = 'idle' | 'ended'

export const keepEndReason = (why: EndReason): void => keep(notes.farewell, why, 'sessionStorage')

/** The page after a session that ended by itself says so, once and calmly. */
export function useEndNotice() {
  const t = useTranslations('shell.farewell')
  useEffect(() => {
    const why = kept(notes.farewell, 'sessionStorage')
    if (!why) return
    forget(notes.farewell, 'sessionStorage')
    const isIdle = why === 'idle'
    toast({
      id: 'farewell',
      title: isIdle ? t('idleTitle') : t('endedTitle'),
      text: isIdle ? t('idleText') : t('endedText'),
      timeoutMs: 0,
    })
  }, [t])
}
