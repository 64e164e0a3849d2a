import type { GameCategory } from '@croupier/contract/games'
import { type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { ChipLink } from '../../ui/chip.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { isForNewPage } from '../../ui/new-page.ts'
import { Rail } from '../../ui/rail.tsx'
import type { Tab } from './hall-data.ts'
import { type HallQuery, hallPath } from './hall-query.ts'

/** Rooms of the hall. What else it was narrowed to is kept from one to the next. */
export function HallTabs({ query, tabs }: { query: HallQuery; tabs: readonly Tab[] }) {
  const t = useTranslations('games')
  const format = useFormat()
  const navigate = useNavigate()
  // A tab is the chosen one at once; the games follow.
  const [chosen, setChosen] = useState(query.category)
  useEffect(() => setChosen(query.category), [query])
  const linkTo = (category: GameCategory | null) => {
    const to = hallPath(query, { category })
    const onClick = (event: MouseEvent) => {
      if (isForNewPage(event)) return
      setChosen(category)
      // The list that is open: the link by itself adds nothing to the history.
      if (category === query.category) return
      event.preventDefault()
      // After the frame that shows it: on a slow phone the router takes longer than a frame to set out.
      requestAnimationFrame(() => setTimeout(() => navigate(to, { preventScrollReset: true })))
    }
    return { to, onClick, current: chosen === category, preventScrollReset: true }
  }
  return (
    <nav aria-label={t('hall.tabs')}>
      <Rail>
        <ChipLink {...linkTo(null)} icon="layout-grid">
          {t('hall.all')}
        </ChipLink>
        {tabs.map(({ sysname, count }) => (
          <ChipLink key={sysname} {...linkTo(sysname)} icon={categoryIcons[sysname]} count={format.number(count)}>
            {t(`categories.${sysname}`)}
          </ChipLink>
        ))}
      </Rail>
    </nav>
  )
}

const categoryIcons: Record<GameCategory, IconName> = {
  slots: 'cherry',
  tables: 'spade',
  fast: 'zap',
  live: 'radio',
  new: 'star',
  popular: 'users',
  jackpots: 'gem',
}
