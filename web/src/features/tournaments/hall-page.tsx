import { gameTypes } from '@croupier/contract/games'
import { categoryOfType } from '@croupier/contract/halls'
import { paths } from '@croupier/contract/paths'
import type { SubmitEvent } from 'react'
import { data, redirect, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useFormat } from '../../i18n/format.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Pager } from '../../site/pager.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { tidy } from '../cups/cups.tsx'
import { askStudios, GameGrid, HallStudios, loadGames } from '../games/games.tsx'
import type { Route } from './+types/hall-page'
import { askTournament, gamesOf } from './tournament-data.ts'
import { cupHallOptions, cupHallPath, longestSearch, readCupHall } from './tournament-rules.ts'
import './tournaments.css'

export const handle = { isIndexed: false }

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const call = serverCall(context)
  const tournament = await askTournament(call, params.id)
  if (!tournament) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  const { id, name, games_count, restrictions } = tournament
  const size = context.get(bootContext).config.tournaments.gamesPageSize
  const words = readCupHall(url.searchParams)
  const listed = gamesOf(tournament)
  const [found, studios, kinds] = await Promise.all([
    loadGames(context, { ...listed, ...cupHallOptions(words), count: size, offset: (words.page - 1) * size }),
    askStudios(call, { ...listed, ...(words.type && { types: words.type }) }),
    Promise.all(
      gameTypes.map(async (type) => ({ type, count: (await loadGames(context, { ...listed, type, count: 1 })).total })),
    ),
  ])
  const pages = Math.max(1, Math.ceil(found.total / size))
  if (words.page > pages) throw redirect(cupHallPath(id, { ...words, page: pages }))
  return {
    ...{ id, name, count: games_count, size, min: restrictions.min_bet, words, pages, listed, studios, ...found },
    kinds: kinds.filter(({ count }) => count > 0),
    seoTokens: { name, title: name },
  }
}

/** The games that count in one tournament. */
export default function TournamentHall({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('tournaments.hall')
  const all = useTranslations('tournaments')
  const { money } = useFormat()
  const { id, name, count, size, min, words, pages, games } = loaderData
  return (
    <>
      <PageHead title={all('hallTitle')} text={t('lead', { count, name })}>
        <div>
          <ButtonLink to={paths.tournament(id)} icon="chevron-left">
            {t('back')}
          </ButtonLink>
        </div>
      </PageHead>
      {count > size && <HallFilters {...loaderData} />}
      {games.length === 0 ? (
        <Card>
          <Empty
            icon="search"
            title={t('none')}
            text={t('noneText')}
            action={<ButtonLink to={paths.tournamentHall(id)}>{t('clear')}</ButtonLink>}
          />
        </Card>
      ) : (
        <GameGrid games={games} mark={min ? t('from', { min: money(tidy(min)) }) : undefined} />
      )}
      <Pager at={words.page} count={pages} toPage={(page) => cupHallPath(id, { ...words, page })} />
    </>
  )
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'id' | 'words' | 'kinds' | 'studios' | 'listed'>

/** Each choice is an address; the search works before any script. */
function HallFilters({ id, words, kinds, studios, listed }: FilterProps) {
  const t = useTranslations('tournaments.hall')
  const games = useTranslations('games')
  const { number } = useFormat()
  const navigate = useNavigate()
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    void navigate(cupHallPath(id, { ...words, search, page: 1 }), { preventScrollReset: true })
  }
  return (
    <div className="cup-filters">
      <search>
        <form className="cup-find" method="get" onSubmit={find} key={words.search}>
          {words.type && <input type="hidden" name="type" value={words.type} />}
          {words.providers.length > 0 && <input type="hidden" name="providers" value={words.providers.join()} />}
          <Field label={t('find')}>
            <Input type="search" name="search" defaultValue={words.search} maxLength={longestSearch} />
          </Field>
          <Button type="submit" size="xl">
            {t('search')}
          </Button>
        </form>
      </search>
      {kinds.length > 1 && (
        <nav className="cup-kinds" aria-label={t('kinds')}>
          <ChipLink
            to={cupHallPath(id, { ...words, type: null, page: 1 })}
            current={words.type === null}
            preventScrollReset
          >
            {t('all')}
          </ChipLink>
          {kinds.map(({ type, count }) => (
            <ChipLink
              key={type}
              to={cupHallPath(id, { ...words, type, page: 1 })}
              count={number(count)}
              current={words.type === type}
              preventScrollReset
            >
              {games(`categories.${categoryOfType[type]}`)}
            </ChipLink>
          ))}
        </nav>
      )}
      {(studios.length > 1 || words.providers.length > 0) && (
        <div className="cup-studios">
          <HallStudios
            // Demo rounds do not count.
            chosen={{ providers: words.providers, hasDemo: null }}
            studios={studios}
            optionsOf={({ providers }) => ({ ...listed, ...cupHallOptions({ ...words, providers }) })}
            pathOf={({ providers }) => cupHallPath(id, { ...words, providers, page: 1 })}
          />
        </div>
      )}
    </div>
  )
}
