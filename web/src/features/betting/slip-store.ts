import { useCallback, useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { keep, kept } from '../../session/browser-storage.ts'
import { onTabs, tellTabs } from '../../session/other-tabs.ts'
import { toast } from '../../ui/toast-store.ts'
import { createSlipKeeper, slipKey, syncSlip } from './slip-keeper.ts'
import { mostPicks } from './slip-rules.ts'
import { emptySlip, type SlipPick, type SlipState } from './slip-text.ts'
import { useStoreLater } from './store-later.ts'

export type { SlipPick } from './slip-text.ts'

/** The one slip of the page. On the server it stays empty. */
export const slipKeeper = createSlipKeeper({
  read: () => kept(slipKey),
  write: (text) => keep(slipKey, text),
  tell: (text) => tellTabs({ kind: 'slip', text }),
  now: () => Date.now(),
})

const leftKey = 'slip_left'

const without = (picks: readonly SlipPick[], pick: string) => picks.filter((each) => each.pick !== pick)

const remove = (pick: string): void => slipKeeper.change(({ picks }) => ({ picks: without(picks, pick) }))

/** Puts a pick on the slip, or takes it off. A second press may come before the page has drawn the first. */
export function useToggle(): (pick: SlipPick) => void {
  const t = useTranslations('slip')
  return useCallback(
    (pick) => {
      const { picks } = slipKeeper.now()
      if (picks.some((each) => each.pick === pick.pick)) remove(pick.pick)
      else if (picks.length < mostPicks) slipKeeper.change(() => ({ picks: [pick, ...picks] }))
      else toast({ id: 'slip-full', kind: 'warning', title: t('full', { count: mostPicks }) })
    },
    [t],
  )
}

/** The slip as this browser has it, and everything that can be done with it. Empty until the page has come to life. */
export function useSlip() {
  const slip = useStoreLater(slipKeeper, emptySlip)
  return useMemo(
    () => ({
      ...slip,
      has: (pick: string) => slip.picks.some((each) => each.pick === pick),
      remove,
      clear: (): void => slipKeeper.change(() => ({ picks: [], stake: '', stakes: {} })),
      edit: (next: Partial<Omit<SlipState, 'changedAt' | 'owner'>>): void => slipKeeper.change(() => next),
    }),
    [slip],
  )
}

/** Once for all betting pages: keeps the slip of a tab the same as in the others and in the player's account. */
export function useSlipKeeping(uid: number | null): void {
  useEffect(() => onTabs((news) => news.kind === 'slip' && slipKeeper.hear(news.text)), [])
  useEffect(() => {
    // A page out of the browser's memory has not heard what others did meanwhile.
    const look = ({ persisted }: PageTransitionEvent) => persisted && slipKeeper.reread()
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [])
  useEffect(
    () =>
      syncSlip(slipKeeper, uid, {
        load: () => call('storage.get', { keys: slipKey }).then((values) => values[slipKey]),
        save: (value) => call('storage.set', { key: slipKey, value }),
        left: {
          read: () => kept(leftKey, 'sessionStorage'),
          write: (text) => keep(leftKey, text, 'sessionStorage'),
        },
      }),
    [uid],
  )
}
