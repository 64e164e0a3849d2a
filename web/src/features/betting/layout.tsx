import './betting.css'
import './odds.css'
import { Outlet } from 'react-router'
import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import type { Route } from './+types/layout'
import { bettingSymbols } from './betting-sprite.ts'
import { FavouritesContext, favouriteKey } from './favourites.ts'
import { FeedNotice } from './feed-notice.tsx'
import { MadeAtContext } from './kick-off.tsx'
import { useBookKeeping } from './live-book.ts'
import { isFormat, OddsFormatProvider, oddsKey } from './odds-format.tsx'
import { Slip } from './slip.tsx'
import { SlipSheet } from './slip-sheet.tsx'
import { SportChips, SportTree } from './tree.tsx'
import { useTree } from './use-tree.ts'

/** What all betting pages know: the tree, the player's stars, and how the visitor reads prices. */
export async function loader({ context }: Route.LoaderArgs) {
  const { account, odds } = context.get(bootContext)
  const call = serverCall(context)
  const [tree, favourites, stored] = await Promise.all([
    call('sports.getTree', {}),
    account ? call('sports.getFavourites', {}) : null,
    account && !account.is_payout_only && odds === null ? call('storage.get', { keys: oddsKey }) : null,
  ])
  const chosen = odds ?? stored?.[oddsKey]
  return {
    tree,
    favourites: favourites?.items.map(({ kind, id }) => favouriteKey(kind, id)) ?? [],
    format: isFormat(chosen) ? chosen : 'decimal',
    madeAt: new Date().toISOString(),
  } as const
}

/** Drawings that no other page needs. */
const BettingSprite = () => (
  <svg className="sr" aria-hidden="true">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by tools/sprite.ts, no outside text */}
    <defs dangerouslySetInnerHTML={{ __html: bettingSymbols }} />
  </svg>
)

export default function BettingLayout({ loaderData }: Route.ComponentProps) {
  const { favourites, format, madeAt } = loaderData
  const t = useTranslations('betting')
  const tree = useTree(loaderData.tree)
  useBookKeeping()
  return (
    <MadeAtContext value={madeAt}>
      <FavouritesContext value={favourites}>
        <OddsFormatProvider format={format}>
          <BettingSprite />
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
              <Slip />
            </aside>
          </div>
          <SlipSheet />
        </OddsFormatProvider>
      </FavouritesContext>
    </MadeAtContext>
  )
}
