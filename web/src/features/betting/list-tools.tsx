import { rowMarkets } from '@croupier/contract/sports'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { OddsFormatChoice } from './odds-format.tsx'

/** Above a list: which market its rows show, and how prices are written. Both are addresses or kept choices. */
export function ListTools({ children }: { children?: ReactNode }) {
  const t = useTranslations('betting.rowMarkets')
  const [query] = useSearchParams()
  const chosen = query.get('market') ?? 'main'
  const addressOf = (market: string) => {
    const next = new URLSearchParams(query)
    if (market === 'main') next.delete('market')
    else next.set('market', market)
    return `?${next}`
  }
  return (
    <div className="list-tools">
      {children}
      <nav className="seg seg-markets" aria-label={t('label')}>
        {rowMarkets.map((each) => (
          <Link
            key={each}
            to={addressOf(each)}
            aria-current={each === chosen ? 'true' : undefined}
            replace
            preventScrollReset
          >
            {t(`names.${each}`)}
          </Link>
        ))}
      </nav>
      <OddsFormatChoice />
    </div>
  )
}
