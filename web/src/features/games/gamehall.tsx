import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigationType, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { useFormat } from '../../i18n/format.ts'
import { errorKind } from '../../site/error-kind.ts'
import { useNextPage } from '../../site/next-page.ts'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { TileSkeleton } from '../../ui/tile.tsx'
import { askStrip, LiveStrip, type Strip } from '../betting/betting.ts'
import type { Route } from './+types/gamehall'
import { askUnfinished, type Unfinished, UnfinishedRounds } from './game-unfinished.tsx'
import { HallChips } from './hall-chips.tsx'
import { type HallData, loadHall } from './hall-data.ts'
import { HallEmpty } from './hall-empty.tsx'
import { HallGrid } from './hall-grid.tsx'
import { HallList } from './hall-list.tsx'
import { hallKey, isNarrowed, readHall } from './hall-query.ts'
import { HallTabs } from './hall-tabs.tsx'
import { HallToolbar } from './hall-toolbar.tsx'
import type { GridFrame } from './use-grid-frame.ts'

export const handle = { title: 'games.hall.title' }

/** The first view of a large screen; content says how many a row of pages has. */
const firstPages = 2

export async function loader({ url, context }: Route.LoaderArgs) {
  const { account, config, report } = context.get(bootContext)
  const call = serverCall(context)
  const count = config.games.pageSize * firstPages
  const isPlayer = account !== null
  const [hall, unfinished, strip] = await Promise.all([
    loadHall(call, readHall(url.searchParams), { isPlayer, count, report }),
    askUnfinished(call, { isPlayer, report }),
    account?.is_payout_only ? null : askStrip(call, report),
  ])
  return { ...hall, unfinished, strip }
}

/** Without a connection the hall stays where it is, and says so in the place of its games. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  try {
    return await serverLoader()
  } catch (error) {
    if (errorKind(error) === 'offline') return null
    throw error
  }
}

export default function Gamehall({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('games.hall')
  const { revalidate } = useRevalidator()
  const [kept, setKept] = useState(loaderData)
  if (loaderData && loaderData !== kept) setKept(loaderData)
  const failed = (
    <ErrorInPlace title={t('failed')} text={t('failedText')} retry={{ text: t('retry'), onClick: revalidate }} />
  )
  if (!kept) return failed
  return <HallPage data={kept}>{loaderData ? null : failed}</HallPage>
}

/** Children stand in the place of the games. */
function HallPage({
  data,
  children,
}: {
  data: HallData & { unfinished: Unfinished; strip: Strip | null }
  children: ReactNode
}) {
  const t = useTranslations('games')
  const { query, tabs, studios, total, games, pots, popular } = data
  const isWaiting = useLong(useFiltering())
  const top = useId()
  const key = hallKey(query)
  useTopOnChange(top, key)
  const frame = useRef<GridFrame>(null)
  return (
    <div className="hall">
      <header className="hall-head">
        <h1>{query.category ? t(`categories.${query.category}`) : t('hall.title')}</h1>
        <Count data={data} />
      </header>
      <UnfinishedRounds rounds={data.unfinished} />
      {!isNarrowed(query) && <LiveStrip strip={data.strip} />}
      <HallTabs query={query} tabs={tabs} />
      <HallToolbar query={query} studios={studios} />
      <HallChips query={query} studios={studios} />
      <div id={top} className="hall-top" />
      {children ??
        (isWaiting ? (
          <Waiting />
        ) : total === 0 ? (
          <HallEmpty query={query} popular={popular} pots={pots} />
        ) : (
          <>
            <a className="skip" href="#after-games">
              {t('hall.skip')}
            </a>
            <HallGrid key={key} query={query} total={total} games={games} pots={pots} last={frame} />
            <div id="after-games" tabIndex={-1} />
            <HallList games={games} />
          </>
        ))}
    </div>
  )
}

function Count({ data: { query, total, tabs, studios } }: { data: HallData }) {
  const t = useTranslations('games.hall')
  const format = useFormat()
  const sum = (list: readonly { count: number }[]) => list.reduce((games, { count }) => games + count, 0)
  const all = query.category ? sum(tabs.filter(({ sysname }) => sysname === query.category)) : sum(studios)
  const isPart = isNarrowed(query) && all > total
  return (
    <p className="hall-count" aria-live="polite">
      {isPart
        ? t('countOf', { shown: format.number(total), count: all, all: format.number(all) })
        : t('count', { count: total, shown: format.number(total) })}
    </p>
  )
}

const waitingTiles = Array.from({ length: 18 }, (_, place) => place)

function Waiting() {
  return (
    <div className="tiles" aria-busy="true">
      {waitingTiles.map((place) => (
        <TileSkeleton key={place} />
      ))}
    </div>
  )
}

/** Another filter of this page is on its way. */
function useFiltering(): boolean {
  const { pathname, search } = useLocation()
  const next = useNextPage()
  return next !== null && next.pathname === pathname && next.search !== search
}

const longMs = 150

/** A wait that a visitor notices. It ends with the answer: what stands above the games may be another height then. */
function useLong(isWaiting: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setLong(true), longMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isWaiting])
  return isWaiting && isLong
}

/** Another filter begins at its first row, under the toolbar. A way back is led to its own place by the router. */
function useTopOnChange(id: string, key: string) {
  const isBack = useNavigationType() === 'POP'
  const [shown, setShown] = useState(key)
  useEffect(() => {
    if (shown === key) return
    setShown(key)
    const mark = document.getElementById(id)
    if (isBack || !mark) return
    const edge = Number.parseFloat(getComputedStyle(mark).scrollMarginBlockStart) || 0
    if (mark.getBoundingClientRect().top < edge) mark.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [id, key, shown, isBack])
}
