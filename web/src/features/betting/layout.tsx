import './betting.css'
import './odds.css'
import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import type { Route } from './+types/layout'
import { BettingDrawings } from './betting-drawings.tsx'
import { DrawPace } from './draw-soon.ts'
import { FavouritesContext, favouriteKey } from './favourites.ts'
import { FeedNotice } from './feed-notice.tsx'
import { MadeAtContext } from './kick-off.tsx'
import { useBookKeeping } from './live-book.ts'
import { askOddsFormat } from './odds-choice.ts'
import { OddsFormatProvider, useOddsFormat } from './odds-format.tsx'
import { Slip } from './slip.tsx'
import { SlipSheet } from './slip-sheet.tsx'
import { SlipTabs } from './slip-tabs.tsx'
import { SportChips, SportTree } from './tree.tsx'
import { useTree } from './use-tree.ts'

/** What all betting pages know: the tree, the player's stars, and how the visitor reads prices. */
export async function loader({ context }: Route.LoaderArgs) {
  const { account, odds } = context.get(bootContext)
  const call = serverCall(context)
  const [tree, favourites, format] = await Promise.all([
    call('sports.getTree', {}),
    account ? call('sports.getFavourites', {}) : null,
    askOddsFormat(call, { account, odds }),
  ])
  return {
    tree,
    favourites: favourites?.items.map(({ kind, id }) => favouriteKey(kind, id)) ?? [],
    format,
    madeAt: new Date().toISOString(),
  } as const
}

function SlipColumn() {
  const write = useOddsFormat()
  return (
    <SlipTabs write={write}>
      <Slip />
    </SlipTabs>
  )
}

export default function BettingLayout({ loaderData }: Route.ComponentProps) {
  const { favourites, format, madeAt } = loaderData
  const t = useTranslations('betting')
  const tree = useTree(loaderData.tree)
  useBookKeeping()
  return (
    <MadeAtContext value={madeAt}>
      <FavouritesContext value={favourites}>
        <OddsFormatProvider format={format}>
          <BettingDrawings />
          <DrawPace />
          <a className="skip" href="#slip">
            {t('skipToSlip')}
          </a>
          <div className="bet-frame">
            <SportTree tree={tree} saved={favourites.length} />
            <div className="bet-main">
              <SportChips tree={tree} />
              <FeedNotice />
              <Outlet />
            </div>
            <aside id="slip" className="bet-slip" tabIndex={-1} aria-label={t('slip')}>
              <SlipColumn />
            </aside>
          </div>
          <SlipSheet />
        </OddsFormatProvider>
      </FavouritesContext>
    </MadeAtContext>
  )
}
