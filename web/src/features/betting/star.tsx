import type { FavouriteKind } from '@croupier/contract/sports'
import { usePlainTranslations } from '../../i18n/plain-text.ts'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { favouriteKey, useFavourites } from './favourites.ts'

/** Marks an event, a tournament or a competitor. */
export function Star({ kind, id, name }: { kind: FavouriteKind; id: number; name: string }) {
  const t = usePlainTranslations('betting.star')
  const { marked, toggle } = useFavourites()
  const { account } = useShell()
  const key = favouriteKey(kind, id)
  const isMarked = marked.has(key)
  // Who came for the balance reads, and marks nothing.
  if (account?.is_payout_only) return null
  return (
    <button
      type="button"
      className="iconbtn star"
      aria-pressed={isMarked}
      aria-label={t('save', { name })}
      onClick={() => toggle(key, !isMarked)}
    >
      <Icon name="star" />
    </button>
  )
}
