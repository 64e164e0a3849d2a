import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useMatches, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { createLikes, likedWith, noWishes } from '../../session/likes.ts'
import { useShell } from '../../shell.ts'
import { toast } from '../../ui/toast-store.ts'
import { openAuth } from '../auth/auth.tsx'

const likes = createLikes((sysname, isLiked) => call(isLiked ? 'games.addLike' : 'games.removeLike', { sysname }))

const noNames: readonly string[] = []

/** Pages with games load the names of the favourites as `likes`. */
const likesOf = (loaded: unknown): readonly string[] =>
  typeof loaded === 'object' && loaded !== null && 'likes' in loaded && Array.isArray(loaded.likes)
    ? loaded.likes
    : noNames

export type Likes = {
  liked: ReadonlySet<string>
  toggle: (sysname: string, isLiked: boolean) => void
}

/** The favourites of the page, and the way to change them. Null where the house shows no hearts. */
export function useLikes(): Likes | null {
  const t = useTranslations('games.tile')
  const { account, config } = useShell()
  const known = likesOf(useMatches().at(-1)?.loaderData)
  const wishes = useSyncExternalStore(likes.subscribe, likes.now, () => noWishes)
  const { revalidate } = useRevalidator()
  const isGuest = account === null
  const liked = useMemo(() => likedWith(known, wishes), [known, wishes])
  const toggle = useCallback(
    (sysname: string, isLiked: boolean) => {
      if (isGuest) {
        openAuth('registration')
        return
      }
      likes
        .wish(sysname, isLiked, revalidate)
        .catch(() => toast({ id: 'like', kind: 'error', title: t('likeFailed'), text: t('likeFailedText') }))
    },
    [isGuest, revalidate, t],
  )
  return useMemo(
    () => (config.games.isFavouriteVisible ? { liked, toggle } : null),
    [config.games.isFavouriteVisible, liked, toggle],
  )
}
