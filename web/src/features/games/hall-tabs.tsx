import type { GameCategory } from '@croupier/contract/games'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { ChipLink } from '../../ui/chip.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Rail } from '../../ui/rail.tsx'
import type { Tab } from './hall-data.ts'
import { type HallQuery, hallPath } from './hall-query.ts'

/** Rooms of the hall. What else it was narrowed to is kept from one to the next. */
export function HallTabs({ query, tabs }: { query: HallQuery; tabs: readonly Tab[] }) {
  const t = useTranslations('games')
  const format = useFormat()
  return (
    <nav aria-label={t('hall.tabs')}>
      <Rail>
        <ChipLink
          to={hallPath(query, { category: null })}
          icon="layout-grid"
          current={query.category === null}
          preventScrollReset
        >
          {t('hall.all')}
        </ChipLink>
        {tabs.map(({ sysname, count }) => (
          <ChipLink
            key={sysname}
            to={hallPath(query, { category: sysname })}
            icon={categoryIcons[sysname]}
            count={format.number(count)}
            current={query.category === sysname}
            preventScrollReset
          >
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
