import type { Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { type ReactNode, useMemo } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Rail } from '../../ui/rail.tsx'
import { SportIcon, sportIcon } from './sport-icon.tsx'
import { leaguesShown, topLeagues } from './tree-rules.ts'

export type Tree = Output<'sports.getTree'>
type Sport = Tree['sports'][number]

const sportOf = (pathname: string) => pathname.split('/')[2] ?? ''

/** Beside the events on wide screens: where else one can go, with counts. A sport unfolds when it is open. */
export function SportTree({ tree, saved }: { tree: Tree; saved: number }) {
  const t = useTranslations('betting.tree')
  const { pathname } = useLocation()
  // Others come to the top when another page is opened, not under a pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts alone do not move a league.
  const shown = useMemo(() => topLeagues(tree.sports, 5).map(({ id }) => id), [pathname])
  const popular = leaguesShown(tree.sports, shown)
  return (
    <nav className="bet-tree side-list" aria-label={t('label')}>
      <TreeLink to={paths.betting()} icon="layout-grid">
        {t('home')}
      </TreeLink>
      <TreeLink to={paths.bettingLive()} icon="radio" count={tree.live}>
        {t('live')}
      </TreeLink>
      <TreeLink to={paths.bettingToday()} icon="calendar-days" count={tree.today}>
        {t('today')}
      </TreeLink>
      <TreeLink to={paths.bettingSaved()} icon="star" count={saved || undefined}>
        {t('saved')}
      </TreeLink>
      <TreeLink to={paths.bettingResults()} icon="history">
        {t('results')}
      </TreeLink>
      {popular.length > 0 && <h2 className="side-title">{t('popular')}</h2>}
      {popular.map(({ sport, id, slug, name, live, coming }) => (
        <TreeLink key={id} to={paths.bettingTournament(sport, id, slug)} sport={sport} count={live + coming}>
          <bdi>{name}</bdi>
        </TreeLink>
      ))}
      <h2 className="side-title">{t('sports')}</h2>
      {tree.sports.map((sport) => (
        <SportBranch key={sport.sysname} sport={sport} isOpen={sportOf(pathname) === sport.sysname} />
      ))}
    </nav>
  )
}

function SportBranch({ sport, isOpen }: { sport: Sport; isOpen: boolean }) {
  return (
    <>
      <TreeLink to={paths.bettingSport(sport.sysname)} sport={sport.sysname} count={sport.live + sport.coming}>
        {sport.name}
      </TreeLink>
      {isOpen && (
        <ul className="tree-branch">
          {sport.categories.map(({ id, name, tournaments }) => (
            <li key={id}>
              <span className="tree-category">
                <bdi>{name}</bdi>
              </span>
              {tournaments.map((each) => (
                <TreeLink
                  key={each.id}
                  to={paths.bettingTournament(sport.sysname, each.id, each.slug)}
                  count={each.live + each.coming}
                >
                  <bdi>{each.name}</bdi>
                </TreeLink>
              ))}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type LinkProps = { to: string; icon?: IconName; sport?: string; count?: number; children: ReactNode }

function TreeLink({ to, icon, sport, count, children }: LinkProps) {
  const format = useFormat()
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={pathname === to ? 'page' : undefined}>
      {icon && <Icon name={icon} />}
      {sport && <SportIcon sport={sport} />}
      <span className="cut">{children}</span>
      {count !== undefined && <small className="num">{format.number(count)}</small>}
    </Link>
  )
}

/** The same ways as chips where there is no room for the tree. */
export function SportChips({ tree }: { tree: Tree }) {
  const t = useTranslations('betting.tree')
  const { pathname } = useLocation()
  const sport = sportOf(pathname)
  return (
    <nav className="bet-chips" aria-label={t('chips')}>
      <Rail>
        <ChipLink to={paths.betting()} current={pathname === paths.betting()}>
          {t('all')}
        </ChipLink>
        <ChipLink to={paths.bettingLive()} icon="radio" count={tree.live} current={sport === 'live'}>
          {t('liveChip')}
        </ChipLink>
        {tree.sports.map(({ sysname, name, live, coming }) => (
          <ChipLink
            key={sysname}
            to={paths.bettingSport(sysname)}
            icon={sportIcon(sysname)}
            count={live + coming}
            current={sport === sysname}
          >
            {name}
          </ChipLink>
        ))}
        <ChipLink to={paths.bettingSaved()} icon="star" current={sport === 'saved'}>
          {t('saved')}
        </ChipLink>
        <ChipLink to={paths.bettingResults()} icon="history" current={sport === 'results'}>
          {t('results')}
        </ChipLink>
      </Rail>
    </nav>
  )
}
