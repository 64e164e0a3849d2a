import type { SportsEventCard, SportsEventMarket, SportsMarket } from '@croupier/contract/methods/sports'
import { printPick } from '@croupier/sportsbook/pick'
import { memo, useEffect, useMemo, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { laterTogether } from './later-together.ts'
import { useMarket } from './live-book.ts'
import { lockOf, priceMove } from './odds-rules.ts'
import { useOddsWords } from './odds-words.tsx'
import { togglePick, useIsPicked } from './picked.ts'
import type { SlipPick } from './slip-store.ts'

type Props = {
  event: SportsEventCard
  market: SportsMarket | SportsEventMarket
  outcome: string
  /** A shorter label than the outcome's own name: `1`, `X`, `2`. */
  label?: string
  /** `column`: the price alone, its label stands above the list; `tall`: label over price. */
  look?: 'line' | 'column' | 'tall'
}

/** A price that can be put on the slip, and taken off it again. A page has hundreds: none is drawn for another's sake. */
export const OddsButton = memo(({ event, market: loaded, outcome, label, look = 'line' }: Props) => {
  const { priced, locked, write, isReadOnly } = useOddsWords()
  const market = useMarket(loaded)
  const text = useOddsText(event.id, loaded, outcome)
  const isPicked = useIsPicked(text.pick)
  const price = market.prices[market.outcomes.indexOf(outcome)] ?? 0
  const move = useMove(price)
  const lock = lockOf(market, {
    ...{ price, isSilent: event.is_silent && market === loaded, isShut: event.closed !== null },
  })
  const isPressed = !isReadOnly && isPicked
  const shown = write(price)
  const { name } = text
  return (
    <button
      type="button"
      data-odds=""
      className={cx('odds', `odds-${look}`, lock ? 'odds-off' : move && `odds-${move}`)}
      aria-pressed={isPressed}
      aria-disabled={lock !== null || isReadOnly}
      onClick={() => !isReadOnly && (lock === null || isPressed) && togglePick(pickOf(event, market, outcome, price))}
    >
      <span className="sr">{lock ? locked(name, lock) : priced(name, shown)}</span>
      <span className="odds-label cut" aria-hidden="true">
        <bdi>{label ?? text.label}</bdi>
      </span>
      {lock ? <Icon name="lock" /> : <b aria-hidden="true">{shown}</b>}
    </button>
  )
})

/** What does not change with the price. */
function useOddsText(id: number, market: SportsMarket, outcome: string) {
  const { words } = useOddsWords()
  const { type, period, line } = market
  return useMemo(
    () => ({
      name: words.pick({ type, period, line }, outcome),
      label: words.outcome({ type, period, line }, outcome),
      pick: printPick({ event: String(id), type, period, line, outcome }),
    }),
    [words, id, type, period, line, outcome],
  )
}

/** Only half lines and questions without a line always have an answer; the event's page knows it exactly. */
const isBuildable = (market: SportsMarket | SportsEventMarket) =>
  'is_buildable' in market ? market.is_buildable : market.line === null || market.line.endsWith('.5')

function pickOf(
  { id, slug, sport, home, away, starts_at, state }: SportsEventCard,
  market: SportsMarket | SportsEventMarket,
  outcome: string,
  price: number,
): SlipPick {
  const { type, period, line, version } = market
  return {
    pick: printPick({ event: String(id), type, period, line, outcome }),
    marketId: market.id,
    price,
    version,
    isLive: state === 'live',
    event: { id, slug, sport, home: home.name, away: away.name, startsAt: starts_at },
    market: { type, period, line },
    outcome,
    isBuildable: isBuildable(market),
  }
}

const moveMs = 5_000

/** The arrow stays for a while; colour and ring fade by style. */
function useMove(price: number): 'up' | 'down' | null {
  const [known, setKnown] = useState({ price, move: priceMove(price, price) })
  if (known.price !== price) setKnown({ price, move: priceMove(known.price, price) })
  useEffect(() => {
    if (known.move === null) return
    return laterTogether(() => setKnown({ price: known.price, move: null }), moveMs)
  }, [known])
  return known.move
}
