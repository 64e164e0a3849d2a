import { type GameType, gameTypes } from '@croupier/contract/games'
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
import { GameGrid, loadGames } from '../games/games.tsx'
import type { Route } from './+types/hall-page'
import { askTournament, gamesOf } from './tournament-data.ts'
import { readCupPage } from './tournament-rules.ts'
import './tournaments.css'

export const handle = { isIndexed: false }

const longestSearch = 100

type HallWords = { search: string; type: GameType | null; page: number }

function toHall(id: string, { search, type, page }: HallWords): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (type) query.set('type', type)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${paths.tournamentHall(id)}?${query}` : paths.tournamentHall(id)
}

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const call = serverCall(context)
  const tournament = await askTournament(call, params.id)
  if (!tournament) throw data('Page not found', { status: 404, statusText: 'Page not found' })
  const { id, name, games_count, restrictions } = tournament
  const size = context.get(bootContext).config.tournaments.gamesPageSize
  const query = url.searchParams
  const words: HallWords = {
    search: (query.get('search') ?? '').trim().slice(0, longestSearch),
    type: gameTypes.find((type) => type === query.get('type')) ?? null,
    page: readCupPage(query),
  }
  const listed = gamesOf(tournament)
  const [found, kinds] = await Promise.all([
    loadGames(context, {
      ...listed,
      ...(words.search && { search: words.search }),
      ...(words.type && { type: words.type }),
      count: size,
      offset: (words.page - 1) * size,
    }),
    Promise.all(
      gameTypes.map(async (type) => ({ type, count: (await loadGames(context, { ...listed, type, count: 1 })).total })),
    ),
  ])
  const pages = Math.max(1, Math.ceil(found.total / size))
  if (words.page > pages) throw redirect(toHall(id, { ...words, page: pages }))
  return {
    ...{ id, name, count: games_count, size, min: restrictions.min_bet, words, pages, ...found },
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
      <Pager at={words.page} count={pages} toPage={(page) => toHall(id, { ...words, page })} />
    </>
  )
}

type FilterProps = Pick<Route.ComponentProps['loaderData'], 'id' | 'words' | 'kinds'>

/** Each choice is an address; the search works before any script. */
function HallFilters({ id, words, kinds }: FilterProps) {
  const t = useTranslations('tournaments.hall')
  const games = useTranslations('games')
  const { number } = useFormat()
  const navigate = useNavigate()
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    void navigate(toHall(id, { ...words, search, page: 1 }), { preventScrollReset: true })
  }
  return (
    <div className="cup-filters">
      <search>
        <form className="cup-find" method="get" onSubmit={find} key={words.search}>
          {words.type && <input type="hidden" name="type" value={words.type} />}
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
          <ChipLink to={toHall(id, { ...words, type: null, page: 1 })} current={words.type === null} preventScrollReset>
            {t('all')}
          </ChipLink>
          {kinds.map(({ type, count }) => (
            <ChipLink
              key={type}
              to={toHall(id, { ...words, type, page: 1 })}
              count={number(count)}
              current={words.type === type}
              preventScrollReset
            >
              {games(`categories.${categoryOfType[type]}`)}
            </ChipLink>
          ))}
        </nav>
      )}
    </div>
  )
}
