import { useTranslations } from 'use-intl'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Rail } from '../../ui/rail.tsx'
import type { Studio } from './hall-data.ts'
import { cleared, type HallQuery, hallPath } from './hall-query.ts'

/** What the hall was narrowed to; each can be taken away. The words of a search stand in their field. */
export function HallChips({ query, studios }: { query: HallQuery; studios: readonly Studio[] }) {
  const t = useTranslations('games')
  const { type, providers, hasDemo } = query
  const applied = [
    ...(type ? [{ key: 'type', name: t(`types.${type}`), to: hallPath(query, { type: null }) }] : []),
    ...providers.map((sysname) => ({
      key: sysname,
      name: studios.find((each) => each.sysname === sysname)?.name ?? sysname,
      to: hallPath(query, { providers: providers.filter((each) => each !== sysname) }),
    })),
    ...(hasDemo ? [{ key: 'demo', name: t('hall.demo'), to: hallPath(query, { hasDemo: false }) }] : []),
  ]
  if (applied.length === 0) return null
  return (
    <Rail>
      {applied.map(({ key, name, to }) => (
        <ChipLink key={key} small to={to} aria-label={t('hall.remove', { name })} preventScrollReset>
          {name}
          <Icon name="x" />
        </ChipLink>
      ))}
      <ChipLink small className="chip-bare" to={hallPath(query, cleared)} preventScrollReset>
        {t('hall.clearAll')}
      </ChipLink>
    </Rail>
  )
}
