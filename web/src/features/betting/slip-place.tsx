import { type Currency, toWire } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { useIsFresh } from './live-book.ts'
import { placing } from './place-store.ts'
import { acceptedPicks, insteadOf } from './slip-press.ts'
import type { SlipView } from './slip-view.ts'
import { useLogIn } from './use-log-in.ts'

type Props = { view: SlipView; write: (price: number) => string; onNeedStake: () => void }

/** The one way to a bet. What it does is what it says: a smaller stake, another price, or the slip as it stands. */
export function SlipPlace({ view, write, onNeedStake }: Props) {
  const tButton = useTranslations('placing.button')
  const logIn = useLogIn()
  const { slip, asks, account, block, overs } = view
  const text = usePlaceText(view, write)
  const isStopped = useIsStopped(view)
  const accept = () => slip.edit({ picks: acceptedPicks(slip.picks, asks) })
  const press = () => {
    if (isStopped) return
    if (block !== null) return onNeedStake()
    const { bets, edit } = insteadOf(view)
    if (edit) slip.edit(edit)
    void placing.place(bets)
  }
  if (!account)
    return (
      <>
        {asks.length > 0 && <AcceptButton count={asks.length} onClick={accept} />}
        <Button kind="primary" size="xl" full onClick={logIn}>
          {tButton('logIn')}
        </Button>
      </>
    )
  return (
    <>
      <Button
        kind={isStopped ? 'neutral' : 'primary'}
        size="xl"
        full
        className="slip-place"
        icon={block === 'PAUSED' ? 'lock' : undefined}
        aria-disabled={isStopped || undefined}
        onClick={press}
      >
        {text}
      </Button>
      {asks.length > 0 && overs.length === 0 && <AcceptButton count={asks.length} onClick={accept} />}
    </>
  )
}

/** Takes note of the new prices and places nothing. */
function AcceptButton({ count, onClick }: { count: number; onClick: () => void }) {
  const t = useTranslations('slip.moved')
  return (
    <Button size="l" full onClick={onClick}>
      {t('accept', { count })}
    </Button>
  )
}

/** A button that cannot be pressed says why. */
function useIsStopped({ block, isTaking, missing, overs }: SlipView): boolean {
  const isFresh = useIsFresh()
  if (!isFresh || !isTaking) return true
  if (block === 'RELATED' || block === 'UNPRICED' || block === 'CLOSED' || block === 'PAUSED') return true
  return overs.length > 0 ? overs.some(({ max }) => max === 0n) : missing !== null
}

function usePlaceText(view: SlipView, write: (price: number) => string): string {
  const t = useTranslations('slip.place')
  const tButton = useTranslations('placing.button')
  const format = useFormat()
  const isFresh = useIsFresh()
  const { stake, currency, shape, bets, block, asks, overs, isTaking, missing } = view
  const money = (minor: bigint, of: Currency) => format.money(toWire(minor, of))
  const stops = {
    RELATED: tButton('related'),
    UNPRICED: tButton('unpriced'),
    CLOSED: tButton('closed'),
    PAUSED: tButton('paused'),
  }
  if (!isFresh) return tButton('stale')
  if (!isTaking) return tButton('off')
  if (block === 'RELATED' || block === 'UNPRICED' || block === 'CLOSED' || block === 'PAUSED') return stops[block]
  if (stake.total === null) return t('noStake')
  const instead = insteadOf(view)
  if (overs.some(({ max }) => max === 0n)) return tButton('full')
  if (overs.length > 0) return tButton('instead', { amount: money(instead.total, currency) })
  if (missing !== null) return tButton('missing')
  const [first] = asks
  if (first) return asks.length === 1 ? tButton('accept', { price: write(first.now.price) }) : tButton('acceptAll')
  const count = shape.kind === 'system' ? shape.combinations : bets.length
  return t('bets', { count, amount: money(instead.total, currency) })
}
