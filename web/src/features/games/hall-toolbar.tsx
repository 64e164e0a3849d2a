import { gameSorts } from '@croupier/contract/games'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { Switch } from '../../ui/check.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuLink } from '../../ui/menu.tsx'
import type { Studio } from './hall-data.ts'
import { HallFind } from './hall-find.tsx'
import { type HallQuery, hallOptions, hallPath } from './hall-query.ts'
import { HallStudios } from './hall-studios.tsx'
import type { StudioChoice } from './hall-studios-list.tsx'
import { useStuck } from './use-stuck.ts'

type Props = { query: HallQuery; studios: readonly Studio[] }

/** Search, studios, order and the demo switch. Stays in reach while the games scroll below it. */
export function HallToolbar({ query, studios }: Props) {
  const t = useTranslations('games.hall')
  const navigate = useNavigate()
  const { ref, isStuck } = useStuck()
  // A switch moves at once; the games follow.
  const [hasDemo, setDemo] = useState(query.hasDemo)
  useEffect(() => setDemo(query.hasDemo), [query.hasDemo])
  const showDemo = (isOn: boolean) => {
    setDemo(isOn)
    navigate(hallPath(query, { hasDemo: isOn }), { preventScrollReset: true })
  }
  const withChoice = ({ providers, hasDemo: wanted }: StudioChoice) => ({
    ...query,
    providers,
    hasDemo: wanted === true,
  })
  return (
    <div className="hall-bar">
      <HallFind query={query} />
      <div ref={ref} className="hall-tools" data-stuck={isStuck || undefined}>
        <HallStudios
          chosen={{ providers: query.providers, hasDemo: query.hasDemo }}
          studios={studios}
          optionsOf={(choice) => hallOptions(withChoice(choice))}
          pathOf={(choice) => hallPath(withChoice(choice))}
        />
        <SortMenu query={query} />
        <div className="only-wide hall-demo">
          <Switch checked={hasDemo} onChange={(event) => showDemo(event.target.checked)}>
            {t('demo')}
          </Switch>
        </div>
      </div>
    </div>
  )
}

function SortMenu({ query }: { query: HallQuery }) {
  const t = useTranslations('games')
  // While a search runs without a wish for an order, the best fit is first.
  const isBest = query.sort === null && query.search !== ''
  const current = query.sort ?? 'popular'
  const chosen = isBest ? t('hall.best') : t(`sorts.${current}`)
  return (
    <Menu
      className="pick"
      label={t('hall.sort', { chosen })}
      trigger={
        <>
          <span className="cut">{chosen}</span>
          <Icon name="chevron-down" />
        </>
      }
    >
      {query.search && (
        <MenuLink to={hallPath(query, { sort: null })} current={isBest} preventScrollReset>
          {t('hall.best')}
        </MenuLink>
      )}
      {gameSorts.map((sort) => (
        <MenuLink
          key={sort}
          to={hallPath(query, { sort: sort === 'popular' && !query.search ? null : sort })}
          current={!isBest && current === sort}
          preventScrollReset
        >
          {t(`sorts.${sort}`)}
        </MenuLink>
      ))}
    </Menu>
  )
}
