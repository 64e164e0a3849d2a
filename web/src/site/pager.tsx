import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { pageNumbers } from './page-numbers.ts'

type Props = { at: number; count: number; toPage: (page: number) => string }

/** Pages as links, so that they work before any script and can be sent to a friend. */
export function Pager({ at, count, toPage }: Props) {
  const t = useTranslations('common.pages')
  const current = useRef<HTMLAnchorElement>(null)
  const before = useRef(at)
  useEffect(() => {
    if (before.current === at) return
    before.current = at
    // The arrow that was pressed is gone at either end: the focus stays in the row.
    if (document.activeElement === document.body) current.current?.focus({ preventScroll: true })
  }, [at])
  if (count < 2) return null
  return (
    <nav className="pager" aria-label={t('label')}>
      <Arrow to={at > 1 ? toPage(at - 1) : null} icon="chevron-left" label={t('previous')} />
      {pageNumbers(at, count).map((page, place) =>
        page === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its place
          <span key={`gap-${place}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={page}
            ref={page === at ? current : undefined}
            to={toPage(page)}
            className="num"
            preventScrollReset
            aria-label={t('page', { page })}
            aria-current={page === at ? 'page' : undefined}
          >
            {page}
          </Link>
        ),
      )}
      <Arrow to={at < count ? toPage(at + 1) : null} icon="chevron-right" label={t('next')} />
      <span className="sr" role="status">
        {t('place', { at, count })}
      </span>
    </nav>
  )
}

type ArrowProps = { to: string | null; icon: 'chevron-left' | 'chevron-right'; label: string }

function Arrow({ to, icon, label }: ArrowProps) {
  if (to === null)
    return (
      <span className="pager-off" aria-hidden="true">
        <Icon name={icon} size={18} />
      </span>
    )
  return (
    <Link to={to} preventScrollReset aria-label={label} rel={icon === 'chevron-left' ? 'prev' : 'next'}>
      <Icon name={icon} size={18} />
    </Link>
  )
}
