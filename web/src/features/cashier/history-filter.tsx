import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuLink } from '../../ui/menu.tsx'
import { type Filter, filters } from './entry-rules.ts'

type Props = { chosen: Filter | undefined; toFilter: (filter: Filter | undefined) => string }

/** Which entries are listed, by how they stand. Links in a menu that opens without a script. */
export function HistoryFilter({ chosen, toFilter }: Props) {
  const t = useTranslations('cashier.history.filters')
  const name = chosen ? t(`${chosen}`) : t('all')
  return (
    <Menu
      className="btn btn-s btn-outline"
      label={`${t('label')}: ${name}`}
      trigger={
        <>
          {name}
          <Icon name="chevron-down" />
        </>
      }
    >
      <MenuLink to={toFilter(undefined)} current={chosen === undefined} preventScrollReset>
        {t('all')}
      </MenuLink>
      {filters.map((filter) => (
        <MenuLink key={filter} to={toFilter(filter)} current={filter === chosen} preventScrollReset>
          {t(`${filter}`)}
        </MenuLink>
      ))}
    </Menu>
  )
}
