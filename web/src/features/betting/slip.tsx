import './slip.css'
import { useTranslations } from 'use-intl'
import { useOddsFormat } from './odds-format.tsx'
import { usePlaceKeeping } from './place-store.ts'
import { QuickBets } from './quick-bets.tsx'
import { FollowQuotes } from './quote-store.ts'
import { ShareSlip } from './share-slip.tsx'
import { SlipBody } from './slip-body.tsx'
import { useBonusesAsked } from './slip-bonuses.ts'
import { FollowSlip } from './slip-book.tsx'
import { FollowBuilders } from './slip-builder.tsx'
import { SlipClear } from './slip-clear.tsx'
import { useSlipKeeping } from './slip-store.ts'
import { useSlipView } from './slip-view.ts'

/** The slip beside the page. It is there on phones as well, unseen, and follows the prices for the bar below. */
export function Slip() {
  const t = useTranslations('slip')
  const view = useSlipView()
  const write = useOddsFormat()
  const { account, slip } = view
  // The account of a player who came for the balance keeps nothing new.
  const uid = account && !account.is_payout_only ? account.uid : null
  useSlipKeeping(uid)
  usePlaceKeeping(uid)
  useBonusesAsked(uid !== null && slip.picks.length > 0)
  return (
    <section className="slip" aria-labelledby="slip-title">
      <FollowSlip picks={slip.picks} />
      <FollowBuilders view={view} />
      <FollowQuotes view={view} />
      <QuickBets view={view} write={write} />
      <header className="slip-head">
        <h2 id="slip-title">{t('title')}</h2>
        {slip.picks.length > 0 && <span className="slip-count num">{slip.picks.length}</span>}
        <SlipClear />
      </header>
      <SlipBody view={view} write={write} />
      <ShareSlip />
    </section>
  )
}
