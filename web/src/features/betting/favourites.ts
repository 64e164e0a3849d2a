import type { FavouriteKind } from '@croupier/contract/sports'
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { createLikes, likedWith, noWishes } from '../../session/likes.ts'
import { useShell } from '../../shell.ts'
import { toast } from '../../ui/toast-store.ts'
import { openAuth } from '../auth/auth.tsx'

/** `event:40021`. */
export const favouriteKey = (kind: FavouriteKind, id: number): string => `${kind}:${id}`

const kinds: readonly FavouriteKind[] = ['event', 'tournament', 'competitor']

const marks = createLikes((key, isMarked) => {
  const [word, id = ''] = key.split(':')
  const kind = kinds.find((each) => each === word) ?? 'event'
  return call(isMarked ? 'sports.addFavourite' : 'sports.removeFavourite', { kind, id: Number(id) })
})

/** What the server says is marked; all betting pages know it. */
export const FavouritesContext = createContext<readonly string[]>([])

/** What is marked, and the way to change it. A guest is asked in first. */
export function useFavourites() {
  const t = useTranslations('betting.star')
  const isGuest = useShell().account === null
  const known = use(FavouritesContext)
  const wishes = useSyncExternalStore(marks.subscribe, marks.now, () => noWishes)
  const { revalidate } = useRevalidator()
  const marked = useMemo(() => likedWith(known, wishes), [known, wishes])
  const toggle = useCallback(
    (key: string, isMarked: boolean) => {
      if (isGuest) {
        openAuth('registration')
        return
      }
      marks
        .wish(key, isMarked, revalidate)
        .catch(() => toast({ id: 'star', kind: 'error', title: t('failed'), text: t('failedText') }))
    },
    [isGuest, revalidate, t],
  )
  return { marked, toggle }
}
