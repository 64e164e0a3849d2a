import type { SportsEventCard, SportsEventMarket } from '@croupier/contract/methods/sports'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../dialogs/dialogs.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { shownOutcomes } from './market-groups.ts'
import { namesOf, useMarketWords } from './market-words.ts'

/** `pick`: the answer that was pressed. */
type Asked = {
  event: SportsEventCard
  markets: readonly SportsEventMarket[]
  pick?: { marketId: number; outcome: string }
}

/** The chart and its figures are loaded when a visitor asks for them. */
async function openPrices(title: string, asked: Asked) {
  const { PriceHistory } = await import('./price-history.tsx')
  openPopup({ name: 'prices', title, size: 'medium', content: <PriceHistory {...asked} /> })
}

export function PriceKey({ event, markets }: Omit<Asked, 'pick'>) {
  const t = useTranslations('betting-event')
  const words = useMarketWords(namesOf(event))
  const [first] = markets
  if (!first) return null
  const open = () => void openPrices(words.market(first), { event, markets })
  return (
    <IconButton
      className="price-key"
      icon="history"
      size="s"
      label={t('history', { market: words.market(first) })}
      onClick={open}
    />
  )
}

const longMs = 500

/** Odds stand in their row in the order of the outcomes that are shown. */
function pressedPick(target: Element, markets: readonly SportsEventMarket[]): Asked['pick'] | null {
  const row = target.closest('[data-market]')
  const odds = target.closest('[data-odds]')
  const market = markets.find(({ id }) => String(id) === row?.getAttribute('data-market'))
  if (!row || !odds || !market) return null
  const outcome = shownOutcomes(market)[[...row.querySelectorAll('[data-odds]')].indexOf(odds)]
  return outcome === undefined ? null : { marketId: market.id, outcome }
}

/** A long press on a price opens its history instead of choosing it. */
export function useLongPress(event: SportsEventCard, markets: readonly SportsEventMarket[]) {
  const words = useMarketWords(namesOf(event))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  return {
    onPointerDown: ({ target, button }: PointerEvent) => {
      const pick = target instanceof Element ? pressedPick(target, markets) : null
      const [first] = markets
      wasLong.current = false
      cancel()
      if (!pick || !first || button !== 0) return
      timer.current = setTimeout(() => {
        wasLong.current = true
        void openPrices(words.market(first), { event, markets, pick })
      }, longMs)
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onPointerLeave: cancel,
    onClickCapture: (click: MouseEvent) => {
      if (!wasLong.current) return
      wasLong.current = false
      click.preventDefault()
      click.stopPropagation()
    },
  }
}
