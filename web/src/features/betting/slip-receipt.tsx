import type { WireBet } from '@croupier/contract/methods/bets'
import { paths } from '@croupier/contract/paths'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { pickName } from './market-words.ts'
import { placedOf } from './place-rules.ts'
import { placing } from './place-store.ts'
import { totalText } from './slip-sums.ts'
import type { SlipView } from './slip-view.ts'

type Write = (price: number) => string

const betPath = ({ id }: Pick<WireBet, 'id'>) => paths.betHistory({ product: 'sports', bet: id })

const putAside = () => placing.dismiss(({ state, isQuick }) => state === 'placed' && !isQuick)

/** What was taken, where the slip was: number, prices asked and taken, stake and return. */
export function SlipReceipt({ view: { slip, tries }, write }: { view: SlipView; write: Write }) {
  const t = useTranslations('placing.receipt')
  const placed = placedOf(tries)
  const bets = placed.flatMap(({ bet }) => bet ?? [])
  const [first] = bets
  const keep = () => {
    const picks = placed.flatMap((each) => each.picks)
    slip.edit({ picks: picks.filter(({ pick }, at) => picks.findIndex((other) => other.pick === pick) === at) })
  }
  return (
    <>
      <div className="slip-scroll">
        <ReceiptHead count={bets.length} />
        {bets.map((bet) => (
          <Receipt key={bet.id} bet={bet} write={write} />
        ))}
      </div>
      <div className="slip-pay slip-two">
        <Button size="l" onClick={keep}>
          {t('keep')}
        </Button>
        <ButtonLink size="l" to={first && bets.length === 1 ? betPath(first) : paths.betHistory({ product: 'sports' })}>
          {bets.length === 1 ? t('see') : t('seeAll')}
        </ButtonLink>
        <Button kind="ghost" onClick={putAside}>
          {t('close')}
        </Button>
      </div>
    </>
  )
}

/** The button that was pressed is gone: the keyboard goes on here. */
function ReceiptHead({ count }: { count: number }) {
  const t = useTranslations('placing.receipt')
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) head.current?.focus()
  }, [])
  return (
    <div className="slip-verdict">
      <span className="slip-verdict-mark is-good">
        <Icon name="check" />
      </span>
      <h3 ref={head} tabIndex={-1}>
        {t('title', { count })}
      </h3>
    </div>
  )
}

function Receipt({ bet, write }: { bet: WireBet; write: Write }) {
  const t = useTranslations('placing.receipt')
  const format = useFormat()
  const { kind, legs, stake, possible, boost_percent, number, accepted_at, asked_at, combinations } = bet
  const prices = legs.map(({ price, price_asked }) => price ?? price_asked)
  return (
    <section className="slip-receipt">
      <p className="slip-fine num">
        {t('number', { number })} · {format.dateTime(new Date(accepted_at ?? asked_at))}
        {kind === 'system' && ` · ${t('system', { count: combinations })}`}
      </p>
      <ol>
        {legs.map((leg) => (
          <ReceiptLeg key={leg.pick} leg={leg} write={write} />
        ))}
      </ol>
      <dl className="slip-sums">
        <div>
          <dt>{t('stake')}</dt>
          <dd className="num">{format.money(stake)}</dd>
        </div>
        {kind === 'multiple' && (
          <div>
            <dt>{t('price')}</dt>
            <dd className="num">{totalText(prices)}</dd>
          </div>
        )}
        {boost_percent > 0 && (
          <div className="is-boost">
            <dt>{t('boost')}</dt>
            <dd className="num">{t('boostText', { percent: boost_percent })}</dd>
          </div>
        )}
        <div className="is-returns">
          <dt>{t('possible')}</dt>
          <dd className="num">{format.money(possible)}</dd>
        </div>
      </dl>
      {(bet.is_free_bet || bet.mode === 'demo') && (
        <p className="slip-fine">{bet.is_free_bet ? t('free') : t('practice')}</p>
      )}
    </section>
  )
}

function ReceiptLeg({ leg, write }: { leg: WireBet['legs'][number]; write: Write }) {
  const t = useTranslations('placing.receipt')
  const tSlip = useTranslations('slip')
  const tMarkets = useTranslations('markets')
  const { event, market, outcome, parts, price, price_asked } = leg
  const taken = price ?? price_asked
  const isBetter = taken > price_asked
  const names = parts.length > 0 ? parts : [{ market, outcome }]
  return (
    <li>
      <b>
        {names.map((part) => (
          <bdi key={`${part.market.type}${part.outcome}`}>{pickName(part.market, part.outcome, event, tMarkets)}</bdi>
        ))}
      </b>
      <span className="num">{write(taken)}</span>
      <small>
        {parts.length > 0 && `${t('builder')} · `}
        <bdi>{tSlip('match', { home: event.home, away: event.away })}</bdi>
      </small>
      {taken !== price_asked && (
        <p className={isBetter ? 'slip-hint is-good' : 'slip-hint is-bad'}>
          <Icon name={isBetter ? 'trending-up' : 'trending-down'} />
          {t('asked', { asked: write(price_asked), price: write(taken) })}
        </p>
      )}
    </li>
  )
}

/** Some of several bets were taken: the others are still on the slip. */
export function PlacedToo({ view: { tries } }: { view: SlipView }) {
  const t = useTranslations('placing.receipt')
  const placed = placedOf(tries)
  const [first] = placed
  if (!first?.bet) return null
  const to = placed.length === 1 ? betPath(first.bet) : paths.betHistory({ product: 'sports' })
  return (
    <Notice kind="success" close={{ label: t('close'), onClick: putAside }}>
      <p>{t('placedToo', { count: placed.length })}</p>
      <ButtonLink size="s" to={to}>
        {placed.length === 1 ? t('see') : t('seeAll')}
      </ButtonLink>
    </Notice>
  )
}
