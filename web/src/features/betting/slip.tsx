import './slip.css'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useOddsFormat } from './odds-format.tsx'
import { usePlaceKeeping } from './place-store.ts'
import { useQuickBet } from './quick-store.ts'
import { LazyShareSlip } from './share-later.ts'
import { askSlipFilled, SlipBody } from './slip-body.tsx'
import { useBonusesAsked } from './slip-bonuses.ts'
import { FollowSlip } from './slip-book.tsx'
import { FollowBuilders } from './slip-builders.ts'
import { SlipClear } from './slip-clear.tsx'
import { FollowQuotes } from './slip-quotes.ts'
import { useSlipKeeping } from './slip-store.ts'
import { FollowTries } from './slip-tries.tsx'
import { useSlipView } from './slip-view.ts'

/** Only where the player has switched it on, or such a bet is still on its way. */
const QuickBets = lazy(() => import('./quick-bets.tsx').then((module) => ({ default: module.QuickBets })))

/** Where the style shows the column. */
const wide = '(min-width: 992px)'
const onWidth = (listener: () => void) => {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const useHasColumn = () =>
  useSyncExternalStore(
    onWidth,
    () => matchMedia(wide).matches,
    () => true,
  )

/** The slip beside the page. It is there on phones as well, with nothing to see, and follows the prices for the bar below. */
export function Slip() {
  const t = useTranslations('slip')
  const view = useSlipView()
  const write = useOddsFormat()
  const { account, slip } = view
  // The account of a player who came for the balance keeps nothing new.
  const uid = account && !account.is_payout_only ? account.uid : null
  const isQuick = useQuickBet(uid).isOn || view.tries.some((each) => each.isQuick)
  useSlipKeeping(uid)
  usePlaceKeeping(uid)
  useBonusesAsked(uid !== null && slip.picks.length > 0)
  const hasColumn = useHasColumn()
  const isSheetNear = !hasColumn && slip.picks.length > 0
  useEffect(() => {
    if (isSheetNear) askSlipFilled().catch(() => undefined)
  }, [isSheetNear])
  return (
    <section className="slip" aria-labelledby="slip-title">
      <FollowSlip picks={slip.picks} />
      <FollowBuilders view={view} />
      <FollowQuotes view={view} />
      <FollowTries view={view} />
      {isQuick && (
        <Suspense>
          <QuickBets view={view} write={write} />
        </Suspense>
      )}
      <header className="slip-head">
        <h2 id="slip-title">{t('title')}</h2>
        {slip.picks.length > 0 && <span className="slip-count num">{slip.picks.length}</span>}
        {hasColumn && <SlipClear />}
      </header>
      {hasColumn && <SlipBody view={view} write={write} />}
      {hasColumn && slip.picks.length > 0 && (
        <Suspense>
          <LazyShareSlip />
        </Suspense>
      )}
    </section>
  )
}
