import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { openSearch } from '../features/games/games.tsx'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

/** The search of the house: a field on wide screens, an icon on narrow ones; `/` and Ctrl+K open it from anywhere. */
export function SearchButton({ hasIcon }: { hasIcon: boolean }) {
  const t = useTranslations('games.search')
  const open = () => openSearch(t('title'))
  useSearchKeys(open)
  return (
    <>
      <button type="button" className="searchbox" aria-label={t('open')} aria-keyshortcuts="/ Control+K" onClick={open}>
        <Icon name="search" />
        <span>{t('open')}</span>
        <kbd>/</kbd>
      </button>
      {hasIcon && <IconButton className="only-narrow head-search" icon="search" label={t('open')} onClick={open} />}
    </>
  )
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

function useSearchKeys(open: () => void) {
  const openNow = useEffectEvent(open)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target)
      const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
      if (event.defaultPrevented || !(isSlash || isCommand)) return
      event.preventDefault()
      openNow()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
