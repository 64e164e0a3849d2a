import { useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { ChipLink } from '../../ui/chip.tsx'
import { Rail } from '../../ui/rail.tsx'
import { sportIcon } from './sport-icon.tsx'
import type { Tree } from './tree.tsx'

/** Narrows a list to one sport; each choice is an address. */
export function SportFilter({
  sport,
  addressOf,
}: {
  sport: string | undefined
  addressOf: (sport?: string) => string
}) {
  const t = useTranslations('betting.tree')
  const sports = useRouteLoaderData<{ tree: Tree }>('features/betting/layout')?.tree.sports ?? []
  return (
    <nav aria-label={t('filter')}>
      <Rail>
        <ChipLink small to={addressOf()} current={sport === undefined} replace preventScrollReset>
          {t('all')}
        </ChipLink>
        {sports.map(({ sysname, name }) => (
          <ChipLink
            key={sysname}
            small
            icon={sportIcon(sysname)}
            to={addressOf(sysname)}
            current={sport === sysname}
            replace
            preventScrollReset
          >
            {name}
          </ChipLink>
        ))}
      </Rail>
    </nav>
  )
}
