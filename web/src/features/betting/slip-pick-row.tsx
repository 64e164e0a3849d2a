import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { decimalText } from '@croupier/sportsbook/formats'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useEvent } from './live-book.ts'
import { scoreText, useMarketWords } from './market-words.ts'
import { MatchClock } from './match-clock.tsx'
import { useNoWords } from './no-words.ts'
import type { BetTry } from './place-rules.ts'
import { useSlipBook } from './slip-book.tsx'
import { OwnStake } from './slip-own-stake.tsx'
import { moveSince, mustAsk, type PickNow, type PricePolicy } from './slip-prices.ts'
import { noOfPick } from './slip-refused.tsx'
import type { SlipPick } from './slip-store.ts'
import type { SlipLine, SlipView } from './slip-view.ts'

type Props = {
  line: SlipLine
  view: SlipView
  write: (price: number) => string
  /** While a bet of it is decided nothing of it changes. */
  isLocked: boolean
  /** Only in a system. */
  pin: { isOn: boolean; isOpen: boolean; change: (isOn: boolean) => void } | null
}

export function SlipPickRow({ line, view, write, isLocked, pin }: Props) {
  const t = useTranslations('slip')
  const { pick, now } = line
  const { slip, shape, tries } = view
  const words = useMarketWords(pick.event)
  const name = words.outcome(pick.market, pick.outcome)
  const move = now.state === 'open' ? moveSince(pick.price, now.price) : 'same'
  return (
    <li className={cx('slip-pick', now.state === 'closed' && 'is-closed', move !== 'same' && `is-${move}`)}>
      <div className="slip-pick-top">
        <b>
          <bdi>{name}</bdi>
        </b>
        <span className="slip-price num">
          {move === 'worse' && <s>{write(pick.price)}</s>}
          {now.state === 'paused' ? <Icon name="lock" /> : <Price price={now.price} write={write} />}
        </span>
      </div>
      <div className="slip-market">{words.market(pick.market)}</div>
      <PickMatch pick={pick} />
      <PickHint line={line} policy={slip.policy} write={write} />
      {!isLocked && <PickNo tried={noOfPick(tries, pick.pick)} now={now} />}
      {shape.bets > 1 && <OwnStake view={view} pick={pick} name={name} isLocked={isLocked} />}
      {!isLocked && (
        <IconButton className="slip-x" icon="x" label={t('remove', { name })} onClick={() => slip.remove(pick.pick)} />
      )}
      {pin && (
        <IconButton
          className="slip-pin"
          icon="pin"
          label={t('pin', { name })}
          aria-pressed={pin.isOn}
          disabled={!pin.isOpen}
          onClick={() => pin.change(!pin.isOn)}
        />
      )}
    </li>
  )
}

/** A fraction is not always the whole truth: the decimal price stands beside it. */
function Price({ price, write }: { price: number; write: (price: number) => string }) {
  const shown = write(price)
  return (
    <>
      {shown}
      {shown.includes('/') && <small>{decimalText(price)}</small>}
    </>
  )
}

export function PickMatch({ pick: { event, marketId } }: { pick: SlipPick }) {
  const t = useTranslations('slip')
  const known = useSlipBook().markets.get(marketId)?.event
  const { home, away } = event
  return (
    <Link className="slip-match" to={paths.bettingEvent(event)}>
      {known?.state === 'live' ? (
        <LiveMatch event={known} />
      ) : (
        <>
          <bdi>{t('match', { home, away })}</bdi>
          <Kickoff at={event.startsAt} />
        </>
      )}
    </Link>
  )
}

function LiveMatch({ event }: { event: SportsEventCard }) {
  const card = useEvent(event)
  const [home, away] = card.score.ft ?? [0, 0]
  return (
    <>
      <span className="slip-live">
        <MatchClock card={card} />
      </span>
      <span>
        <bdi>{card.home.name}</bdi> {scoreText(home, away)} <bdi>{card.away.name}</bdi>
      </span>
    </>
  )
}

/** Picks are never drawn on the server, so the visitor's own zone is known. */
function Kickoff({ at }: { at: string }) {
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date().toDateString()
  return (
    <time className="num" dateTime={at}>
      {isToday ? formatTime(moment) : `${formatDate(moment)} ${formatTime(moment)}`}
    </time>
  )
}

/** Why it was not taken, unless the pick says it by itself. */
export function PickNo({ tried, now }: { tried: BetTry | undefined; now: PickNow }) {
  const words = useNoWords()
  const reason = tried?.no?.reason
  if (!tried || reason === 'ODDS_CHANGED' || now.state !== 'open') return null
  return (
    <p className="slip-hint is-bad">
      <Icon name="circle-alert" />
      {words.why(tried)}
    </p>
  )
}

/** Why nothing is taken of it now. */
export function PickState({ now: { state, cause, reason } }: { now: PickNow }) {
  const t = useTranslations('slip')
  if (state === 'open') return null
  const why = cause ?? 'none'
  if (state === 'closed')
    return (
      <p className="slip-hint">
        <Icon name="ban" />
        {t('closed.pick')}
      </p>
    )
  return (
    <p className="slip-hint is-paused">
      <Icon name="pause" />
      <span>
        {t(`paused.${why}`)}
        {reason && (
          <>
            {': '}
            <bdi>{reason}</bdi>
          </>
        )}
      </span>
    </p>
  )
}

type HintProps = Pick<Props, 'line' | 'write'> & { policy: PricePolicy }

function PickHint({ line: { pick, now }, policy, write }: HintProps) {
  const t = useTranslations('slip')
  if (now.state !== 'open') return <PickState now={now} />
  const move = moveSince(pick.price, now.price)
  if (move === 'same') return null
  const isAsked = mustAsk(policy, pick.price, now.price)
  const prices = { before: write(pick.price), now: write(now.price) }
  const text =
    move === 'better'
      ? isAsked
        ? t('moved.betterAsk', prices)
        : t('moved.better', { before: prices.before })
      : isAsked
        ? t('moved.worse', prices)
        : t('moved.worseTaken', prices)
  return (
    <p className={cx('slip-hint', move === 'better' ? 'is-good' : 'is-bad')}>
      <Icon name={move === 'better' ? 'trending-up' : 'trending-down'} />
      {text}
    </p>
  )
}
