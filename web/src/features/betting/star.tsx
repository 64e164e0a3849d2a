import type { FavouriteKind } from '@croupier/contract/sports'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { favouriteKey, useFavourites } from './favourites.ts'

/** Marks an event, a tournament or a competitor. */
export function Star({ kind, id, name }: { kind: FavouriteKind; id: number; name: string }) {
  const t = useTranslations('betting.star')
  const { marked, toggle } = useFavourites()
  const key = favouriteKey(kind, id)
  const isMarked = marked.has(key)
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
